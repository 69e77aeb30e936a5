/// The rule by which a part of an open block is typeset again that cannot be typeset in pieces.
///
/// A short part follows each append. A long one, such as a quotation with a long list in it,
/// follows when it has grown by a share of its length, so that all of its layouts together take
/// time in proportion to its length. What is left out is shown when no text comes for a while, and
/// when the block closes.
enum OpenBudget {
  /// The length up to which a part follows each append, in bytes.
  private static let eagerLength = 512
  /// The share of its length by which a longer part grows before it is typeset again.
  private static let share = 32

  /// Returns whether a part is due.
  ///
  /// - Parameters:
  ///   - length: The length of its source, in bytes.
  ///   - old: The length of the source that is shown, in bytes.
  /// - Returns: Whether the part is typeset now.
  static func isDue(_ length: Int, after old: Int) -> Bool {
    length <= eagerLength || (length - old) * share >= length
  }
}
