/// A deterministic pseudorandom number generator.
///
/// - SeeAlso: Steele, Lea, Flood: *Fast Splittable Pseudorandom Number Generators* (2014), figure
///   17.
package struct SplitMix64: RandomNumberGenerator, Sendable {
  @usableFromInline var state: UInt64

  /// Creates a generator with a seed.
  @inlinable package init(seed: UInt64) { state = seed }

  /// Creates a generator seeded with several numbers.
  package init(mixing numbers: UInt64...) {
    state = numbers.reduce(0) { state, number in
      Self.mixed(state &* 0x9E37_79B9_7F4A_7C15 &+ number &+ 0x632B_E59B_D9B4_E019)
    }
  }

  /// Returns the next number.
  @inlinable package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    return Self.mixed(state)
  }

  @inlinable static func mixed(_ number: UInt64) -> UInt64 {
    var mixed = number
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}
