internal import GalleyCairo
internal import GalleyGeometry
internal import GalleyPixels
internal import GalleyTypesetting

extension DocumentPainter {
  /// Paints all lines, their tokens, and the ornaments that blocks have above their text.
  mutating func paintLines(of layout: TextLayout, text: [UInt8], _ layers: LineLayers) {
    var next = 0
    for layer in layers.layers {
      let lines = layer.block.lines
      for line in next..<max(next, lines.lowerBound) {
        paintText(of: layout, line: line, text: text)
      }
      next = max(next, lines.upperBound)
      paint(layer, of: layout, text: text)
    }
    for line in next..<max(next, layout.lineCount) {
      paintText(of: layout, line: line, text: text)
    }
    for token in layers.tokens { paintPart(token.layout, at: token.origin) }
    for block in layout.blocks {
      if let title = block.title, let frame = block.titleFrame {
        paintPart(title, at: frame.origin)
      }
      paintOrnaments(of: block, layout.text.blocks[block.index].paint, palette: palette)
    }
  }

  private mutating func paint(_ layer: LineLayer, of layout: TextLayout, text: [UInt8]) {
    guard let mask = LayerMask(layer) else {
      for line in layer.block.lines { paintText(of: layout, line: line, text: text) }
      return
    }
    document.beginGroup()
    let origin = origin
    self.origin.x -= layer.scroll
    paintBehind(layout, [layer.block.lines])
    for line in layer.block.lines { paintText(of: layout, line: line, text: text) }
    for token in layer.tokens { paintPart(token.layout, at: token.origin) }
    self.origin = origin
    endGroup(through: mask)
  }

  /// Ends the last group, composited through a mask.
  mutating func endGroup(through mask: LayerMask) {
    document.endGroup(
      through: mask.picture, x: origin.x + mask.place.x, y: origin.y + mask.place.y,
      scale: 1 / mask.scale)
  }
}

/// The opacity of a layer, as an image.
struct LayerMask {
  let picture: DocumentImage
  /// The position of the upper left corner, in points of the layout.
  let place: Point
  /// The number of pixels per point.
  let scale: Double

  /// The maximum number of pixels; larger masks have a lower resolution.
  private static let limit = Double(1 << 20)

  /// Creates the mask of a layer, or returns `nil` if the layer is empty or memory runs out.
  init?(_ layer: LineLayer) { self.init(layer.area) { layer.opacity(at: $0) } }

  /// Creates a mask of opacities from 0 to 1 in an area, or returns `nil` if the area is empty or
  /// memory runs out.
  init?(_ layerArea: Rect, opacity: (Point) -> Double) {
    let size = layerArea.size
    let points = size.width * size.height
    guard points > 0, points.isFinite else { return nil }
    let finest = DocumentPainter.pictureScale
    scale = min(finest, (Self.limit / points).squareRoot())
    let area = PixelGrid(scale: scale).pixelsTouched(by: layerArea)
    guard !area.isEmpty, area.width <= 16_384, area.height <= 16_384 else { return nil }
    place = Point(x: Double(area.minX) / scale, y: Double(area.minY) / scale)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(area.width * area.height * 4)
    for y in area.minY..<area.maxY {
      for x in area.minX..<area.maxX {
        let point = Point(x: (Double(x) + 0.5) / scale, y: (Double(y) + 0.5) / scale)
        for _ in 0..<3 { bytes.append(0) }
        bytes.append(UInt8(opacity(point) * 255 + 0.5))
      }
    }
    guard let made = try? DocumentImage(bytes: bytes, width: area.width, height: area.height) else {
      return nil
    }
    picture = made
  }
}
