internal import GalleyCairo
internal import GalleyGeometry
internal import GalleyPixels
internal import GalleyTypesetting

extension DocumentPainter {
  /// Paints all lines, the tokens on them, and what blocks have above their text.
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
    let scale = Self.pictureScale
    let area = PixelGrid(scale: scale).pixelsTouched(by: layer.area)
    guard let mask = mask(of: layer, area) else {
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
    document.endGroup(
      through: mask, x: origin.x + Double(area.minX) / scale,
      y: origin.y + Double(area.minY) / scale, scale: 1 / scale)
  }

  /// How much of a layer is seen, as a picture; `nil` if that would be too large.
  private func mask(of layer: LineLayer, _ area: PixelRect) -> Picture? {
    guard !area.isEmpty, area.width <= 16_384, area.height <= 16_384,
      area.width * area.height <= 1 << 24
    else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(area.width * area.height * 4)
    for y in area.minY..<area.maxY {
      for x in area.minX..<area.maxX {
        let point = Point(
          x: (Double(x) + 0.5) / Self.pictureScale, y: (Double(y) + 0.5) / Self.pictureScale)
        bytes += [0, 0, 0, UInt8(layer.opacity(at: point) * 255 + 0.5)]
      }
    }
    return try? Picture(bytes: bytes, width: area.width, height: area.height)
  }
}
