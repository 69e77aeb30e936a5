internal import GalleyBasics
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
    document.fill(elements(of: path), color: color.argb)
  }

  /// Returns the elements of a path, in page coordinates.
  func elements(of path: Path) -> [PathElement] {
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
    return elements
  }
}

extension DocumentPainter {
  /// The resolution of images for content that a document cannot express as vectors, in pixels per
  /// point.
  static let pictureScale = 2.0

  /// Draws the shadows of a line: hard ones as glyphs; soft ones, and those of attachments, as an
  /// image.
  mutating func paintShadows(of layout: TextLayout, line: Int) {
    let runs = runs(of: layout, line: line)
    guard !layout.hasAttachments, !runs.contains(where: { ($0.0.paint.shadow?.blur ?? 0) > 0 })
    else {
      let (palette, filter) = (palette, filter)
      return paintPicture { worker, canvas in
        worker.job.palette = palette
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

  /// Draws the glyph strokes of a line.
  mutating func paintStrokes(of layout: TextLayout, line: Int) {
    for (run, glyphs) in runs(of: layout, line: line) where !run.font.typeface.isColor {
      guard let stroke = run.paint.stroke, stroke.width.isFinite,
        let shown = shown(run, glyphs, color: palette.color(stroke.color))
      else { continue }
      document.stroke(shown, width: stroke.width)
    }
  }

  /// Draws content that the document cannot express, as an image; `body` is called twice, first to
  /// measure the bounds.
  ///
  /// A large image has a lower resolution. If the document's pixel budget is exhausted, nothing is
  /// drawn.
  mutating func paintPicture(_ body: (inout PaintWorker, inout PaintCanvas) -> Void) {
    let masks = masks
    func canvas(_ bitmap: consuming Bitmap?, _ place: CanvasPlacement) -> PaintCanvas {
      PaintCanvas(bitmap, place: place, isHinted: false, cache: masks)
    }
    func area(_ scale: Double) -> PixelRect {
      masks.withWorker { worker in
        var measuring = canvas(nil, CanvasPlacement(scale: scale))
        body(&worker, &measuring)
        return measuring.ink
      }
    }
    var (scale, ink) = (Self.pictureScale, area(Self.pictureScale))
    let excess = Double(ink.width) * Double(ink.height) / Double(Self.pictureLimit)
    if excess > 1 {
      scale = max(scale / excess.squareRoot() * 0.99, Self.leastPictureScale)
      ink = area(scale)
    }
    guard !ink.isEmpty, ink.width * ink.height <= Self.pictureLimit,
      budget.charge(pixels: ink.width * ink.height),
      let bitmap = try? Bitmap(width: ink.width, height: ink.height)
    else { return }
    let place = CanvasPlacement(shiftX: -ink.minX, shiftY: -ink.minY, scale: scale)
    let drawn: Bitmap? = masks.withWorker { worker in
      var canvas = canvas(bitmap, place)
      body(&worker, &canvas)
      return canvas.finish()
    }
    guard let picture = drawn?.picture else { return }
    document.show(
      picture, x: origin.x + Double(ink.minX) / scale, y: origin.y + Double(ink.minY) / scale,
      scale: 1 / scale)
  }

  /// The maximum number of pixels of an image, and its minimum resolution in pixels per point.
  private static let (pictureLimit, leastPictureScale) = (1 << 21, 1.0 / 64)
}

extension Bitmap {
  /// The pixels as a document image.
  var picture: DocumentImage? {
    try? DocumentImage(bytes: compactBytes, width: width, height: height)
  }

  /// The bytes of the pixels, row by row without padding.
  var compactBytes: [UInt8] {
    withBytes { bytes, bytesPerRow in
      var compact: [UInt8] = []
      compact.reserveCapacity(width * height * 4)
      for y in 0..<height {
        for index in y * bytesPerRow..<y * bytesPerRow + width * 4 { compact.append(bytes[index]) }
      }
      return compact
    }
  }
}
