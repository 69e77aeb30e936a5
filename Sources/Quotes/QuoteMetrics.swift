internal import GalleyGeometry

/// The dimensions of a quote, in points.
enum QuoteMetrics {
  // Sizes of text.
  static let textSize = 24.0
  static let nameSize = 18.0
  static let (replyNameSize, replyTextSize) = (14.0, 15.0)
  static let detailSize = 14.0
  /// The size of emoji relative to the text around them.
  static let emojiScale = 1.15

  // The bubble.
  static let (paddingX, paddingY) = (16.0, 12.0)
  /// The distance between the parts of a bubble.
  static let gap = 5.0
  static let (radius, facingRadius) = (25.0, 7.0)
  /// The width and the height of the tail.
  static let tail = 14.0
  static let minimumWidth = 100.0
  /// The width of the header, beyond which it fades out.
  static let headerWidth = 300.0
  /// The part of the header's width in which it fades out.
  static let fadeWidth = 40.0
  /// The room for the shadow, at the top and at the other sides.
  static let (shadowTop, shadow) = (4.0, 12.0)

  // Around bubbles.
  static let (avatar, avatarGap) = (50.0, 10.0)
  static let (messageGap, groupGap) = (6.0, 2.0)

  // Parts.
  /// The maximum width of a picture relative to that of text.
  static let mediaShare = 2.0 / 3
  static let mediaRadius = 12.0
  static let replyBar = 3.5
  static let replyRadius = 7.0
  static let replyOpacity = 0.14
  static let replyThumbnail = 34.0
  static let (replyPaddingX, replyPaddingY) = (9.0, 5.0)
  /// The diameter of the circle of a voice message or a file.
  static let disc = 44.0
  static let (barWidth, barGap, barHeight) = (3.0, 2.0, 24.0)
  static let barCount = 48

  // Pictures on a wallpaper.
  /// The room around an image in total.
  static let imageMargin = Size(width: 95, height: 75)
  /// The size of a story and the least room around the messages, in pixels.
  static let (storySize, storyMargin) = (PixelBox(width: 720, height: 1_280), 110)
  static let watermarkSize = 16.0
}

/// A size in whole pixels.
package struct PixelBox: Hashable, Sendable {
  /// The width.
  package var width: Int
  /// The height.
  package var height: Int

  /// Creates a size.
  package init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }
}
