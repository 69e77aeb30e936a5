/// A text that becomes shorter while it keeps a property, by delta debugging.
///
/// The text is divided into parts of equal length, and the candidates are the texts without one of
/// them. If none has the property, the parts are halved.
///
/// - SeeAlso: Zeller, Hildebrandt: *Simplifying and Isolating Failure-Inducing Input* (2002).
package struct TextShrinker: Sendable {
  private var characters: [Character]
  private var partCount = 2
  /// Whether no character can be removed.
  package private(set) var isDone = false

  /// Creates a shrinker of a text that has the property.
  package init(_ text: String) {
    characters = Array(text)
    isDone = characters.count < 2
  }

  /// The text, which has the property.
  package var text: String { String(characters) }

  /// The candidates for a shorter text.
  package var candidates: [String] {
    isDone ? [] : parts.map { String(characters[..<$0.lowerBound] + characters[$0.upperBound...]) }
  }

  /// Continues with the first of the candidates that have the property.
  ///
  /// - Parameter hasProperty: Whether each of the candidates has the property.
  package mutating func update(_ hasProperty: [Bool]) {
    guard !isDone else { return }
    if let index = hasProperty.firstIndex(of: true) {
      characters.removeSubrange(parts[index])
      partCount = max(2, partCount - 1)
      isDone = characters.count < 2
    } else if partCount >= characters.count {
      isDone = true
    } else {
      partCount *= 2
    }
    partCount = min(partCount, characters.count)
  }

  private var parts: [Range<Int>] {
    (0..<partCount).map {
      characters.count * $0 / partCount..<characters.count * ($0 + 1) / partCount
    }
  }
}
