internal import GalleyGeometry
internal import GalleyRichMessages
internal import GalleyTypesetting

extension BlockLayouter {
  /// The greatest height of a picture, relative to the room.
  private var greatestPictureHeight: Double { 1.2 }
  /// The greatest width of a picture, relative to its own.
  private var greatestMagnification: Double { 2 }

  /// Returns the size at which a picture is shown in a room.
  private func pictureSize(_ size: Size, in room: Double) -> Size {
    var width = min(room, greatestMagnification * size.width)
    var height = width * size.height / size.width
    let limit = greatestPictureHeight * room
    if height > limit {
      width *= limit / height
      height = limit
    }
    return Size(width: max(width.rounded(), 1), height: max(height.rounded(), 1))
  }

  /// Returns the width of media that have a room, in points.
  func width(of media: ComposedMedia, in room: Double) -> Double {
    let captions = media.caption.reduce(0) { max($0, width(of: $1, in: room)) }
    if let size = media.size { return max(pictureSize(size, in: room).width, captions) }
    let inset = fileInset
    let labels = media.labels.reduce(0) { max($0, $1.natural.size.width) }
    return max(min(labels + inset + metrics.summaryPadding, room), captions)
  }

  /// The distance from the edge of a file's row to its labels.
  private var fileInset: Double { 2 * metrics.summaryPadding + metrics.fileIcon }

  /// Lays media out, with the caption below.
  func mediaBox(_ media: ComposedMedia, at path: BlockPath, width: Double) -> BlockBox {
    var stack = CaptionedStack()
    if let size = media.size {
      let shown = pictureSize(size, in: width + slack)
      let x = edge(0, shown.width, width)
      let frame = Rect(x: x, y: 0, width: shown.width, height: shown.height)
      stack.items.append(.picture(media.media, frame, path))
      if media.isMap {
        stack.items.append(.shape(.pin(at: frame.middle), .fixed(RichColors.danger)))
      }
      stack.height = shown.height
    } else {
      stack.items = fileRow(media, at: path, width: width)
      stack.height = metrics.fileHeight
    }
    return captioned(stack, by: media.caption, at: path, width: width)
  }

  private struct CaptionedStack {
    var items: [BlockBox.Item] = []
    var height = 0.0
  }

  /// Adds the texts of a caption below contents.
  private func captioned(
    _ stack: CaptionedStack, by caption: [ComposedText], at path: BlockPath, width: Double
  ) -> BlockBox {
    var stack = stack
    for (index, text) in caption.enumerated() {
      if index == 0 { stack.height += metrics.captionGap }
      let box = textBox(text, at: path, width: width)
      stack.items.append(.box(box, Point(x: 0, y: stack.height)))
      stack.height += box.size.height
    }
    return BlockBox(size: Size(width: width, height: stack.height), items: stack.items)
  }

  private func fileRow(
    _ media: ComposedMedia, at path: BlockPath, width: Double
  ) -> [BlockBox.Item] {
    let (height, side) = (metrics.fileHeight, metrics.fileIcon)
    let padding = metrics.summaryPadding
    let frame = Rect(x: 0, y: 0, width: width, height: height)
    let icon = Rect(
      x: edge(padding, side, width), y: (height - side) / 2, width: side, height: side)
    var items: [BlockBox.Item] = [
      .outline(frame, radius: metrics.frameRadius, width: metrics.border, .role(.quoteFill)),
      .fill(icon, radius: side / 2, .fixed(RichColors.primary)),
      .shape(.sign(of: media.media.kind, in: icon), .white), .picture(media.media, icon, path),
    ]
    let room = max(width - fileInset - padding, 0)
    var labels: [(layout: TextLayout, text: ComposedText)] = []
    for text in media.labels {
      var options = text.natural.options
      (options.width, options.alignmentWidth) = (room, room)
      (options.maximumLines, options.truncation) = (1, .middle)
      labels.append((text.natural.relayout(options), text))
    }
    var y = (height - labels.reduce(0) { $0 + $1.layout.size.height }) / 2
    for (layout, text) in labels {
      items.append(.text(layout, text, path, Point(x: edge(fileInset, room, width), y: y)))
      y += layout.size.height
    }
    return items
  }

  /// Lays the pictures of a gallery out: in rows, or one at a time.
  func gallery(
    _ pictures: [ComposedMedia], isSlideshow: Bool, caption: [ComposedText], at path: BlockPath,
    width: Double
  ) -> BlockBox {
    var stack = CaptionedStack()
    let sizes = pictures.map { $0.size ?? Size(width: 4, height: 3) }
    let mosaic =
      isSlideshow
      ? Mosaic(slides: sizes, width: width)
      : Mosaic(
        sizes, width: width, gap: metrics.collageGap)
    for (picture, frame) in zip(pictures, mosaic.frames) {
      stack.items.append(.picture(picture.media, frame, path))
    }
    stack.height = mosaic.height
    if isSlideshow, pictures.count > 1, let frame = mosaic.frames.first {
      stack.items += dots(pictures.count, in: frame)
    }
    return captioned(stack, by: caption, at: path, width: width)
  }
}

/// The frames of several pictures.
struct Mosaic: Hashable, Sendable {
  /// The frames of the visible pictures, in points.
  private(set) var frames: [Rect] = []
  /// The height of all.
  private(set) var height = 0.0

  /// The greatest height, relative to the width.
  private static let greatestHeight = 1.25
  /// The least ratio of a row's width to its height: a row with a smaller one gets another picture.
  private static let leastRowRatio = 2.2

  /// Arranges pictures in rows of equal height, which all fill the width.
  init(_ sizes: [Size], width: Double, gap: Double) {
    var rows: [(ratios: [Double], sum: Double)] = []
    for size in sizes {
      // Extreme pictures are cropped.
      let ratio = min(max(size.width / max(size.height, 1), 0.5), 2.5)
      if let last = rows.last, last.sum < Self.leastRowRatio {
        rows[rows.count - 1] = (last.ratios + [ratio], last.sum + ratio)
      } else {
        rows.append(([ratio], ratio))
      }
    }
    let heights = rows.map { (width - gap * Double($0.ratios.count - 1)) / $0.sum }
    let total = heights.reduce(0, +)
    let factor = total > 0 ? min(1, Self.greatestHeight * width / total) : 1
    for (row, natural) in zip(rows, heights) {
      let rowHeight = max((natural * factor).rounded(), 1)
      var x = 0.0
      for (index, ratio) in row.ratios.enumerated() {
        let isLast = index + 1 == row.ratios.count
        let own = isLast ? width - x : (natural * ratio).rounded()
        frames.append(Rect(x: x, y: height, width: max(own, 1), height: rowHeight))
        x += own + gap
      }
      height += rowHeight + gap
    }
    height = max(height - gap, 0)
  }

  /// Shows the first picture in a frame of the median ratio, which all pictures share.
  init(slides sizes: [Size], width: Double) {
    let ratios = sizes.map { $0.width / max($0.height, 1) }.sorted()
    guard !ratios.isEmpty else { return }
    let ratio = max(ratios[ratios.count / 2], 1 / Self.greatestHeight)
    height = min(max((width / ratio).rounded(), 160), (Self.greatestHeight * width).rounded())
    frames = [Rect(x: 0, y: 0, width: width, height: height)]
  }
}
