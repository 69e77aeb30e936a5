internal import GalleyGeometry
internal import GalleyPixels

/// A painter of presented layers on a surface.
///
/// Groups with an opacity, and contents clipped at rounded corners, are drawn on the surface itself
/// and then mixed with a saved copy of what was there. The result equals an offscreen bitmap drawn
/// over it, without a bitmap to clear.
struct LayerPainter {
  var surface: Bitmap
  private var coverage: [UInt8] = []
  private var positions: [SIMD2<Int32>] = []
  /// The first error during drawing, if any.
  private(set) var failure: BitmapError?

  /// Creates a painter that owns a surface.
  init(_ surface: consuming Bitmap) {
    self.surface = surface
  }

  /// Draws a layer and its sublayers.
  ///
  /// - Parameters:
  ///   - layer: The layer.
  ///   - area: The clip area.
  mutating func draw(_ layer: PresentedLayer, within area: PixelRect) {
    let area = area.intersection(layer.extent).intersection(surface.bounds)
    guard !area.isEmpty else { return }
    let opacity = Self.share(layer.state.opacity)
    guard opacity > 0 else { return }
    guard opacity < 255, layer.needsGroup else {
      return drawBody(layer, within: area, opacity: opacity)
    }
    guard let saved = save(area) else { return }
    drawBody(layer, within: area, opacity: 255)
    surface.mix(area, with: saved, share: opacity)
  }

  /// Returns a copy of pixels; `nil` if there is no memory for it.
  private mutating func save(_ area: PixelRect) -> Bitmap? {
    do throws(BitmapError) { return try surface.copy(of: area) } catch {
      failure = failure ?? error
      return nil
    }
  }

  private mutating func drawBody(_ layer: PresentedLayer, within area: PixelRect, opacity: UInt8) {
    let state = layer.state
    if !state.shadow.isHidden, !state.bounds.isEmpty {
      drawShadow(of: layer, within: area, opacity: opacity)
    }
    let shape =
      layer.needsShape
      ? CoverageShape(
        state.bounds, radii: state.cornerRadii.fitted(to: state.bounds.size),
        transform: layer.transform) : nil
    if state.masksToBounds {
      guard let shape else { return }
      drawMasked(layer, shape: shape, within: area.intersection(shape.bounds), opacity: opacity)
      return
    }
    if let shape, let color = state.backgroundColor {
      fill(shape, with: color.scaled(opacity), within: area)
    }
    drawContents(of: layer, within: area, opacity: opacity)
    for sublayer in layer.sublayers { draw(sublayer, within: area) }
    if let shape, state.border.width > 0 {
      drawBorder(of: layer, outer: shape, within: area, opacity: opacity)
    }
  }

  /// Draws everything that is clipped at the layer's edge, which excludes the shadow.
  private mutating func drawMasked(
    _ layer: PresentedLayer, shape: CoverageShape, within area: PixelRect, opacity: UInt8
  ) {
    guard !area.isEmpty else { return }
    let edges = shape.edges.map { $0.intersection(area) }.filter { !$0.isEmpty }
    var saved: [(area: PixelRect, pixels: Bitmap)] = []
    for edge in edges {
      guard let pixels = save(edge) else { return }
      saved.append((edge, pixels))
    }
    if let color = layer.state.backgroundColor {
      surface.fill(area, with: color.scaled(opacity))
    }
    drawContents(of: layer, within: area, opacity: opacity)
    for sublayer in layer.sublayers { draw(sublayer, within: area) }
    if layer.state.border.width > 0 {
      drawBorder(of: layer, outer: nil, within: area, opacity: opacity)
    }
    for (edge, pixels) in saved {
      for y in edge.minY..<edge.maxY {
        forEachPartialRun(of: shape, row: y, within: edge) { painter, columns in
          painter.surface.mix(
            with: pixels, at: (edge.minX, edge.minY), PixelSpan(row: y, columns: columns),
            coverage: painter.coverage)
        }
      }
    }
  }

  /// Draws the contents and the old contents that fade out.
  private mutating func drawContents(
    of layer: PresentedLayer, within area: PixelRect, opacity: UInt8
  ) {
    let state = layer.state
    if let contents = state.contents {
      draw(contents, scale: state.contentsScale, of: layer, within: area, opacity: opacity)
    }
    for old in layer.fading {
      let share = Self.share(old.opacity * Double(opacity) / 255)
      draw(old.contents, scale: old.scale, of: layer, within: area, opacity: share)
    }
  }

  private mutating func draw(
    _ image: Bitmap, scale: Double, of layer: PresentedLayer, within area: PixelRect,
    opacity: UInt8
  ) {
    let placement = ContentsPlacement(
      image, scale: scale, in: layer.state, transform: layer.transform)
    guard opacity > 0, !placement.rect.isEmpty, !placement.source.isEmpty else { return }
    if let offset = placement.offset(of: image, in: layer.transform) {
      let rect = placement.rect.applying(layer.transform)
      let place = PixelGrid(scale: 1).snapped(rect).intersection(area)
      return surface.draw(image, at: offset, within: place, opacity: opacity)
    }
    guard
      let shape = CoverageShape(placement.rect, radii: .zero, transform: layer.transform),
      let sampling = ContentsSampling(placement, image: image, transform: layer.transform)
    else { return }
    let all = area.intersection(shape.bounds)
    let rest =
      opacity == 255 ? drawStretched(image, placement, in: layer.transform, within: all) : nil
    for area in rest ?? [all] where !area.isEmpty {
      sample(image, sampling, in: shape, within: area, opacity: opacity)
    }
  }

  /// Draws a bitmap with interpolation.
  private mutating func sample(
    _ image: Bitmap, _ sampling: ContentsSampling, in shape: CoverageShape,
    within area: PixelRect, opacity: UInt8
  ) {
    let columns = area.minX..<area.maxX
    reserve(columns.count)
    for y in area.minY..<area.maxY {
      if opacity == 255, sampling.hasOneColumn {
        let pixel = image.pixel(sampledAt: sampling.position(row: y))
        if pixel >= 0xFF00_0000 {
          fill(shape, row: y, with: Color(argb: pixel), within: area)
          continue
        }
      }
      shape.cover(row: y, columns: columns, into: &coverage)
      if opacity < 255 {
        for index in 0..<columns.count {
          coverage[index] = UInt8((UInt32(coverage[index]) * UInt32(opacity) + 127) / 255)
        }
      }
      if y == area.minY || !sampling.isUpright || sampling.hasOneColumn {
        sampling.position(row: y, columns: columns, into: &positions)
      } else {
        sampling.updateRows(row: y, columns: columns, into: &positions)
      }
      surface.draw(
        image, sampledAt: positions, PixelSpan(row: y, columns: columns), coverage: coverage)
    }
  }

  private mutating func drawShadow(
    of layer: PresentedLayer, within area: PixelRect, opacity: UInt8
  ) {
    let shadow = layer.state.shadow
    let share = Self.share(min(shadow.opacity, 1) * Double(opacity) / 255)
    let color = shadow.color.scaled(share)
    guard color.alpha > 0, let shape = ShadowShape(layer.state, transform: layer.transform) else {
      return
    }
    let area = area.intersection(shape.bounds)
    guard !area.isEmpty else { return }
    let columns = area.minX..<area.maxX
    reserve(columns.count)
    for y in area.minY..<area.maxY {
      shape.cover(row: y, columns: columns, into: &coverage)
      surface.fill(with: color, PixelSpan(row: y, columns: columns), coverage: coverage)
    }
  }

  /// Draws the border.
  ///
  /// - Parameters:
  ///   - layer: The layer.
  ///   - outer: The outer shape of the border; `nil` if it is clipped later.
  ///   - area: The clip area.
  ///   - opacity: The opacity, 0...255.
  private mutating func drawBorder(
    of layer: PresentedLayer, outer: CoverageShape?, within area: PixelRect, opacity: UInt8
  ) {
    let state = layer.state
    let color = state.border.color.scaled(opacity)
    guard color.alpha > 0 else { return }
    let width = min(state.border.width, max(state.bounds.size.width, state.bounds.size.height))
    let rect = Rect(
      x: state.bounds.minX + width, y: state.bounds.minY + width,
      width: state.bounds.size.width - 2 * width, height: state.bounds.size.height - 2 * width)
    let radii = state.cornerRadii.fitted(to: state.bounds.size).inset(by: width)
    let inner = CoverageShape(rect, radii: radii, transform: layer.transform)
    let area = outer.map { area.intersection($0.bounds) } ?? area
    guard !area.isEmpty else { return }
    reserve(area.width)
    for y in area.minY..<area.maxY {
      // Fully covered inner pixels show no border.
      let whole = (inner?.wholeColumns(row: y) ?? 0..<0).clamped(to: area.minX..<area.maxX)
      area.forEachRun(outside: whole) { run in
        for x in run {
          let share = outer?.coverage(x: x, y: y) ?? 255
          let hole = inner?.coverage(x: x, y: y) ?? 0
          coverage[x - run.lowerBound] = share > hole ? share - hole : 0
        }
        surface.fill(with: color, PixelSpan(row: y, columns: run), coverage: coverage)
      }
    }
  }

  /// Fills a shape.
  private mutating func fill(_ shape: CoverageShape, with color: Color, within area: PixelRect) {
    let area = area.intersection(shape.bounds)
    guard !area.isEmpty, color.alpha > 0 else { return }
    surface.fill(shape.solid.intersection(area), with: color)
    for edge in shape.edges.map({ $0.intersection(area) }) where !edge.isEmpty {
      if edge.minY >= shape.solid.minY, edge.maxY <= shape.solid.maxY {
        fill(shape, side: edge, with: color)
      } else {
        for y in edge.minY..<edge.maxY { fill(shape, row: y, with: color, within: edge) }
      }
    }
  }

  /// Fills pixels at the left or right side of a shape, where all rows have the same coverage.
  private mutating func fill(_ shape: CoverageShape, side: PixelRect, with color: Color) {
    let columns = side.minX..<side.maxX
    reserve(columns.count)
    shape.cover(row: side.minY, columns: columns, into: &coverage)
    for y in side.minY..<side.maxY {
      surface.fill(with: color, PixelSpan(row: y, columns: columns), coverage: coverage)
    }
  }

  /// Fills a row of a shape.
  private mutating func fill(
    _ shape: CoverageShape, row y: Int, with color: Color, within area: PixelRect
  ) {
    let whole = shape.wholeColumns(row: y).clamped(to: area.minX..<area.maxX)
    surface.fill(
      PixelRect(minX: whole.lowerBound, minY: y, maxX: whole.upperBound, maxY: y + 1),
      with: color)
    forEachPartialRun(of: shape, row: y, within: area) { painter, columns in
      painter.surface.fill(
        with: color, PixelSpan(row: y, columns: columns), coverage: painter.coverage)
    }
  }

  /// Calls a closure with the runs of a row that may be partially covered, with their coverage.
  private mutating func forEachPartialRun(
    of shape: CoverageShape, row y: Int, within area: PixelRect,
    _ body: (inout LayerPainter, Range<Int>) -> Void
  ) {
    let whole = shape.wholeColumns(row: y).clamped(to: area.minX..<area.maxX)
    area.forEachRun(outside: whole) { run in
      reserve(run.count)
      shape.cover(row: y, columns: run, into: &coverage)
      body(&self, run)
    }
  }

  private mutating func reserve(_ count: Int) {
    guard coverage.count < count else { return }
    coverage = [UInt8](repeating: 0, count: count)
    positions = [SIMD2<Int32>](repeating: .zero, count: count)
  }

  /// Converts a fraction to 255ths.
  private static func share(_ part: Double) -> UInt8 { UInt8(partOf255: part) }
}

extension PixelRect {
  /// Calls a closure with the columns before and after others, unless there are none.
  @inline(__always)
  fileprivate func forEachRun(outside whole: Range<Int>, _ body: (Range<Int>) -> Void) {
    let (start, end) = whole.isEmpty ? (maxX, maxX) : (whole.lowerBound, whole.upperBound)
    if minX < start { body(minX..<start) }
    if end < maxX { body(end..<maxX) }
  }
}

extension Color {
  /// Returns the color with its alpha scaled by `share` 255ths.
  fileprivate func scaled(_ share: UInt8) -> Color {
    guard share < 255 else { return self }
    let alpha = (UInt32(self.alpha) * UInt32(share) + 127) / 255
    return Color(argb: argb & 0x00FF_FFFF | alpha << 24)
  }
}

extension PresentedLayer {
  /// Whether the layer consists of several parts that must be blended as a group.
  var needsGroup: Bool {
    let state = state
    var count = sublayers.count + fading.count
    if state.backgroundColor != nil { count += 1 }
    if state.contents != nil { count += 1 }
    if state.border.width > 0 { count += 1 }
    if !state.shadow.isHidden { count += 1 }
    return count > 1 || !sublayers.isEmpty || state.masksToBounds
  }

  fileprivate var needsShape: Bool {
    state.masksToBounds || state.backgroundColor != nil || state.border.width > 0
  }
}
