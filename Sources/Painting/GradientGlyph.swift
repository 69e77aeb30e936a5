internal import GalleyBasics
internal import GalleyCairo
internal import GalleyFontTables
internal import GalleyFreeType
internal import GalleyGeometry
internal import GalleyPixels

/// A glyph whose paint is a graph of gradients, shapes and transforms (COLRv1).
struct GradientGlyph {
  /// The maximum side, in pixels; nested groups allocate as many pixels each.
  private static let sideLimit = 1_024
  /// The work to draw a sweep gradient, relative to that for a point of an outline.
  private static let sweepSteps = 2_048
  /// The work to draw any paint, relative to that for a point of an outline.
  private static let itemSteps = 16

  private let textColor: Color
  private var paint = GlyphPaint.layers([])
  private(set) var paths: [UInt32: [PathElement]] = [:]
  /// The work to draw the outlines and gradients, in steps.
  private var steps = 0

  /// Collects a glyph's paint and its outlines, within the limits of ``WorkBudget/glyph``.
  ///
  /// - Returns: `nil` if the font has no such paint for the glyph.
  init?(_ glyph: UInt32, in face: inout Face, textColor: Color) {
    guard let paint = face.paint(of: glyph) else { return nil }
    self.textColor = textColor
    var budget = WorkBudget.glyph
    self.paint = affordable(paint, in: &face, &budget) ?? .layers([])
    let whole = WorkBudget.glyph
    steps = whole.steps - budget.steps + (whole.items - budget.items) * Self.itemSteps
  }

  /// Returns a paint without the parts that exceed the budget.
  private mutating func affordable(
    _ paint: GlyphPaint, in face: inout Face, _ budget: inout WorkBudget
  ) -> GlyphPaint? {
    switch paint {
    case .layers(let layers):
      return .layers(layers.compactMap { affordable($0, in: &face, &budget) })
    case .glyph(let glyph, let inner):
      guard let steps = collectPath(of: glyph, in: &face), budget.charge(items: 1, steps: steps)
      else { return nil }
      return affordable(inner, in: &face, &budget).map { .glyph(glyph, $0) }
    case .clip(let box, let inner):
      return affordable(inner, in: &face, &budget).map { .clip(box, $0) }
    case .transform(let change, let inner):
      return affordable(inner, in: &face, &budget).map { .transform(change, $0) }
    case .composite(let source, let mode, let backdrop):
      guard let source = affordable(source, in: &face, &budget),
        let backdrop = affordable(backdrop, in: &face, &budget)
      else { return nil }
      return .composite(source, mode: mode, over: backdrop)
    case .solid: return budget.charge(items: 1) ? paint : nil
    case .linear(let line, _, _, _), .radial(let line, _, _):
      return budget.charge(items: 1, steps: line.stops.count) ? paint : nil
    case .sweep(let line, _, _, _):
      let steps = Self.sweepSteps + line.stops.count
      return budget.charge(items: 1, steps: steps) ? paint : nil
    }
  }

  /// Stores the outline of a glyph, and returns the work to draw it, or `nil` if it is too much.
  private mutating func collectPath(of glyph: UInt32, in face: inout Face) -> Int? {
    if let known = paths[glyph] { return known.count }
    guard let cost = face.outlineCost(of: glyph) else { return nil }
    let path = face.path(of: glyph)
    paths[glyph] = path
    return max(cost, path.count)
  }

  /// Returns the glyph's pixels at a scale, in pixels per design unit, or `nil` if there are none
  /// or too many.
  ///
  /// A glyph that exceeds ``WorkBudget/glyph`` at this scale is drawn smaller and enlarged.
  func picture(scale: Double) -> GlyphPicture? {
    var extent = PaintExtent(paths)
    guard let bounds = extent.measure(paint) else { return nil }
    let area = Rect(
      x: bounds.low.x * scale, y: -bounds.high.y * scale, width: bounds.width * scale,
      height: bounds.height * scale)
    let side = max(area.size.width, area.size.height)
    guard side > 0, side <= Double(Limits.Glyphs.side) else { return nil }
    let affordable = Double(WorkBudget.glyph.pixels / PaintExtent.pixelCost)
    let share = min(
      Double(Self.sideLimit) / side.rounded(.up),
      (affordable / (extent.area * scale * scale)).squareRoot())
    return drawn(area, scale: scale, reduction: share < 1 ? share : 1)
  }

  /// Returns the work to draw the glyph at a scale, in pixels per design unit; at most that of
  /// ``WorkBudget/glyph``.
  func cost(scale: Double) -> GlyphCost {
    var extent = PaintExtent(paths)
    _ = extent.measure(paint)
    let pixels = extent.area * scale * scale * Double(PaintExtent.pixelCost)
    return GlyphCost(steps: steps, pixels: Int(min(pixels, Double(WorkBudget.glyph.pixels))))
  }

  /// Draws the glyph at a reduced scale, and enlarges the result.
  private func drawn(_ area: Rect, scale: Double, reduction: Double) -> GlyphPicture? {
    let pixels = PixelGrid(scale: 1).pixelsTouched(
      by: Rect(
        x: area.minX * reduction, y: area.minY * reduction,
        width: area.size.width * reduction, height: area.size.height * reduction))
    guard !pixels.isEmpty, max(pixels.width, pixels.height) <= Self.sideLimit + 1,
      var sketch = try? Sketch(width: pixels.width, height: pixels.height)
    else { return nil }
    let unit = scale * reduction
    let root = Affine(xx: unit, yy: -unit, dx: Double(-pixels.minX), dy: Double(-pixels.minY))
    let drawing = GradientDrawing(textColor: textColor, paths: paths)
    sketch.within(root, nil) { drawing.draw(paint, on: &$0) }
    guard let bytes = try? sketch.finish() else { return nil }
    let place = Point(x: Double(pixels.minX) / reduction, y: Double(pixels.minY) / reduction)
    let picture = try? Bitmap.resampling(
      bytes, size: (pixels.width, pixels.height), by: 1 / reduction, at: place)
    return picture.map { GlyphPicture(bitmap: $0.bitmap, x: $0.x, y: $0.y) }
  }
}

/// The bounds of a paint's ink, and the area that drawing it fills, in design units.
struct PaintExtent {
  /// The work to fill a pixel through a path, relative to that to set it.
  static let pixelCost = 4

  /// A box defined by its bottom left and top right corners.
  struct Box {
    var low: SIMD2<Double>
    var high: SIMD2<Double>

    var width: Double { max(0, high.x - low.x) }
    var height: Double { max(0, high.y - low.y) }

    func union(_ other: Box) -> Box {
      Box(low: pointwiseMin(low, other.low), high: pointwiseMax(high, other.high))
    }

    func intersection(_ other: Box) -> Box {
      let low = pointwiseMax(low, other.low)
      return Box(low: low, high: pointwiseMax(low, pointwiseMin(high, other.high)))
    }
  }

  /// The total area to fill.
  private(set) var area = 0.0
  private var unboundedCount = 0
  private let paths: [UInt32: [PathElement]]

  init(_ paths: [UInt32: [PathElement]]) { self.paths = paths }

  /// Measures the whole paint of a glyph.
  ///
  /// - Returns: The bounds of its ink, or `nil` if it is empty or unbounded.
  mutating func measure(_ paint: GlyphPaint) -> Box? {
    let bounds = measure(paint, Affine(), within: nil)
    if let bounds { area += Double(unboundedCount) * bounds.width * bounds.height }
    return bounds
  }

  private mutating func measure(_ paint: GlyphPaint, _ change: Affine, within outer: Box?) -> Box? {
    switch paint {
    case .layers(let layers):
      return layers.reduce(nil) { Self.union($0, measure($1, change, within: outer)) }
    case .glyph(let glyph, let inner):
      guard let shape = box(of: (paths[glyph] ?? []).lazy.flatMap(\.points), change) else {
        return nil
      }
      return measure(inner, change, inside: shape, within: outer)
    case .clip(let box, let inner):
      let corners = [box.low, SIMD2(box.low.x, box.high.y), SIMD2(box.high.x, box.low.y), box.high]
      guard let shape = self.box(of: corners, change) else { return nil }
      return measure(inner, change, inside: shape, within: outer)
    case .transform(let next, let inner):
      return measure(inner, change.after(next), within: outer)
    case .composite(let source, _, let backdrop):
      // Two groups are written, and two are read.
      fill(outer, times: 4)
      return Self.union(
        measure(source, change, within: outer), measure(backdrop, change, within: outer))
    case .solid, .linear, .radial, .sweep:
      fill(outer, times: 1)
      return outer
    }
  }

  /// Measures a paint clipped to a shape.
  private mutating func measure(
    _ paint: GlyphPaint, _ change: Affine, inside shape: Box, within outer: Box?
  ) -> Box? {
    measure(paint, change, within: outer.map { $0.intersection(shape) } ?? shape)
  }

  private mutating func fill(_ box: Box?, times count: Int) {
    if let box {
      area += Double(count) * box.width * box.height
    } else {
      unboundedCount += count
    }
  }

  private func box(of points: some Sequence<SIMD2<Double>>, _ change: Affine) -> Box? {
    points.reduce(nil) { box, point in
      let place = change.applied(to: point)
      return Self.union(box, Box(low: place, high: place))
    }
  }

  private static func union(_ first: Box?, _ second: Box?) -> Box? {
    guard let first, let second else { return first ?? second }
    return first.union(second)
  }
}

extension PathElement {
  /// The control points and end points of the element.
  fileprivate var points: [SIMD2<Double>] {
    switch self {
    case .move(let to), .line(let to): [to]
    case .curve(let first, let second, let to): [first, second, to]
    }
  }
}
