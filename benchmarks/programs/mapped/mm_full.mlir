// The product of matrices of any size: panels of 16 columns of B, packed in local memory, and 6 x 16 sums in registers.
// Rows that are left are computed one by one. Columns that are left become one more panel, with zeros beside them.
lift.def @mm<N, K, M>(%a: !lift.array<N, !lift.array<K, f32>>, %b: !lift.array<K, !lift.array<M, f32>>)
    -> !lift.array<N, !lift.array<M, f32>> {
  %zero = arith.constant 0.0 : f32
  %zerov = arith.constant dense<0.0> : vector<8xf32>
  %bm = lift.map (%rw) in %b {
    %m = lift.slice %rw from 0 size 16 * (M floordiv 16)
    %v = ocl.as_vector 8 %m
    %p = lift.split 2 %v
    lift.yield %p
  }
  %panels = lift.transpose %bm
  %brest = lift.map (%rw) in %b {
    %m = lift.slice %rw from 16 * (M floordiv 16) size M mod 16
    %q = lift.pad constant %zero 0, 16 - M mod 16 %m
    %v = ocl.as_vector 8 %q
    %p = lift.split 2 %v
    lift.yield %p
  }
  %rpanels = lift.transpose %brest
  %am = lift.slice %a from 0 size 6 * (N floordiv 6)
  %ablocks = lift.split 6 %am
  %ar = lift.slice %a from 6 * (N floordiv 6) size N mod 6
  %arest = lift.split 1 %ar
  %c = ocl.map_wrg<0> (%ppanel) in %panels {
    %pbp = ocl.map_seq (%pbr) in %ppanel {
      %pcp = ocl.map_seq unroll (%pe) in %pbr {
        %pl = ocl.to_local %pe
        lift.yield %pl
      }
      lift.yield %pcp
    }
    %pmain = ocl.map_seq (%pab) in %ablocks {
      %pxat = lift.transpose %pab
      %pxkk = lift.zip %pxat, %pbp
      %pxinit = lift.tuple %zerov, %zerov, %zerov, %zerov, %zerov, %zerov, %zerov, %zerov, %zerov, %zerov, %zerov, %zerov
      %pxcs = ocl.reduce_seq (%pxacc, %pxp) in %pxkk from %pxinit {
        %pxacol = lift.get %pxp[0]
        %pxbrow = lift.get %pxp[1]
        %pxb0 = lift.at %pxbrow[0]
        %pxb1 = lift.at %pxbrow[1]
        %pxa0 = lift.at %pxacol[0]
        %pxc0 = lift.get %pxacc[0]
        %pxm0 = ocl.map_vec (%pxe0) in %pxb0 { %pxee0 = arith.mulf %pxa0, %pxe0 : f32 lift.yield %pxee0 }
        %pxs0 = arith.addf %pxc0, %pxm0 : vector<8xf32>
        %pxc1 = lift.get %pxacc[1]
        %pxm1 = ocl.map_vec (%pxe1) in %pxb1 { %pxee1 = arith.mulf %pxa0, %pxe1 : f32 lift.yield %pxee1 }
        %pxs1 = arith.addf %pxc1, %pxm1 : vector<8xf32>
        %pxa1 = lift.at %pxacol[1]
        %pxc2 = lift.get %pxacc[2]
        %pxm2 = ocl.map_vec (%pxe2) in %pxb0 { %pxee2 = arith.mulf %pxa1, %pxe2 : f32 lift.yield %pxee2 }
        %pxs2 = arith.addf %pxc2, %pxm2 : vector<8xf32>
        %pxc3 = lift.get %pxacc[3]
        %pxm3 = ocl.map_vec (%pxe3) in %pxb1 { %pxee3 = arith.mulf %pxa1, %pxe3 : f32 lift.yield %pxee3 }
        %pxs3 = arith.addf %pxc3, %pxm3 : vector<8xf32>
        %pxa2 = lift.at %pxacol[2]
        %pxc4 = lift.get %pxacc[4]
        %pxm4 = ocl.map_vec (%pxe4) in %pxb0 { %pxee4 = arith.mulf %pxa2, %pxe4 : f32 lift.yield %pxee4 }
        %pxs4 = arith.addf %pxc4, %pxm4 : vector<8xf32>
        %pxc5 = lift.get %pxacc[5]
        %pxm5 = ocl.map_vec (%pxe5) in %pxb1 { %pxee5 = arith.mulf %pxa2, %pxe5 : f32 lift.yield %pxee5 }
        %pxs5 = arith.addf %pxc5, %pxm5 : vector<8xf32>
        %pxa3 = lift.at %pxacol[3]
        %pxc6 = lift.get %pxacc[6]
        %pxm6 = ocl.map_vec (%pxe6) in %pxb0 { %pxee6 = arith.mulf %pxa3, %pxe6 : f32 lift.yield %pxee6 }
        %pxs6 = arith.addf %pxc6, %pxm6 : vector<8xf32>
        %pxc7 = lift.get %pxacc[7]
        %pxm7 = ocl.map_vec (%pxe7) in %pxb1 { %pxee7 = arith.mulf %pxa3, %pxe7 : f32 lift.yield %pxee7 }
        %pxs7 = arith.addf %pxc7, %pxm7 : vector<8xf32>
        %pxa4 = lift.at %pxacol[4]
        %pxc8 = lift.get %pxacc[8]
        %pxm8 = ocl.map_vec (%pxe8) in %pxb0 { %pxee8 = arith.mulf %pxa4, %pxe8 : f32 lift.yield %pxee8 }
        %pxs8 = arith.addf %pxc8, %pxm8 : vector<8xf32>
        %pxc9 = lift.get %pxacc[9]
        %pxm9 = ocl.map_vec (%pxe9) in %pxb1 { %pxee9 = arith.mulf %pxa4, %pxe9 : f32 lift.yield %pxee9 }
        %pxs9 = arith.addf %pxc9, %pxm9 : vector<8xf32>
        %pxa5 = lift.at %pxacol[5]
        %pxc10 = lift.get %pxacc[10]
        %pxm10 = ocl.map_vec (%pxe10) in %pxb0 { %pxee10 = arith.mulf %pxa5, %pxe10 : f32 lift.yield %pxee10 }
        %pxs10 = arith.addf %pxc10, %pxm10 : vector<8xf32>
        %pxc11 = lift.get %pxacc[11]
        %pxm11 = ocl.map_vec (%pxe11) in %pxb1 { %pxee11 = arith.mulf %pxa5, %pxe11 : f32 lift.yield %pxee11 }
        %pxs11 = arith.addf %pxc11, %pxm11 : vector<8xf32>
        %pxsx = lift.tuple %pxs0, %pxs1, %pxs2, %pxs3, %pxs4, %pxs5, %pxs6, %pxs7, %pxs8, %pxs9, %pxs10, %pxs11
        lift.yield %pxsx
      }
      %pxo0 = lift.get %pxcs[0]
      %pxu0 = lift.generate [pxu0 : 1] { lift.yield %pxo0 }
      %pxo1 = lift.get %pxcs[1]
      %pxu1 = lift.generate [pxu1 : 1] { lift.yield %pxo1 }
      %pxo2 = lift.get %pxcs[2]
      %pxu2 = lift.generate [pxu2 : 1] { lift.yield %pxo2 }
      %pxo3 = lift.get %pxcs[3]
      %pxu3 = lift.generate [pxu3 : 1] { lift.yield %pxo3 }
      %pxo4 = lift.get %pxcs[4]
      %pxu4 = lift.generate [pxu4 : 1] { lift.yield %pxo4 }
      %pxo5 = lift.get %pxcs[5]
      %pxu5 = lift.generate [pxu5 : 1] { lift.yield %pxo5 }
      %pxo6 = lift.get %pxcs[6]
      %pxu6 = lift.generate [pxu6 : 1] { lift.yield %pxo6 }
      %pxo7 = lift.get %pxcs[7]
      %pxu7 = lift.generate [pxu7 : 1] { lift.yield %pxo7 }
      %pxo8 = lift.get %pxcs[8]
      %pxu8 = lift.generate [pxu8 : 1] { lift.yield %pxo8 }
      %pxo9 = lift.get %pxcs[9]
      %pxu9 = lift.generate [pxu9 : 1] { lift.yield %pxo9 }
      %pxo10 = lift.get %pxcs[10]
      %pxu10 = lift.generate [pxu10 : 1] { lift.yield %pxo10 }
      %pxo11 = lift.get %pxcs[11]
      %pxu11 = lift.generate [pxu11 : 1] { lift.yield %pxo11 }
      %pxcat = lift.concat %pxu0, %pxu1, %pxu2, %pxu3, %pxu4, %pxu5, %pxu6, %pxu7, %pxu8, %pxu9, %pxu10, %pxu11
      %pxst = ocl.map_seq unroll (%pxe) in %pxcat {
        %pxg = ocl.to_global %pxe
        lift.yield %pxg
      }
      %pxrows = lift.split 2 %pxst
      lift.yield %pxrows
    }
    %pmj = lift.join %pmain
    %plast = ocl.map_seq (%par) in %arest {
      %pyat = lift.transpose %par
      %pykk = lift.zip %pyat, %pbp
      %pyinit = lift.tuple %zerov, %zerov
      %pycs = ocl.reduce_seq (%pyacc, %pyp) in %pykk from %pyinit {
        %pyacol = lift.get %pyp[0]
        %pybrow = lift.get %pyp[1]
        %pyb0 = lift.at %pybrow[0]
        %pyb1 = lift.at %pybrow[1]
        %pya0 = lift.at %pyacol[0]
        %pyc0 = lift.get %pyacc[0]
        %pym0 = ocl.map_vec (%pye0) in %pyb0 { %pyee0 = arith.mulf %pya0, %pye0 : f32 lift.yield %pyee0 }
        %pys0 = arith.addf %pyc0, %pym0 : vector<8xf32>
        %pyc1 = lift.get %pyacc[1]
        %pym1 = ocl.map_vec (%pye1) in %pyb1 { %pyee1 = arith.mulf %pya0, %pye1 : f32 lift.yield %pyee1 }
        %pys1 = arith.addf %pyc1, %pym1 : vector<8xf32>
        %pysx = lift.tuple %pys0, %pys1
        lift.yield %pysx
      }
      %pyo0 = lift.get %pycs[0]
      %pyu0 = lift.generate [pyu0 : 1] { lift.yield %pyo0 }
      %pyo1 = lift.get %pycs[1]
      %pyu1 = lift.generate [pyu1 : 1] { lift.yield %pyo1 }
      %pycat = lift.concat %pyu0, %pyu1
      %pyst = ocl.map_seq unroll (%pye) in %pycat {
        %pyg = ocl.to_global %pye
        lift.yield %pyg
      }
      %pyrows = lift.split 2 %pyst
      lift.yield %pyrows
    }
    %plj = lift.join %plast
    %pall = lift.concat %pmj, %plj
    lift.yield %pall
  }
  %ct = lift.transpose %c
  %cm = lift.map (%rw) in %ct {
    %j = lift.join %rw
    %s = ocl.as_scalar %j
    lift.yield %s
  }
  %d = ocl.map_wrg<0> (%qpanel) in %rpanels {
    %qbp = ocl.map_seq (%qbr) in %qpanel {
      %qcp = ocl.map_seq unroll (%qe) in %qbr {
        %ql = ocl.to_local %qe
        lift.yield %ql
      }
      lift.yield %qcp
    }
    %qmain = ocl.map_seq (%qab) in %ablocks {
      %qxat = lift.transpose %qab
      %qxkk = lift.zip %qxat, %qbp
      %qxinit = lift.tuple %zerov, %zerov, %zerov, %zerov, %zerov, %zerov, %zerov, %zerov, %zerov, %zerov, %zerov, %zerov
      %qxcs = ocl.reduce_seq (%qxacc, %qxp) in %qxkk from %qxinit {
        %qxacol = lift.get %qxp[0]
        %qxbrow = lift.get %qxp[1]
        %qxb0 = lift.at %qxbrow[0]
        %qxb1 = lift.at %qxbrow[1]
        %qxa0 = lift.at %qxacol[0]
        %qxc0 = lift.get %qxacc[0]
        %qxm0 = ocl.map_vec (%qxe0) in %qxb0 { %qxee0 = arith.mulf %qxa0, %qxe0 : f32 lift.yield %qxee0 }
        %qxs0 = arith.addf %qxc0, %qxm0 : vector<8xf32>
        %qxc1 = lift.get %qxacc[1]
        %qxm1 = ocl.map_vec (%qxe1) in %qxb1 { %qxee1 = arith.mulf %qxa0, %qxe1 : f32 lift.yield %qxee1 }
        %qxs1 = arith.addf %qxc1, %qxm1 : vector<8xf32>
        %qxa1 = lift.at %qxacol[1]
        %qxc2 = lift.get %qxacc[2]
        %qxm2 = ocl.map_vec (%qxe2) in %qxb0 { %qxee2 = arith.mulf %qxa1, %qxe2 : f32 lift.yield %qxee2 }
        %qxs2 = arith.addf %qxc2, %qxm2 : vector<8xf32>
        %qxc3 = lift.get %qxacc[3]
        %qxm3 = ocl.map_vec (%qxe3) in %qxb1 { %qxee3 = arith.mulf %qxa1, %qxe3 : f32 lift.yield %qxee3 }
        %qxs3 = arith.addf %qxc3, %qxm3 : vector<8xf32>
        %qxa2 = lift.at %qxacol[2]
        %qxc4 = lift.get %qxacc[4]
        %qxm4 = ocl.map_vec (%qxe4) in %qxb0 { %qxee4 = arith.mulf %qxa2, %qxe4 : f32 lift.yield %qxee4 }
        %qxs4 = arith.addf %qxc4, %qxm4 : vector<8xf32>
        %qxc5 = lift.get %qxacc[5]
        %qxm5 = ocl.map_vec (%qxe5) in %qxb1 { %qxee5 = arith.mulf %qxa2, %qxe5 : f32 lift.yield %qxee5 }
        %qxs5 = arith.addf %qxc5, %qxm5 : vector<8xf32>
        %qxa3 = lift.at %qxacol[3]
        %qxc6 = lift.get %qxacc[6]
        %qxm6 = ocl.map_vec (%qxe6) in %qxb0 { %qxee6 = arith.mulf %qxa3, %qxe6 : f32 lift.yield %qxee6 }
        %qxs6 = arith.addf %qxc6, %qxm6 : vector<8xf32>
        %qxc7 = lift.get %qxacc[7]
        %qxm7 = ocl.map_vec (%qxe7) in %qxb1 { %qxee7 = arith.mulf %qxa3, %qxe7 : f32 lift.yield %qxee7 }
        %qxs7 = arith.addf %qxc7, %qxm7 : vector<8xf32>
        %qxa4 = lift.at %qxacol[4]
        %qxc8 = lift.get %qxacc[8]
        %qxm8 = ocl.map_vec (%qxe8) in %qxb0 { %qxee8 = arith.mulf %qxa4, %qxe8 : f32 lift.yield %qxee8 }
        %qxs8 = arith.addf %qxc8, %qxm8 : vector<8xf32>
        %qxc9 = lift.get %qxacc[9]
        %qxm9 = ocl.map_vec (%qxe9) in %qxb1 { %qxee9 = arith.mulf %qxa4, %qxe9 : f32 lift.yield %qxee9 }
        %qxs9 = arith.addf %qxc9, %qxm9 : vector<8xf32>
        %qxa5 = lift.at %qxacol[5]
        %qxc10 = lift.get %qxacc[10]
        %qxm10 = ocl.map_vec (%qxe10) in %qxb0 { %qxee10 = arith.mulf %qxa5, %qxe10 : f32 lift.yield %qxee10 }
        %qxs10 = arith.addf %qxc10, %qxm10 : vector<8xf32>
        %qxc11 = lift.get %qxacc[11]
        %qxm11 = ocl.map_vec (%qxe11) in %qxb1 { %qxee11 = arith.mulf %qxa5, %qxe11 : f32 lift.yield %qxee11 }
        %qxs11 = arith.addf %qxc11, %qxm11 : vector<8xf32>
        %qxsx = lift.tuple %qxs0, %qxs1, %qxs2, %qxs3, %qxs4, %qxs5, %qxs6, %qxs7, %qxs8, %qxs9, %qxs10, %qxs11
        lift.yield %qxsx
      }
      %qxo0 = lift.get %qxcs[0]
      %qxu0 = lift.generate [qxu0 : 1] { lift.yield %qxo0 }
      %qxo1 = lift.get %qxcs[1]
      %qxu1 = lift.generate [qxu1 : 1] { lift.yield %qxo1 }
      %qxo2 = lift.get %qxcs[2]
      %qxu2 = lift.generate [qxu2 : 1] { lift.yield %qxo2 }
      %qxo3 = lift.get %qxcs[3]
      %qxu3 = lift.generate [qxu3 : 1] { lift.yield %qxo3 }
      %qxo4 = lift.get %qxcs[4]
      %qxu4 = lift.generate [qxu4 : 1] { lift.yield %qxo4 }
      %qxo5 = lift.get %qxcs[5]
      %qxu5 = lift.generate [qxu5 : 1] { lift.yield %qxo5 }
      %qxo6 = lift.get %qxcs[6]
      %qxu6 = lift.generate [qxu6 : 1] { lift.yield %qxo6 }
      %qxo7 = lift.get %qxcs[7]
      %qxu7 = lift.generate [qxu7 : 1] { lift.yield %qxo7 }
      %qxo8 = lift.get %qxcs[8]
      %qxu8 = lift.generate [qxu8 : 1] { lift.yield %qxo8 }
      %qxo9 = lift.get %qxcs[9]
      %qxu9 = lift.generate [qxu9 : 1] { lift.yield %qxo9 }
      %qxo10 = lift.get %qxcs[10]
      %qxu10 = lift.generate [qxu10 : 1] { lift.yield %qxo10 }
      %qxo11 = lift.get %qxcs[11]
      %qxu11 = lift.generate [qxu11 : 1] { lift.yield %qxo11 }
      %qxcat = lift.concat %qxu0, %qxu1, %qxu2, %qxu3, %qxu4, %qxu5, %qxu6, %qxu7, %qxu8, %qxu9, %qxu10, %qxu11
      %qxst = ocl.map_seq unroll (%qxe) in %qxcat {
        %qxg = ocl.to_global %qxe
        lift.yield %qxg
      }
      %qxrows = lift.split 2 %qxst
      lift.yield %qxrows
    }
    %qmj = lift.join %qmain
    %qlast = ocl.map_seq (%qar) in %arest {
      %qyat = lift.transpose %qar
      %qykk = lift.zip %qyat, %qbp
      %qyinit = lift.tuple %zerov, %zerov
      %qycs = ocl.reduce_seq (%qyacc, %qyp) in %qykk from %qyinit {
        %qyacol = lift.get %qyp[0]
        %qybrow = lift.get %qyp[1]
        %qyb0 = lift.at %qybrow[0]
        %qyb1 = lift.at %qybrow[1]
        %qya0 = lift.at %qyacol[0]
        %qyc0 = lift.get %qyacc[0]
        %qym0 = ocl.map_vec (%qye0) in %qyb0 { %qyee0 = arith.mulf %qya0, %qye0 : f32 lift.yield %qyee0 }
        %qys0 = arith.addf %qyc0, %qym0 : vector<8xf32>
        %qyc1 = lift.get %qyacc[1]
        %qym1 = ocl.map_vec (%qye1) in %qyb1 { %qyee1 = arith.mulf %qya0, %qye1 : f32 lift.yield %qyee1 }
        %qys1 = arith.addf %qyc1, %qym1 : vector<8xf32>
        %qysx = lift.tuple %qys0, %qys1
        lift.yield %qysx
      }
      %qyo0 = lift.get %qycs[0]
      %qyu0 = lift.generate [qyu0 : 1] { lift.yield %qyo0 }
      %qyo1 = lift.get %qycs[1]
      %qyu1 = lift.generate [qyu1 : 1] { lift.yield %qyo1 }
      %qycat = lift.concat %qyu0, %qyu1
      %qyst = ocl.map_seq unroll (%qye) in %qycat {
        %qyg = ocl.to_global %qye
        lift.yield %qyg
      }
      %qyrows = lift.split 2 %qyst
      lift.yield %qyrows
    }
    %qlj = lift.join %qlast
    %qall = lift.concat %qmj, %qlj
    lift.yield %qall
  }
  %dt = lift.transpose %d
  %dm = lift.map (%rw) in %dt {
    %j = lift.join %rw
    %s = ocl.as_scalar %j
    %cut = lift.slice %s from 0 size M mod 16
    lift.yield %cut
  }
  %cmT = lift.transpose %cm
  %dmT = lift.transpose %dm
  %catT = lift.concat %cmT, %dmT
  %r = lift.transpose %catT
  lift.return %r
}
