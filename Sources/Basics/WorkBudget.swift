/// A bound on the work that one untrusted input may cause.
///
/// Code that decodes, expands or draws untrusted input charges the budget before it does the work,
/// and stops when a charge is refused. A refused charge exhausts the budget, so that work behind it
/// is refused as well. Charges are counts rather than durations: the same input gives the same
/// result on every machine.
package struct WorkBudget: Hashable, Sendable {
  /// The number of further items: elements of an output, such as messages, shapes or references.
  package private(set) var items: Int
  /// The number of further pixels to decode or fill.
  package private(set) var pixels: Int
  /// The number of further bytes to read or allocate.
  package private(set) var bytes: Int
  /// The number of further steps, the measure of time: table lookups, records visited, bytes
  /// scanned.
  package private(set) var steps: Int
  /// Whether a charge was refused.
  package private(set) var isExhausted = false

  /// Creates a budget; a dimension that is left out is unlimited.
  package init(items: Int = .max, pixels: Int = .max, bytes: Int = .max, steps: Int = .max) {
    self.items = items
    self.pixels = pixels
    self.bytes = bytes
    self.steps = steps
  }

  /// Charges work that is about to be done.
  ///
  /// - Parameters:
  ///   - items: The elements to add; not negative, like all charges.
  ///   - pixels: The pixels to decode or fill.
  ///   - bytes: The bytes to read or allocate.
  ///   - steps: The steps to take.
  /// - Returns: Whether the work may be done.
  package mutating func charge(
    items: Int = 0, pixels: Int = 0, bytes: Int = 0, steps: Int = 0
  ) -> Bool {
    precondition(
      items >= 0 && pixels >= 0 && bytes >= 0 && steps >= 0, "charges must not be negative")
    guard !isExhausted, items <= self.items, pixels <= self.pixels, bytes <= self.bytes,
      steps <= self.steps
    else {
      isExhausted = true
      return false
    }
    self.items -= items
    self.pixels -= pixels
    self.bytes -= bytes
    self.steps -= steps
    return true
  }
}
