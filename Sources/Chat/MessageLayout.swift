internal import GalleyGeometry
internal import GalleyPainting
internal import GalleyTypesetting

/// A message that has been laid out: where everything in it stands.
///
/// Coordinates are those of the message's row, in points: as wide as the conversation, from the upper
/// edge of the bubble down.
struct MessageLayout: Sendable {
  /// A text that is drawn as it is.
  struct Label: Sendable {
    var layout: TextLayout
    var origin: Point
    var palette = Palette.plain
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
    var radius: Double
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
  var boxes: [Box] = []
  var body: Body?
  var labels: [Label] = []
  var mark: Mark?
  var palette = Palette.plain
  /// How high the row is, in points.
  var height = 0.0

  /// Moves everything but the avatar.
  mutating func offset(x: Double, y: Double = 0) {
    if let frame = bubble?.frame { bubble?.frame = frame.offset(x: x, y: y) }
    for index in pictures.indices {
      pictures[index].frame = pictures[index].frame.offset(x: x, y: y)
    }
    for index in boxes.indices { boxes[index].frame = boxes[index].frame.offset(x: x, y: y) }
    for index in labels.indices {
      labels[index].origin = labels[index].origin.offset(x: x, y: y)
    }
    if let origin = body?.origin { body?.origin = origin.offset(x: x, y: y) }
    if let frame = mark?.frame { mark?.frame = frame.offset(x: x, y: y) }
  }
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

extension Point {
  func offset(x: Double, y: Double) -> Point { Point(x: self.x + x, y: self.y + y) }
}
