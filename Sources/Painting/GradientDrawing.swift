internal import GalleyCairo
internal import GalleyFreeType
internal import GalleyGeometry

/// A visitor that draws a paint graph on a sketch in font design units.
struct GradientDrawing {
  let textColor: Color
  /// The outlines of the glyphs that clip paints.
  let paths: [UInt32: [PathElement]]

  /// Draws a paint.
  func draw(_ paint: GlyphPaint, on sketch: inout Sketch) {
    switch paint {
    case .layers(let layers):
      for layer in layers { draw(layer, on: &sketch) }
    case .glyph(let glyph, let inner):
      sketch.within(nil, paths[glyph] ?? []) { draw(inner, on: &$0) }
    case .clip(let box, let inner):
      let corners: [PathElement] = [
        .move(box.low), .line(SIMD2(box.high.x, box.low.y)), .line(box.high),
        .line(SIMD2(box.low.x, box.high.y)),
      ]
      sketch.within(nil, corners) { draw(inner, on: &$0) }
    case .transform(let change, let inner):
      sketch.within(change, nil) { draw(inner, on: &$0) }
    case .composite(let source, let mode, let backdrop):
      sketch.composite(mode: mode, { draw(source, on: &$0) }, over: { draw(backdrop, on: &$0) })
    case .solid(let color): sketch.fill(resolved(color))
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
    // Color lines run parallel to the line from the first to the third point, so only the component
    // of the vector to the second point perpendicular to it counts.
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
    let colors = (0..<count).map { index in
      let angle = (Double(index) + 0.5) * 2 / Double(count)
      return color(of: stops, at: line.extend.place((angle - first) / (last - first)))
    }
    sketch.fillSectors(colors, center: center, radius: 100_000)
  }

  /// Returns the color stops normalized to 0...1, with the original offsets of 0 and 1.
  ///
  /// If all stops share one offset, fills everything and returns `nil`.
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

  private func resolved(_ color: GlyphColor) -> SketchColor {
    SketchColor(argb: color.argb ?? textColor.argb, alpha: color.alpha)
  }
}

extension ColorLine.Extend {
  /// Maps an offset to the offset in 0...1 with the same color.
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
