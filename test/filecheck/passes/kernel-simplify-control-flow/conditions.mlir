// RUN: lift-opt %s -p kernel-simplify-control-flow | filecheck %s

// What is decided is replaced by its branch.
// CHECK-LABEL: kernel.func @decided
kernel.func @decided<N>(%x: !kernel.buffer<global, f32>, %a: f32, %b: f32) where [N ge 8] launch(local = [64], groups = [N]) {
  %l = kernel.local_id 0
  // CHECK-NEXT: %l = kernel.local_id 0 : index
  // CHECK-NEXT: kernel.store %a, %x[%l] : f32
  kernel.if %l lt 64 {
    kernel.store %a, %x[%l]
  } else {
    kernel.store %b, %x[%l]
  }
  kernel.if N lt 8 {
    kernel.store %a, %x[%l]
  }
  // CHECK-NEXT: %e = kernel.load %x[3] : f32
  %r = kernel.if N lt 8 : f32 {
    kernel.yield %a
  } else {
    %e = kernel.load %x[3]
    kernel.yield %e
  }
  // CHECK-NEXT: kernel.store %e, %x[4] : f32
  kernel.store %r, %x[4]
  %true = arith.constant true
  // CHECK-NEXT: kernel.store %b, %x[5] : f32
  kernel.if %true {
    kernel.store %b, %x[5]
  }
  // CHECK-NEXT: }
}

// A condition that is already around says nothing new; its opposite never holds.
// CHECK-LABEL: kernel.func @repeated
kernel.func @repeated<N>(%x: !kernel.buffer<global, f32>, %a: f32, %c: i1) {
  %g = kernel.global_id 0
  // CHECK:      kernel.if %g lt N {
  // CHECK-NEXT:   kernel.for %i = 0 to %g step 1 {
  // CHECK-NEXT:     kernel.store %a, %x[%i] : f32
  // CHECK-NEXT:   }
  // CHECK-NEXT:   kernel.store %a, %x[%g] : f32
  // CHECK-NEXT: } else {
  // CHECK-NEXT:   kernel.store %a, %x[0] : f32
  // CHECK-NEXT: }
  kernel.if %g lt N {
    kernel.for %i = 0 to %g step 1 {
      kernel.if %i lt N {
        kernel.store %a, %x[%i]
      }
    }
    kernel.if N gt %g {
      kernel.store %a, %x[%g]
    }
  } else {
    kernel.if %g lt N {
      kernel.store %a, %x[1]
    }
    kernel.store %a, %x[0]
  }
  // CHECK-NEXT: kernel.if %c {
  // CHECK-NEXT:   kernel.store %a, %x[2] : f32
  // CHECK-NEXT: } else {
  // CHECK-NEXT:   kernel.store %a, %x[4] : f32
  // CHECK-NEXT: }
  kernel.if %c {
    kernel.if %c {
      kernel.store %a, %x[2]
    } else {
      kernel.store %a, %x[3]
    }
  } else {
    kernel.if %c {
      kernel.store %a, %x[3]
    } else {
      kernel.store %a, %x[4]
    }
  }
  // After it, nothing is decided any more.
  // CHECK-NEXT: kernel.if %c {
  kernel.if %c {
    // CHECK-NEXT: kernel.store %a, %x[5] : f32
    kernel.store %a, %x[5]
  }
}

// A branch that does nothing goes, and then the whole if both do.
// CHECK-LABEL: kernel.func @idle
kernel.func @idle(%x: !kernel.buffer<global, f32>, %a: f32, %c: i1) {
  // CHECK-NEXT: kernel.if %c {
  // CHECK-NEXT:   kernel.store %a, %x[0] : f32
  // CHECK-NEXT: }
  kernel.if %c {
    kernel.store %a, %x[0]
  } else {
    %e = kernel.load %x[0]
  }
  // CHECK-NEXT: }
  kernel.if %c {
  } else {
    %e = kernel.load %x[0]
  }
}

// A barrier has an effect.
// CHECK-LABEL: kernel.func @barrier
kernel.func @barrier(%c: i1) {
  // CHECK-NEXT: kernel.if %c {
  // CHECK-NEXT:   kernel.barrier local
  kernel.if %c {
    kernel.barrier local
  }
}

// Some bits of a number are not negative, and not more than all of these; a length that is a number is that number.
// CHECK-LABEL: kernel.func @masked
kernel.func @masked<N>(%x: !kernel.buffer<global, i32>, %a: i32, %b: i32) {
  %mask = arith.constant 255 : i32
  %none = arith.constant 0 : i32
  // CHECK:      %digit = arith.andi %a, %mask : i32
  // CHECK-NEXT: kernel.store %a, %x[%digit] : i32
  %digit = arith.andi %a, %mask : i32
  kernel.if %digit ge 0 {
    kernel.if %digit lt 256 {
      kernel.store %a, %x[%digit]
    }
  }
  // CHECK-NEXT: kernel.if %digit lt 255 {
  kernel.if %digit lt 255 {
    kernel.store %a, %x[1]
  }
  // CHECK:      %some = arith.andi %a, %b : i32
  // CHECK-NEXT: kernel.if %some ge 0 {
  %some = arith.andi %a, %b : i32
  kernel.if %some ge 0 {
    kernel.store %a, %x[2]
  }
  // CHECK-NOT:  kernel.store %a, %x[3]
  %length = kernel.length %none upto 2147483647
  kernel.if N lt %length {
    kernel.store %a, %x[3]
  }
}
