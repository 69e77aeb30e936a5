public import GalleyGeometry

/// A place between two characters, where a caret may stand.
public struct TextPosition: Hashable, Sendable {
  /// Which side of a place a caret belongs to.
  ///
  /// It matters where a line ends without a line end in the text, and where the direction changes:
  /// there the character before a place and the one behind it do not meet.
  public enum Affinity: Hashable, Sendable {
    /// The caret stands where the character before it ends.
    case upstream
    /// The caret stands where the character behind it begins.
    case downstream
  }

  /// The UTF-8 offset of the place.
  public var offset: Int
  /// Which side the caret belongs to.
  public var affinity: Affinity

  /// Makes a position.
  public init(offset: Int, affinity: Affinity = .downstream) {
    self.offset = offset
    self.affinity = affinity
  }
}

/// Where a caret is drawn.
public struct Caret: Hashable, Sendable {
  /// The caret's place; upstream only where that makes a difference.
  public var position: TextPosition
  /// The line that the caret stands on.
  public var line: Int
  /// The caret's place: as high as its line, and without width.
  public var frame: Rect
  /// Whether the character that the caret belongs to goes from right to left.
  public var isRightToLeft: Bool
  /// Where the caret would stand on the same line by the other affinity, if that is elsewhere: the
  /// other half of a split caret.
  public var otherFrame: Rect?
}
