/// A deterministic pseudorandom number generator.
package struct SeededRandom: RandomNumberGenerator {
  private var state: UInt64

  /// Creates a generator with a state.
  package init(state: UInt64) {
    self.state = state
  }

  /// Creates a generator seeded with several numbers.
  init(seed numbers: UInt64...) {
    state = numbers.reduce(0) { state, number in
      Self.mixed(state &* 0x9E37_79B9_7F4A_7C15 &+ number &+ 0x632B_E59B_D9B4_E019)
    }
  }

  /// Returns the next number.
  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    return Self.mixed(state)
  }

  /// Mixes the bits of a number.
  ///
  /// - SeeAlso: Steele, Lea, Flood: *Fast Splittable Pseudorandom Number Generators* (2014), figure
  ///   17.
  private static func mixed(_ number: UInt64) -> UInt64 {
    var z = number
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
