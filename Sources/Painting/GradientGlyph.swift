internal import GalleyCairo
internal import GalleyFreeType
internal import GalleyGeometry
internal import GalleyPixels

/// Draws a glyph whose paint is a tree of gradients, shapes and changes of coordinates.
struct GradientGlyph {
  /// The most pixels that a side may have: groups within groups hold as many each.
  private static let sideLimit = 1_024

  private let paint: GlyphPaint
  private let textColor: Color
  private var paths: [UInt32: [PathElement]] = [:]

  init?(_ glyph: UInt32, in face: inout Face, textColor: Color) {
    guard let paint = face.paint(of: glyph) else { return nil }
    self.paint = paint
    self.textColor = textColor
    collectPaths(of: paint, in: &face)
  }

  private mutating func collectPaths(of paint: GlyphPaint, in face: inout Face) {
    switch paint {
    case .layers(let layers):
      for layer in layers { collectPaths(of: layer, in: &face) }
    case .glyph(let glyph, let inner):
      if paths[glyph] == nil { paths[glyph] = face.path(of: glyph) }
      collectPaths(of: inner, in: &face)
    case .transform(_, let inner):
      collectPaths(of: inner, in: &face)
    case .composite(let source, _, let backdrop):
      collectPaths(of: source, in: &face)
      collectPaths(of: backdrop, in: &face)
    case .solid, .linear, .radial, .sweep:
      break
    }
  }

  /// The glyph's pixels.
  ///
  /// - Parameter scale: How many pixels a design unit is wide and high.
  /// - Returns: The pixels, or `nil` if there are none or too many.
  func picture(scale: Double) -> GlyphPicture? {
    let area = PixelGrid(scale: 1).pixelsTouched(
      by: bounds(of: paint, { SIMD2($0.x * scale, -$0.y * scale) }))
    guard !area.isEmpty, max(area.width, area.height) <= Self.sideLimit,
      var sketch = try? Sketch(width: area.width, height: area.height)
    else { return nil }
    let root = Affine(
      xx: scale, yy: -scale, dx: Double(-area.minX), dy: Double(-area.minY))
    sketch.within(root, nil) { draw(paint, on: &$0) }
    guard let bytes = try? sketch.finish() else { return nil }
    let picture = try? Bitmap.resampling(
      bytes, size: (area.width, area.height), by: 1,
      at: Point(x: Double(area.minX), y: Double(area.minY)))
    return picture.map { GlyphPicture(bitmap: $0.bitmap, x: $0.x, y: $0.y) }
  }

  /// Where a paint's shapes are, once their points are mapped.
  private func bounds(
    of paint: GlyphPaint, _ map: (SIMD2<Double>) -> SIMD2<Double>
  ) -> Rect {
    switch paint {
    case .layers(let layers):
      return layers.reduce(Rect.zero) { $0.union(bounds(of: $1, map)) }
    case .glyph(let glyph, _):
      let points = (paths[glyph] ?? []).flatMap(\.points).map(map)
      guard let first = points.first else { return .zero }
      let low = points.reduce(first) { pointwiseMin($0, $1) }
      let high = points.reduce(first) { pointwiseMax($0, $1) }
      return Rect(x: low.x, y: low.y, width: high.x - low.x, height: high.y - low.y)
    case .transform(let change, let inner):
      return bounds(of: inner) { map(change.applied(to: $0)) }
    case .composite(let source, _, let backdrop):
      return bounds(of: source, map).union(bounds(of: backdrop, map))
    case .solid, .linear, .radial, .sweep:
      // These go on forever, and are seen as far as shapes let them.
      return .zero
    }
  }

  private func draw(_ paint: GlyphPaint, on sketch: inout Sketch) {
    switch paint {
    case .layers(let layers):
      for layer in layers { draw(layer, on: &sketch) }
    case .glyph(let glyph, let inner):
      sketch.within(nil, paths[glyph] ?? []) { draw(inner, on: &$0) }
    case .transform(let change, let inner):
      sketch.within(change, nil) { draw(inner, on: &$0) }
    case .composite(let source, let mode, let backdrop):
      sketch.composite(
        mode: mode, { draw(source, on: &$0) }, over: { draw(backdrop, on: &$0) })
    case .solid(let color):
      sketch.fill(resolved(color))
    case .linear(let line, let from, let to, let rotation):
      drawLinear(line, from, to, rotation, on: &sketch)
    case .radial(let line, let from, let to):
      guard let (stops, start, end) = normalized(line, on: &sketch) else { return }
      sketch.fillRadial(
        stops, line.extend, from: from + (to - from) * start, to: from + (to - from) * end)
    case .sweep(let line, let center, let from, let to):
      drawSweep(line, center, from, to, on: &sketch)
    }
  }

  private func drawLinear(
    _ line: ColorLine, _ from: SIMD2<Double>, _ to: SIMD2<Double>, _ rotation: SIMD2<Double>,
    on sketch: inout Sketch
  ) {
    // Colors spread parallel to the line to the third point, so what counts of the way to the
    // second is its part at a right angle to that.
    let across = SIMD2(rotation.y - from.y, from.x - rotation.x)
    let square = (across * across).sum()
    let reach = ((to - from) * across).sum()
    guard square > 0, reach != 0, let (stops, start, end) = normalized(line, on: &sketch) else {
      return
    }
    let way = across * (reach / square)
    sketch.fillLinear(stops, line.extend, from: from + way * start, to: from + way * end)
  }

  private func drawSweep(
    _ line: ColorLine, _ center: SIMD2<Double>, _ from: Double, _ to: Double,
    on sketch: inout Sketch
  ) {
    guard from != to, let (stops, start, end) = normalized(line, on: &sketch) else { return }
    let (first, last) = (from + (to - from) * start, from + (to - from) * end)
    let count = 360
    for index in 0..<count {
      let angle = (Double(index) + 0.5) * 2 / Double(count)
      let place = line.extend.place((angle - first) / (last - first))
      sketch.fillSector(
        color(of: stops, at: place), center: center,
        angles: Double(index) * 2 / Double(count)...Double(index + 1) * 2 / Double(count),
        radius: 100_000)
    }
  }

  /// The color stops from 0 to 1, and where on the gradient 0 and 1 are.
  ///
  /// Fills everything and gives `nil` if there is only one place.
  private func normalized(
    _ line: ColorLine, on sketch: inout Sketch
  ) -> (stops: [SketchStop], start: Double, end: Double)? {
    guard let first = line.stops.first, let last = line.stops.last else { return nil }
    let span = last.offset - first.offset
    guard span > 0 else {
      sketch.fill(resolved(last.color))
      return nil
    }
    let stops = line.stops.map {
      SketchStop(offset: ($0.offset - first.offset) / span, color: resolved($0.color))
    }
    return (stops, first.offset, last.offset)
  }

  private func color(of stops: [SketchStop], at place: Double) -> SketchColor {
    guard let next = stops.firstIndex(where: { $0.offset >= place }), next > 0 else {
      return (place <= 0 ? stops.first : stops.last)?.color ?? SketchColor(argb: 0)
    }
    let (left, right) = (stops[next - 1], stops[next])
    let span = right.offset - left.offset
    return left.color.mixed(with: right.color, span > 0 ? (place - left.offset) / span : 1)
  }

  private func resolved(_ color: PaintColor) -> SketchColor {
    SketchColor(argb: color.argb ?? textColor.argb, alpha: color.alpha)
  }
}

extension PathElement {
  /// The points that the piece lies between.
  fileprivate var points: [SIMD2<Double>] {
    switch self {
    case .move(let to), .line(let to): [to]
    case .curve(let first, let second, let to): [first, second, to]
    }
  }
}

extension Affine {
  fileprivate func applied(to point: SIMD2<Double>) -> SIMD2<Double> {
    SIMD2(xx * point.x + xy * point.y + dx, yx * point.x + yy * point.y + dy)
  }
}

extension ColorLine.Extend {
  /// The place from 0 to 1 that has the color of a place anywhere.
  fileprivate func place(_ place: Double) -> Double {
    switch self {
    case .pad: return max(0, min(1, place))
    case .repeat: return place - place.rounded(.down)
    case .reflect:
      let half = place / 2
      let turn = (half - half.rounded(.down)) * 2
      return turn > 1 ? 2 - turn : turn
    }
  }
}
