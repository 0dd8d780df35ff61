// N queens: every way to put N queens on a board of N x N so that none attacks another.
//
// A list of boards grows by a row of the board in each iteration: each board becomes as many as there are squares in the next row
// that no queen attacks. How many boards there are only run time knows; more than B of them are an error of the call. A board is
// the column of the queen in each row, and -1 in rows that have none yet.
//
//   lift-run examples/queens.mlir -s N=6 -s B=100

lift.def @queens<N, B>() -> !lift.exists<X upto B, !lift.array<X, !lift.array<N, i32>>> {
  %one = arith.constant 1 : i32
  %zero = arith.constant 0 : i32
  %none = arith.constant -1 : i32
  %false = arith.constant false
  %empty = lift.generate [i : 1] {
    %board = lift.generate [row : N] {
      lift.yield %none
    }
    lift.yield %board
  }
  %boards = lift.pack %empty as !lift.exists<X upto B, !lift.array<X, !lift.array<N, i32>>>
  %first = lift.tuple %boards, %zero
  %last = lift.iterate N (%s) in %first {
    %partial = lift.get %s[0]
    %row = lift.get %s[1]
    %extended = lift.map (%board) in %partial {
      %columns = lift.generate [column : N] {
        %column = lift.nat column : i32
        lift.yield %column
      }
      %free = lift.filter (%column) in %columns {
        %attacked = lift.reduce (%any, %other)[r] in %board from %false {
          %r = lift.nat r : i32
          %set = arith.cmpi sge, %other, %zero : i32
          %rows = arith.subi %row, %r : i32
          %across = arith.subi %column, %other : i32
          %distance = math.absi %across : i32
          %same = arith.cmpi eq, %across, %zero : i32
          %diagonal = arith.cmpi eq, %distance, %rows : i32
          %hits = arith.ori %same, %diagonal : i1
          %hit = arith.andi %set, %hits : i1
          %a = arith.ori %any, %hit : i1
          lift.yield %a
        }
        %keep = arith.cmpi eq, %attacked, %false : i1
        lift.yield %keep
      }
      %next = lift.map (%column) in %free {
        %new = lift.map (%other)[r] in %board {
          %r = lift.nat r : i32
          %here = arith.cmpi eq, %r, %row : i32
          %c = arith.select %here, %column, %other : i32
          lift.yield %c
        }
        lift.yield %new
      }
      lift.yield %next
    }
    %all = lift.join %extended upto B
    %more = arith.addi %row, %one : i32
    %after = lift.tuple %all, %more
    lift.yield %after
  }
  %r = lift.get %last[0]
  lift.return %r
}
