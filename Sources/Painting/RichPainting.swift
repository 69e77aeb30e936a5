public import GalleyGeometry
public import GalleyPixels
public import GalleyRichTypesetting
internal import GalleyMath
internal import GalleyRichMessages
internal import GalleyTypesetting

extension TextPainter {
  /// Paints a rich message over the contents of a bitmap.
  ///
  /// Indices of spoilers are those of the message; ``underlays`` are drawn below the texts that
  /// they touch.
  ///
  /// - Parameters:
  ///   - layout: The message.
  ///   - origin: The position of the layout's origin, in points from the bitmap's upper left
  ///     corner.
  ///   - bitmap: The destination; anything beyond its bounds is clipped.
  ///   - scale: The number of pixels per point: above zero and at most ``scaleLimit``.
  ///   - isStale: Returns whether the result is no longer needed. Painting stops when it returns
  ///     `true`, with some blocks done.
  public func paint(
    _ layout: RichLayout, at origin: Point = .zero, into bitmap: inout Bitmap, scale: Double,
    isStale: () -> Bool = { false }
  ) {
    paint(at: CanvasPlacement(origin: origin, scale: scale), into: &bitmap) { worker, canvas in
      worker.paint(layout, as: self, on: &canvas, isStale: isStale)
    }
  }

  /// Returns the painter of a text of a rich message.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - origin: The position of the text, in the message's coordinates.
  ///   - size: The size of the text's layout.
  /// - Returns: The painter.
  func painter(of text: ComposedText, at origin: Point, size: Size) -> TextPainter {
    var painter = self
    if !text.text.annotations.isEmpty, text.firstSpoiler > 0 {
      painter.revealed = revealed.after(text.firstSpoiler)
      if var transition {
        transition.spoilers = Set(transition.spoilers.map { $0 - text.firstSpoiler })
        if case .reveals(from: let point?) = transition.change {
          transition.change = .reveals(
            from: Point(x: point.x - origin.x, y: point.y - origin.y))
        }
        painter.transition = transition
      }
    }
    guard !underlays.isEmpty else { return painter }
    let frame = Rect(origin: origin, size: size)
    painter.underlays = underlays.filter { !$0.path.bounds.intersection(frame).isEmpty }.map {
      Underlay($0.path.offset(x: -origin.x, y: -origin.y), color: $0.color)
    }
    return painter
  }
}

extension PaintWorker {
  /// Paints a rich message.
  mutating func paint(
    _ layout: RichLayout, as painter: TextPainter, on canvas: inout PaintCanvas,
    isStale: () -> Bool
  ) {
    let pass = RichPass(
      painter: painter, offsets: layout.scrollOffsets,
      isRightToLeft: layout.document.message.isRightToLeft)
    paint(layout.root, at: .zero, in: pass, on: &canvas, isStale: isStale)
  }

  /// Paints a box of a rich message.
  ///
  /// - Parameters:
  ///   - box: The box.
  ///   - place: The position of the box, in the message's coordinates.
  ///   - pass: The options.
  ///   - canvas: The destination, whose origin is that of the box.
  ///   - isStale: Returns whether the result is no longer needed.
  mutating func paint(
    _ box: BlockBox, at place: Point, in pass: RichPass, on canvas: inout PaintCanvas,
    isStale: () -> Bool
  ) {
    let origin = canvas.origin
    func moved(_ start: Point, by step: Point) -> Point {
      Point(x: start.x + step.x, y: start.y + step.y)
    }
    for item in box.items where !isStale() {
      switch item {
      case .box(let inner, let step):
        canvas.origin = moved(origin, by: step)
        if canvas.touches(inner.extent(isRightToLeft: pass.isRightToLeft)) {
          paint(inner, at: moved(place, by: step), in: pass, on: &canvas, isStale: isStale)
        }
      case .text(let layout, let text, _, let step):
        if pass.omitsTexts { break }
        canvas.origin = moved(origin, by: step)
        guard canvas.touches(Rect(origin: .zero, size: layout.size)) else { break }
        let painter = pass.painter.painter(
          of: text, at: moved(place, by: step), size: layout.size)
        paint(
          layout, with: text.objects, as: painter, isPart: text.isPart, on: &canvas,
          isStale: isStale)
      case .label(let layout, let step):
        canvas.origin = moved(origin, by: step)
        paint(layout, as: pass.painter, on: &canvas, isStale: isStale)
      case .scroll(let inner, let frame, let path):
        let area = pass.area(inner, in: frame.offset(x: place.x, y: place.y), of: path)
        paint(inner, in: area, at: place, in: pass, on: &canvas, isStale: isStale)
      case .picture(let media, let frame, _):
        paint(media, in: frame, as: pass.painter, on: &canvas)
      default: canvas.paint(item, palette: pass.painter.palette)
      }
      canvas.origin = origin
    }
  }

  /// Paints the visible part of a box that scrolls, with fades at the sides that continue.
  private mutating func paint(
    _ box: BlockBox, in area: RichLayout.ScrollArea, at place: Point, in pass: RichPass,
    on canvas: inout PaintCanvas, isStale: () -> Bool
  ) {
    let viewport = area.viewport.offset(x: -place.x, y: -place.y)
    let fade = ScrollFade(area)
    let pixels = canvas.pixelsTouched(by: viewport)
    if canvas.isMeasuring {
      canvas.fill(viewport, with: .black)
    } else {
      let (first, width) = (Double(pixels.minX), viewport.size.width / Double(max(pixels.width, 1)))
      drawFaded(in: pixels, on: &canvas) { x, _ in
        UInt8(255 * fade.opacity(at: (Double(x) - first + 0.5) * width))
      } _: { worker, canvas in
        let origin = canvas.origin
        canvas.origin = Point(
          x: origin.x + area.contentX - place.x, y: origin.y + viewport.minY)
        worker.paint(
          box, at: Point(x: area.contentX, y: area.viewport.minY), in: pass, on: &canvas,
          isStale: isStale)
        canvas.origin = origin
      }
    }
    let thumb = area.thumb.offset(x: -place.x, y: -place.y)
    canvas.fill(
      thumb, radius: thumb.size.height / 2,
      with: pass.painter.palette[.secondaryText].faded(ScrollFade.thumbOpacity))
  }

  /// Paints the picture of media, or a placeholder.
  private mutating func paint(
    _ media: RichBlock.Media, in frame: Rect, as painter: TextPainter,
    on canvas: inout PaintCanvas
  ) {
    let area = canvas.pixelsTouched(by: frame)
    guard !canvas.isMeasuring, let images = painter.attachmentImages,
      area.intersects(canvas.bounds)
    else {
      return canvas.fill(frame, radius: 4, with: painter.palette[.codeFill])
    }
    let request = AttachmentImages.Request(
      attachment: media.attachment(size: frame.size), width: area.width, height: area.height,
      color: painter.palette[.secondaryText])
    guard let (bitmap, x, y) = images.picture(for: request) else {
      return canvas.fill(frame, radius: 4, with: painter.palette[.codeFill])
    }
    canvas.draw(bitmap, x: area.minX + x, y: area.minY + y)
  }
}

/// The options of painting a rich message.
struct RichPass {
  let painter: TextPainter
  /// The offsets of the blocks that scroll; others are zero.
  var offsets: [RichMessage.BlockPath: Double] = [:]
  let isRightToLeft: Bool
  /// Whether only what is behind and beside the texts is painted.
  var omitsTexts = false

  /// Returns the area of a box that scrolls, whose viewport is in the message's coordinates.
  func area(
    _ box: BlockBox, in viewport: Rect, of path: RichMessage.BlockPath
  ) -> RichLayout.ScrollArea {
    RichLayout.ScrollArea(
      box, in: viewport, of: path, offset: offsets[path] ?? 0, isRightToLeft: isRightToLeft)
  }
}

/// The opacities of the visible part of a block that scrolls.
struct ScrollFade {
  /// The opacity of the thumb of the scroll bar.
  static let thumbOpacity = 0.45
  /// The width of a fade, in points.
  private static let width = 12.0

  private let area: RichLayout.ScrollArea

  init(_ area: RichLayout.ScrollArea) { self.area = area }

  /// Returns the opacity at a distance from the left edge of the viewport, in points.
  func opacity(at x: Double) -> Double {
    let view = area.viewport
    let hiddenLeft = view.minX - area.contentX
    let hiddenRight = area.contentX + area.contentWidth - view.maxX
    func ramp(_ distance: Double, _ hidden: Double) -> Double {
      // A fade grows with the hidden part, so that it does not appear at once.
      let width = min(Self.width, hidden)
      return width > 0 ? min(max(distance / width, 0), 1) : 1
    }
    return min(ramp(x, hiddenLeft), ramp(view.size.width - x, hiddenRight))
  }
}

extension PaintWorker {
  /// Paints an object of a rich text in its frame.
  mutating func paint(
    _ object: ComposedObject, in frame: Rect, color: PaintColor, on canvas: inout PaintCanvas
  ) {
    switch object {
    case .formula(let formula, let segment, let size):
      let baseline = Point(x: frame.minX, y: frame.minY + segment.ascent * size)
      var drawing = FormulaDrawing(formula, at: baseline, size: size, color: color)
      drawing.select(segment)
      // A formula is painted as a layout of its own.
      let outer = job
      paint(drawing, palette: job.palette, on: &canvas)
      job = outer
    case .button(let button):
      canvas.fill(frame, radius: 6, with: job.palette.color(button.button.ground))
      let label = button.label
      let place = Point(
        x: frame.minX + (frame.size.width - label.size.width) / 2,
        y: frame.minY + (frame.size.height - label.size.height) / 2)
      paintPart(label, at: place, on: &canvas)
    }
  }
}

extension PaintCanvas {
  /// Returns whether a rectangle may have pixels on the canvas, with a margin for ink.
  fileprivate func touches(_ rect: Rect) -> Bool {
    isMeasuring || !pixelsTouched(by: rect.grown(by: 96)).intersection(bounds).isEmpty
  }
}
