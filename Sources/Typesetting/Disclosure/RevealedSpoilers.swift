/// The set of revealed spoilers of a text.
///
/// Text in any other spoiler is hidden: it is not painted, hit, copied, read aloud or searched, and
/// its links cannot be followed. Text that leaves a layout or a message is a ``DisclosedText``,
/// created with a value of this type.
public struct RevealedSpoilers: Hashable, Sendable {
  private enum Content: Hashable {
    case all
    case some(Set<Int>)
  }

  private let content: Content

  /// Creates a set of revealed spoilers.
  ///
  /// - Parameter indices: The indices of the spoilers, as in ``TextLayout/Spoiler/index``.
  public init(_ indices: Set<Int>) { content = .some(indices) }

  private init(_ content: Content) { self.content = content }

  /// All spoilers are hidden.
  public static let none = RevealedSpoilers([])
  /// No spoiler is hidden.
  public static let all = RevealedSpoilers(.all)

  /// Returns whether a spoiler is revealed.
  public func contains(_ index: Int) -> Bool {
    switch content {
    case .all: true
    case .some(let indices): indices.contains(index)
    }
  }

  /// Returns the set for a part of a text, whose first spoiler has an index in the whole.
  package func after(_ first: Int) -> RevealedSpoilers {
    switch content {
    case .all: self
    case .some(let indices):
      first == 0 ? self : RevealedSpoilers(Set(indices.lazy.map { $0 - first }))
    }
  }

  /// Returns the set with one more spoiler revealed.
  public func revealing(_ index: Int) -> RevealedSpoilers {
    switch content {
    case .all: self
    case .some(let indices): RevealedSpoilers(indices.union([index]))
    }
  }
}

extension AttributedText {
  /// The spoilers in insertion order; their positions are their indices.
  public var spoilers: [Range<Int>] {
    annotations.lazy.filter { $0.kind == .spoiler }.map(\.range)
  }

  /// Returns the ranges of text in spoilers that are not revealed.
  ///
  /// - Parameter revealed: The spoilers that may be seen.
  /// - Returns: UTF-8 offsets, in order; no two ranges overlap or touch.
  /// - Complexity: O(*n* log *n*), where *n* is the number of annotations.
  public func hiddenRanges(revealed: RevealedSpoilers) -> [Range<Int>] {
    guard revealed != .all, !annotations.isEmpty else { return [] }
    return .union(of: spoilers.enumerated().filter { !revealed.contains($0.offset) }.map(\.element))
  }
}

extension [Range<Int>] {
  /// Returns the union of ranges, sorted, without overlapping or adjacent ranges.
  package static func union(of ranges: [Range<Int>]) -> [Range<Int>] {
    var result: [Range<Int>] = []
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = result.last, last.upperBound >= range.lowerBound {
        result[result.count - 1] = last.lowerBound..<Swift.max(last.upperBound, range.upperBound)
      } else {
        result.append(range)
      }
    }
    return result
  }
}
