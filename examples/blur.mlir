// A grey image, blurred and made lighter: each pixel becomes the mean of the 3 x 3 around it plus a number, from 0 to 255.
//
// Pixels are stored as ui8 and computed with as i32: lift.convert stands where one is read, and where one is stored.
//
//   lift-run examples/blur.mlir --random N=4,M=6

lift.def @blur<N, M>(%image: !lift.array<N, !lift.array<M, ui8>>, %light: i32) -> !lift.array<N, !lift.array<M, ui8>> {
  %black = arith.constant 0 : i32
  %white = arith.constant 255 : i32
  %half = arith.constant 4 : i32
  %nine = arith.constant 9 : i32
  %taller = lift.pad clamp 1, 1 %image
  %padded = lift.map (%row) in %taller {
    %wider = lift.pad clamp 1, 1 %row
    lift.yield %wider
  }
  %bands = lift.slide 3 by 1 %padded
  %r = lift.map (%band) in %bands {
    %windows = lift.map (%row) in %band {
      %threes = lift.slide 3 by 1 %row
      lift.yield %threes
    }
    %points = lift.transpose %windows
    %line = lift.map (%window) in %points {
      %pixels = lift.join %window
      %sum = lift.reduce (%acc, %pixel) in %pixels from %half {
        %grey = lift.convert %pixel : ui8 to i32
        %s = arith.addi %acc, %grey : i32
        lift.yield %s
      }
      %mean = arith.divsi %sum, %nine : i32
      %lighter = arith.addi %mean, %light : i32
      %most = arith.minsi %lighter, %white : i32
      %kept = arith.maxsi %most, %black : i32
      %shown = lift.convert %kept : i32 to ui8
      lift.yield %shown
    }
    lift.yield %line
  }
  lift.return %r
}
