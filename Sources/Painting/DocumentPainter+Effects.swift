internal import GalleyCairo
internal import GalleyFonts
internal import GalleyFreeType
internal import GalleyGeometry
internal import GalleyPixels
internal import GalleyTypesetting

extension DocumentPainter: ShapeTarget {
  func sharp(_ rect: Rect) -> Rect { rect }

  mutating func fill(_ path: Path, with color: Color) {
    guard color.alpha > 0 else { return }
    func point(_ point: Point) -> SIMD2<Double> {
      SIMD2(point.x + origin.x, point.y + origin.y)
    }
    var elements: [PathElement] = []
    for element in path.elements {
      switch element {
      case .move(let to): elements.append(.move(point(to)))
      case .line(let to): elements.append(.line(point(to)))
      case .curve(let to, let control1, let control2):
        elements.append(.curve(point(control1), point(control2), to: point(to)))
      case .close: break
      }
    }
    document.fill(elements, color: color.argb)
  }
}

extension DocumentPainter {
  /// How many pixels a point has in what a document can only have as a picture.
  static let pictureScale = 2.0

  /// Draws the shadows of a line: hard ones as glyphs; soft ones, and of attachments, as a picture.
  mutating func paintShadows(of layout: TextLayout, line: Int) {
    let runs = runs(of: layout, line: line)
    guard !layout.hasAttachments, !runs.contains(where: { ($0.0.paint.shadow?.blur ?? 0) > 0 })
    else {
      let (palette, filter) = (palette, filter)
      return paintPicture { worker, canvas in
        worker.palette = palette
        worker.paintShadows(of: layout, line: line, filter, on: &canvas)
      }
    }
    for (run, glyphs) in runs {
      guard let shadow = run.paint.shadow,
        let shown = shown(run, glyphs, color: palette.color(shadow.color), offset: shadow.offset)
      else { continue }
      document.show(shown)
    }
  }

  /// Draws the lines around the glyphs of a line.
  mutating func paintStrokes(of layout: TextLayout, line: Int) {
    for (run, glyphs) in runs(of: layout, line: line) where !run.font.typeface.isColor {
      guard let stroke = run.paint.stroke, stroke.width.isFinite,
        let shown = shown(run, glyphs, color: palette.color(stroke.color))
      else { continue }
      document.stroke(shown, width: stroke.width)
    }
  }

  /// Draws the dust over what is hidden, as it is at one moment.
  mutating func paintDust(of layout: TextLayout, _ veil: SpoilerVeil, _ layers: LineLayers) {
    guard painter.dust != .none, !veil.dusty.isEmpty else { return }
    let color = palette[.secondaryText]
    var path = Path()
    // Half a point to each side of its middle.
    func add(_ dot: DustCloud.Dot, of dust: PlacedDust) {
      guard dot.opacity * dust.share(at: Point(x: dot.x, y: dot.y)) > 0.5 else { return }
      if let area = dust.layer?.area, dot.x < area.minX + 0.5 || dot.x > area.maxX - 0.5 { return }
      path.addRect(Rect(x: dot.x - 0.5, y: dot.y - 0.5, width: 1, height: 1))
    }
    for spoiler in layout.spoilers(veil.dusty) {
      for dust in painter.dust.clouds(over: spoiler, on: layers) {
        path = Path()
        if let time = dust.time {
          dust.cloud.visitDrifting(at: time, in: dust.cloud.rect) { add($0, of: dust) }
        } else {
          dust.cloud.visitStill(in: dust.cloud.rect) { add($0, of: dust) }
        }
        fill(path, with: color)
      }
    }
  }

  /// Draws what the document has no words for as pixels.
  ///
  /// - Parameter body: Draws the same each time; first to measure how large the picture is.
  mutating func paintPicture(_ body: (inout PaintWorker, inout Canvas) -> Void) {
    let (masks, scale) = (masks, Self.pictureScale)
    let drawn: (bitmap: Bitmap, area: PixelRect)? = masks.withWorker { worker in
      var measuring = Canvas(
        nil, place: CanvasPlace(scale: scale), isHinted: false, cache: masks)
      body(&worker, &measuring)
      let area = measuring.ink
      guard !area.isEmpty, let bitmap = try? Bitmap(width: area.width, height: area.height) else {
        return nil
      }
      let place = CanvasPlace(shiftX: -area.minX, shiftY: -area.minY, scale: scale)
      var canvas = Canvas(bitmap, place: place, isHinted: false, cache: masks)
      body(&worker, &canvas)
      return canvas.finish().map { ($0, area) }
    }
    guard let drawn, let picture = drawn.bitmap.picture else { return }
    document.show(
      picture, x: origin.x + Double(drawn.area.minX) / scale,
      y: origin.y + Double(drawn.area.minY) / scale, scale: 1 / scale)
  }
}

extension Bitmap {
  /// The pixels, as documents show them.
  var picture: Picture? {
    try? Picture(bytes: compactBytes, width: width, height: height)
  }

  /// The bytes of the pixels, row after row without gaps.
  var compactBytes: [UInt8] {
    pixels.flatMap { pixel in [0, 8, 16, 24].map { UInt8(pixel >> $0 & 255) } }
  }
}
