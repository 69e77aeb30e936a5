internal import GalleyGeometry
internal import GalleyImages
internal import GalleyPainting
internal import GalleyRichTypesetting
internal import GalleyTypesetting

/// The layout of a message.
///
/// Coordinates are in points, relative to the upper left corner of the bubble; the avatar's are
/// relative to the left edge of the conversation.
struct MessageLayout: Sendable {
  /// A text without interaction.
  struct Label: Sendable {
    let layout: TextLayout
    var origin: Point
    var palette: Palette
    var attachments: AttachmentImages?
    /// The glyph budget, if the conversation has unknown fonts.
    var allowance: GlyphAllowance?
    /// The distances that the visible rectangle extends beyond the text's box, in points.
    ///
    /// Hit tests ignore the overhang, which may cover a neighboring text.
    let overhang: Insets

    init(
      layout: TextLayout, origin: Point, palette: Palette = .plain,
      attachments: AttachmentImages? = nil
    ) {
      self.layout = layout
      self.origin = origin
      self.palette = palette
      self.attachments = attachments
      overhang = Self.overhang(of: layout)
    }

    private static func overhang(of layout: TextLayout) -> Insets {
      let ink = layout.inkBounds
      // Four points are whole pixels at most scales.
      func outset(_ distance: Double) -> Double { (max(1, distance) / 4).rounded(.up) * 4 }
      return Insets(
        top: outset(-ink.minY), left: outset(-ink.minX),
        bottom: outset(ink.maxY - layout.size.height), right: outset(ink.maxX - layout.size.width))
    }
  }

  /// The text of the message, with links that can be pressed.
  struct Body: Sendable {
    var text: AttributedText
    var options: LayoutOptions
    var layout: TextLayout
    var origin: Point
  }

  /// The blocks of a rich message.
  struct Rich: Sendable {
    var layout: RichLayout
    var origin: Point
    /// The width of the bubble's contents, in points, if the layout is wider, as that of a message
    /// that grows.
    var visibleWidth: Double?

    /// The frame, relative to the bubble.
    var frame: Rect { Rect(origin: origin, size: layout.size) }
    /// The part of the frame in the bubble.
    var visibleFrame: Rect {
      var frame = frame
      if let visibleWidth { frame.size.width = min(frame.size.width, visibleWidth) }
      return frame
    }
  }

  /// A rounded rectangle.
  struct Box: Sendable {
    var frame: Rect
    var color: Color
    var radius: Double
    /// The color of a bar along the left side, clipped to the corners.
    var bar: Color?
    /// The name of the node in tree dumps.
    var name = "box"
  }

  /// The preview of a link.
  struct Preview: Sendable {
    var link: LinkPreview
    /// The index of its box.
    var box: Int
    var picture: Picture?
  }

  /// An image, or its placeholder.
  struct Picture: Sendable {
    var frame: Rect
    var image: LoadedImage
    var corners: CornerRadii
    var placeholder: Color
  }

  /// The bubble behind the contents.
  struct Bubble: Sendable {
    var frame: Rect
    var shape: BubbleShape
  }

  /// The avatar of a person.
  struct Avatar: Sendable {
    var frame: Rect
    var colors: [Color]
    /// The load of the person's picture, which covers the initials; `nil` if there is none.
    var pending: PendingPicture?
    var initials: Label
  }

  /// A delivery mark: ticks, a clock or an exclamation mark.
  struct Mark: Sendable {
    var frame: Rect
    var status: DeliveryStatus
    var color: Color
  }

  var bubble: Bubble?
  var avatar: Avatar?
  var pictures: [Picture] = []
  /// The thumbnail of the reply header.
  var thumbnail: Picture?
  var boxes: [Box] = []
  var preview: Preview?
  var body: Body?
  var rich: Rich?
  var labels: [Label] = []
  var mark: Mark?
  /// The parts that can be pointed at in front of the bubble, the images and the text.
  var parts: [ChatRow.Part] = []
  var palette = Palette.plain
  /// The picture source of custom emoji.
  var attachments: AttachmentImages?
  /// The x coordinate of everything but the avatar, in points.
  var x = 0.0
  /// The height of the row, in points.
  var height = 0.0
}

/// The shape and the colors of a bubble.
struct BubbleShape: Hashable, Sendable {
  var color: Color
  var isOutgoing: Bool
  /// Whether the message is the first, and the last, of its group.
  var isFirst: Bool
  var isLast: Bool
  var isDark: Bool
  /// The shape of the tail; `nil` for the usual one.
  var tail: TailPicture?
}
