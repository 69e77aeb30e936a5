internal import GalleyGeometry
internal import GalleyPainting
internal import GalleyTypesetting

/// A message that has been laid out: where everything in it stands.
///
/// Coordinates are those of the bubble, in points from its upper left corner; those of the avatar are
/// from the left of the conversation.
struct MessageLayout: Sendable {
  /// A text that is drawn as it is.
  struct Label: Sendable {
    var layout: TextLayout
    var origin: Point
    var palette = Palette.plain
    var attachments: AttachmentImages?
    /// The glyphs that may be drawn, if the conversation has unknown fonts.
    var allowance: GlyphAllowance?
  }

  /// The text of the message, in which links can be pressed.
  struct Body: Sendable {
    var text: AttributedText
    var options: LayoutOptions
    var layout: TextLayout
    var origin: Point
  }

  /// A rectangle with round corners.
  struct Box: Sendable {
    var frame: Rect
    var color: Color
    var radius: Double
    /// A bar along the left side, which the corners cut.
    var bar: Color?
  }

  /// An image, or the place for one.
  struct Picture: Sendable {
    var frame: Rect
    var image: LoadedImage
    var corners: CornerRadii
    var placeholder: Color
  }

  /// What is behind all else.
  struct Bubble: Sendable {
    var frame: Rect
    var shape: BubbleShape
  }

  /// The round picture of a person.
  struct Avatar: Sendable {
    var frame: Rect
    var colors: [Color]
    var initials: Label
  }

  /// Ticks, a clock or an exclamation mark.
  struct Mark: Sendable {
    var frame: Rect
    var status: DeliveryStatus
    var color: Color
  }

  var bubble: Bubble?
  var avatar: Avatar?
  var pictures: [Picture] = []
  /// The image of what is answered.
  var thumbnail: Picture?
  var boxes: [Box] = []
  var body: Body?
  var labels: [Label] = []
  var mark: Mark?
  var palette = Palette.plain
  /// Where the pictures of custom emoji come from.
  var attachments: AttachmentImages?
  /// How far everything but the avatar is from the left.
  var x = 0.0
  /// How high the row is, in points.
  var height = 0.0
}

/// The outline and the colors of a bubble.
struct BubbleShape: Hashable, Sendable {
  var color: Color
  var isOutgoing: Bool
  /// Whether the message before, and the one after, is of the same person.
  var isFirst: Bool
  var isLast: Bool
  var isDark: Bool
}
