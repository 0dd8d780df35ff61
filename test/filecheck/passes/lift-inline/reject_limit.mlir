// RUN: lift-opt %s -p lift-inline --verify-diagnostics
// RUN: lift-opt %s -p 'lift-inline{entry=f3}' | filecheck %s

// Each function calls the one before it twice. What is not called, and not kept, is not inlined.
// CHECK: lift.def @f3
// CHECK-COUNT-8: arith.addi
// CHECK-NOT: arith.addi
lift.def @f0(%x: i32) -> i32 { %y = arith.addi %x, %x : i32 lift.return %y }
lift.def @f1(%x: i32) -> i32 { %a = lift.call @f0(%x) %b = lift.call @f0(%a) lift.return %b }
lift.def @f2(%x: i32) -> i32 { %a = lift.call @f1(%x) %b = lift.call @f1(%a) lift.return %b }
lift.def @f3(%x: i32) -> i32 { %a = lift.call @f2(%x) %b = lift.call @f2(%a) lift.return %b }
lift.def @f4(%x: i32) -> i32 { %a = lift.call @f3(%x) %b = lift.call @f3(%a) lift.return %b }
lift.def @f5(%x: i32) -> i32 { %a = lift.call @f4(%x) %b = lift.call @f4(%a) lift.return %b }
lift.def @f6(%x: i32) -> i32 { %a = lift.call @f5(%x) %b = lift.call @f5(%a) lift.return %b }
lift.def @f7(%x: i32) -> i32 { %a = lift.call @f6(%x) %b = lift.call @f6(%a) lift.return %b }
lift.def @f8(%x: i32) -> i32 { %a = lift.call @f7(%x) %b = lift.call @f7(%a) lift.return %b }
lift.def @f9(%x: i32) -> i32 { %a = lift.call @f8(%x) %b = lift.call @f8(%a) lift.return %b }
lift.def @f10(%x: i32) -> i32 { %a = lift.call @f9(%x) %b = lift.call @f9(%a) lift.return %b }
lift.def @f11(%x: i32) -> i32 { %a = lift.call @f10(%x) %b = lift.call @f10(%a) lift.return %b }
// expected-error@+1 {{@f12 has too many ops once its calls are inlined}}
lift.def @f12(%x: i32) -> i32 { %a = lift.call @f11(%x) %b = lift.call @f11(%a) lift.return %b }
lift.def @f13(%x: i32) -> i32 { %a = lift.call @f12(%x) %b = lift.call @f12(%a) lift.return %b }
lift.def @f14(%x: i32) -> i32 { %a = lift.call @f13(%x) %b = lift.call @f13(%a) lift.return %b }
lift.def @f15(%x: i32) -> i32 { %a = lift.call @f14(%x) %b = lift.call @f14(%a) lift.return %b }
lift.def @f16(%x: i32) -> i32 { %a = lift.call @f15(%x) %b = lift.call @f15(%a) lift.return %b }
lift.def @f17(%x: i32) -> i32 { %a = lift.call @f16(%x) %b = lift.call @f16(%a) lift.return %b }
lift.def @f18(%x: i32) -> i32 { %a = lift.call @f17(%x) %b = lift.call @f17(%a) lift.return %b }
lift.def @f19(%x: i32) -> i32 { %a = lift.call @f18(%x) %b = lift.call @f18(%a) lift.return %b }
lift.def @f20(%x: i32) -> i32 { %a = lift.call @f19(%x) %b = lift.call @f19(%a) lift.return %b }
lift.def @f21(%x: i32) -> i32 { %a = lift.call @f20(%x) %b = lift.call @f20(%a) lift.return %b }
lift.def @f22(%x: i32) -> i32 { %a = lift.call @f21(%x) %b = lift.call @f21(%a) lift.return %b }
lift.def @f23(%x: i32) -> i32 { %a = lift.call @f22(%x) %b = lift.call @f22(%a) lift.return %b }
lift.def @f24(%x: i32) -> i32 { %a = lift.call @f23(%x) %b = lift.call @f23(%a) lift.return %b }
lift.def @f25(%x: i32) -> i32 { %a = lift.call @f24(%x) %b = lift.call @f24(%a) lift.return %b }
lift.def @f26(%x: i32) -> i32 { %a = lift.call @f25(%x) %b = lift.call @f25(%a) lift.return %b }
lift.def @f27(%x: i32) -> i32 { %a = lift.call @f26(%x) %b = lift.call @f26(%a) lift.return %b }
lift.def @f28(%x: i32) -> i32 { %a = lift.call @f27(%x) %b = lift.call @f27(%a) lift.return %b }
lift.def @f29(%x: i32) -> i32 { %a = lift.call @f28(%x) %b = lift.call @f28(%a) lift.return %b }
lift.def @f30(%x: i32) -> i32 { %a = lift.call @f29(%x) %b = lift.call @f29(%a) lift.return %b }
lift.def @f31(%x: i32) -> i32 { %a = lift.call @f30(%x) %b = lift.call @f30(%a) lift.return %b }
lift.def @f32(%x: i32) -> i32 { %a = lift.call @f31(%x) %b = lift.call @f31(%a) lift.return %b }
lift.def @f33(%x: i32) -> i32 { %a = lift.call @f32(%x) %b = lift.call @f32(%a) lift.return %b }
lift.def @f34(%x: i32) -> i32 { %a = lift.call @f33(%x) %b = lift.call @f33(%a) lift.return %b }
lift.def @f35(%x: i32) -> i32 { %a = lift.call @f34(%x) %b = lift.call @f34(%a) lift.return %b }
lift.def @f36(%x: i32) -> i32 { %a = lift.call @f35(%x) %b = lift.call @f35(%a) lift.return %b }
lift.def @f37(%x: i32) -> i32 { %a = lift.call @f36(%x) %b = lift.call @f36(%a) lift.return %b }
lift.def @f38(%x: i32) -> i32 { %a = lift.call @f37(%x) %b = lift.call @f37(%a) lift.return %b }
lift.def @f39(%x: i32) -> i32 { %a = lift.call @f38(%x) %b = lift.call @f38(%a) lift.return %b }
lift.def @f40(%x: i32) -> i32 { %a = lift.call @f39(%x) %b = lift.call @f39(%a) lift.return %b }
