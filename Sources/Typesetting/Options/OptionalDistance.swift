/// An optional distance that takes no more memory than a distance.
struct OptionalDistance: Hashable, Sendable {
  private let bits: UInt64

  /// The bits of no distance: those of a number that arithmetic never yields.
  private static let none = UInt64.max

  init(_ distance: Double?) { bits = distance?.bitPattern ?? Self.none }

  var value: Double? { bits == Self.none ? nil : Double(bitPattern: bits) }

  static func == (left: OptionalDistance, right: OptionalDistance) -> Bool {
    left.value == right.value
  }

  func hash(into hasher: inout Hasher) { hasher.combine(value) }
}
