public import GalleyGeometry

/// A position between two characters at which a caret can be placed.
public struct TextPosition: Hashable, Sendable {
  /// The side of a position that a caret belongs to.
  ///
  /// It matters at a line end that is not in the text, and at a change of direction: there the end
  /// of the character before the position and the start of the one after it are apart.
  public enum Affinity: Hashable, Sendable {
    /// The caret is at the end of the character before it.
    case upstream
    /// The caret is at the start of the character after it.
    case downstream
  }

  /// The UTF-8 offset of the position.
  public var offset: Int
  /// The side that the caret belongs to.
  public var affinity: Affinity

  /// Creates a position.
  public init(offset: Int, affinity: Affinity = .downstream) {
    self.offset = offset
    self.affinity = affinity
  }
}

extension TextLayout {
  /// The geometry of a caret.
  public struct Caret: Hashable, Sendable {
    /// The position of the caret, with upstream affinity only if it matters.
    public var position: TextPosition
    /// The index of the caret's line.
    public var line: Int
    /// The frame of the caret, as high as its line and without width.
    public var frame: Rect
    /// Whether the character that the caret belongs to is right-to-left.
    public var isRightToLeft: Bool
    /// The frame of the caret with the other affinity on the same line, if it differs: the second
    /// half of a split caret.
    public var otherFrame: Rect?
  }
}
