public import GalleyGeometry
import GalleyShaping

/// An inline object: a custom emoji, a picture, or another box in a line of text.
///
/// An attachment is one U+FFFC in the text that is laid out; ``AttributedText/IndexMap`` maps
/// between that text and its source.
public struct TextAttachment: Hashable, Sendable {
  /// The vertical placement of a box.
  public enum Placement: Hashable, Sendable {
    /// The box extends this far below the baseline, in points.
    case baseline(descent: Double)
    /// The box is centered between the ascent and the descent of its style's font.
    case center
  }

  /// The host's identifier, such as the ID of a custom emoji.
  public var id: String
  /// The size of the box, in points.
  ///
  /// Values that are negative or not finite count as zero, and values over 100,000 as 100,000.
  public var size: Size
  /// The vertical placement of the box.
  public var placement: Placement
  /// The alternative text, for copying, searching and reading aloud.
  public var text: String
  /// Whether the box is painted in the color of the text.
  public var isTinted: Bool

  /// Creates an attachment.
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

  /// Creates a custom emoji for a font size: a square with a side of 24/17 of that size.
  ///
  /// - Parameters:
  ///   - id: The host's identifier of the emoji.
  ///   - fontSize: The font size of the text, in points.
  ///   - text: The standard emoji shown if the custom emoji is unavailable.
  /// - Returns: The attachment.
  public static func customEmoji(id: String, fontSize: Double, text: String) -> TextAttachment {
    let side = fontSize * 24 / 17
    return TextAttachment(id: id, size: Size(width: side, height: side), text: text)
  }

  /// Returns the box as input to shaping, with its dimensions clamped.
  func object(at offset: Int32) -> ShapingObject {
    func bounded(_ length: Double) -> Double {
      length.isFinite ? min(max(length, 0), TextAttachment.greatestLength) : 0
    }
    var object = ShapingObject(
      offset: offset, width: bounded(size.width), height: bounded(size.height))
    if case .baseline(let descent) = placement {
      object.descent = descent.isFinite ? min(max(descent, -object.height), object.height) : 0
    }
    return object
  }

  private static let greatestLength = 100_000.0
}
