import GalleyLayers
import Testing

@Suite struct AnimationCurveTests {
  static let curves: [AnimationCurve] = [
    .linear, .easeIn, .easeOut, .easeInOut, .springLike, .slide, .systemSpring, .spring(.bounce),
  ]

  @Test(arguments: curves)
  func `progress begins at 0 and ends at 1`(curve: AnimationCurve) {
    #expect(curve.progress(at: 0, duration: 0.4) == 0)
    #expect(curve.progress(at: -1, duration: 0.4) == 0)
    #expect(curve.progress(at: 0.4, duration: 0.4) == 1)
    #expect(curve.progress(at: 9, duration: 0) == 1)
    #expect(abs(curve.progress(at: 1e-7, duration: 0.4)) < 1e-4)
  }

  /// Returns values by the definition, using bisection to 1e-12.
  @Test(arguments: [
    (AnimationCurve.easeInOut, 0.42, 0.0, 0.58, 1.0), (.easeIn, 0.42, 0, 1, 1),
    (.easeOut, 0, 0, 0.58, 1), (.springLike, 0.23, 1, 0.32, 1), (.slide, 0.33, 0.52, 0.25, 0.99),
    (.bezier(x1: 1, y1: 0, x2: 0, y2: 1), 1, 0, 0, 1),
    (.bezier(x1: 0.3, y1: -0.6, x2: 0.7, y2: 1.6), 0.3, -0.6, 0.7, 1.6),
  ])
  func `a cubic curve matches its control points to one in a million`(
    curve: AnimationCurve, x1: Double, y1: Double, x2: Double, y2: Double
  ) {
    for step in 0...200 {
      let t = Double(step) / 200
      let u = 1 - t
      let x = 3 * u * u * t * x1 + 3 * u * t * t * x2 + t * t * t
      let y = 3 * u * u * t * y1 + 3 * u * t * t * y2 + t * t * t
      // On a vertical part of the curve, x does not determine y.
      let slope = 3 * u * u * x1 + 6 * u * t * (x2 - x1) + 3 * t * t * (1 - x2)
      guard slope > 1e-2 else { continue }
      #expect(abs(curve.progress(at: x * 2, duration: 2) - y) < 1e-6, "\(t)")
    }
  }

  @Test(arguments: [
    (0.1, 0.232), (0.2, 0.545), (0.3, 0.758), (0.4, 0.879), (0.5, 0.942), (0.6, 0.973),
    (0.8, 0.994), (0.999_999, 0.9989),
  ])
  func `the system spring matches its reference values for any duration`(
    part: Double, progress: Double
  ) {
    for duration in [0.2, 0.4, 0.5] {
      let value = AnimationCurve.systemSpring.progress(at: part * duration, duration: duration)
      #expect(abs(value - progress) < 6e-4)
    }
  }

  @Test(arguments: [
    AnimationCurve.Spring.bounce, AnimationCurve.Spring(stiffness: 100, damping: 3),
    AnimationCurve.Spring(mass: 2, stiffness: 300, damping: 20),
    AnimationCurve.Spring(mass: 1, stiffness: 100, damping: 20),
    AnimationCurve.Spring(stiffness: 50, damping: 5, initialVelocity: 3),
  ])
  func `a spring matches the numerical integration of its forces`(spring: AnimationCurve.Spring) {
    // Numerical integration of the equation.
    var (place, speed) = (0.0, spring.initialVelocity)
    let step = 1e-5
    for index in 1...100_000 {
      let force = spring.stiffness * (1 - place) - spring.damping * speed
      speed += force / spring.mass * step
      place += speed * step
      if index % 10_000 == 0 {
        #expect(abs(spring.progress(at: Double(index) * step) - place) < 2e-3, "\(index)")
      }
    }
  }

  @Test func `an overdamped spring is treated as critically damped`() {
    let critical = AnimationCurve.Spring(mass: 3, stiffness: 1000, damping: 2 * 3000.0.squareRoot())
    for time in [0.05, 0.1, 0.3] {
      #expect(
        abs(AnimationCurve.Spring.system.progress(at: time) - critical.progress(at: time)) < 1e-6)
    }
  }

  @Test(arguments: [
    AnimationCurve.Spring.bounce, .system, AnimationCurve.Spring(stiffness: 100, damping: 3),
  ])
  func `a spring stays at rest after its settling duration`(spring: AnimationCurve.Spring) {
    let end = spring.settlingDuration
    for step in 0..<200 {
      #expect(abs(spring.progress(at: end + Double(step) * 0.01) - 1) <= 1.01e-3)
    }
    #expect(AnimationCurve.Spring(stiffness: 100, damping: 0).settlingDuration == 60)
  }
}
