public import GalleyGeometry
import GalleyShaping

/// Something that stands in a line of text like a letter: a custom emoji, a picture, a box.
///
/// In the text that is laid out it is one U+FFFC; ``TextIndexMap`` leads from there to the text that
/// it came from and back.
public struct TextAttachment: Hashable, Sendable {
  /// How a box stands beside letters.
  public enum Placement: Hashable, Sendable {
    /// The box reaches so far below the baseline, in points.
    case baseline(descent: Double)
    /// The middle of the box is in the middle between the ascent and the descent of its style's font.
    case center
  }

  /// What the host knows the box by: the ID of a custom emoji, for instance.
  public var id: String
  /// The room that the box takes, in points.
  ///
  /// What is not finite or below zero counts as zero, and what is over 100,000 as that.
  public var size: Size
  /// How the box stands beside letters.
  public var placement: Placement
  /// What is copied, searched and read aloud instead of the box.
  public var text: String
  /// Whether the box is drawn in the color of the text.
  public var isTinted: Bool

  /// Makes a box.
  public init(
    id: String, size: Size, placement: Placement = .center, text: String = "",
    isTinted: Bool = false
  ) {
    self.id = id
    self.size = size
    self.placement = placement
    self.text = text
    self.isTinted = isTinted
  }

  /// A custom emoji for text of a size: a square of 24/17 of it.
  ///
  /// - Parameters:
  ///   - id: What the host knows the emoji by.
  ///   - fontSize: The size of the text, in points.
  ///   - text: The emoji that stands for it where it cannot be shown.
  /// - Returns: The box.
  public static func customEmoji(id: String, fontSize: Double, text: String) -> TextAttachment {
    let side = fontSize * 24 / 17
    return TextAttachment(id: id, size: Size(width: side, height: side), text: text)
  }

  /// The box as shaping reads it, whatever the numbers are.
  func object(at offset: Int32) -> ShapingObject {
    func bounded(_ length: Double) -> Double {
      length.isFinite ? min(max(length, 0), TextAttachment.greatestLength) : 0
    }
    var object = ShapingObject(
      offset: offset, width: bounded(size.width), height: bounded(size.height))
    if case .baseline(let descent) = placement {
      object.descent =
        descent.isFinite ? min(max(descent, -object.height), object.height) : 0
    }
    return object
  }

  private static let greatestLength = 100_000.0
}
