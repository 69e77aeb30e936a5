internal import GalleyGeometry
internal import GalleyRichMessages
internal import GalleyTypesetting

extension BlockLayouter {
  /// The widths of the columns of a list's markers, in points.
  struct MarkerColumns: Hashable, Sendable {
    /// The width of labels.
    var label = 0.0
    /// The width of checkboxes and bullets, with the gap before them.
    var checkbox = 0.0
    /// The distance from the edge of the list to the items.
    var indent = 0.0
  }

  func columns(of items: [ComposedBlock.Item]) -> MarkerColumns {
    var columns = MarkerColumns()
    for item in items {
      switch item.marker {
      case .label(let text): columns.label = max(columns.label, text.natural.size.width)
      case .bullet where item.checkbox == nil:
        columns.checkbox = max(columns.checkbox, 2 * metrics.bulletRadius)
      case .bullet: break
      }
      if item.checkbox != nil { columns.checkbox = max(columns.checkbox, metrics.checkbox) }
    }
    if columns.label > 0, columns.checkbox > 0 { columns.checkbox += metrics.markerGap }
    columns.indent = max(columns.label + columns.checkbox, metrics.markerColumn) + metrics.markerGap
    return columns
  }

  /// Returns whether a list inside an item begins at the edge of the outer list, because an indent
  /// would leave too little room.
  private func isOutdented(
    _ block: ComposedBlock, at index: Int, indent: Double, width: Double
  ) -> Bool {
    guard index > 0, case .list = block.content else { return false }
    let inner = width + slack - indent - metrics.markerColumn - metrics.markerGap
    return inner < metrics.leastItemWidth - Self.tolerance
  }

  /// Returns the width of a list that has a room, in points.
  func width(of items: [ComposedBlock.Item], in room: Double) -> Double {
    let indent = columns(of: items).indent
    var widest = 0.0
    for item in items {
      for (index, block) in item.blocks.enumerated() {
        let own = isOutdented(block, at: index, indent: indent, width: room) ? 0 : indent
        widest = max(widest, own + width(of: block, in: room - own))
      }
    }
    return widest
  }

  /// Lays a list out.
  func list(_ items: [ComposedBlock.Item], width: Double) -> BlockBox {
    let columns = columns(of: items)
    var stack = BoxStack()
    for item in items {
      stack.add(
        box(item, columns: columns, width: width), skip: metrics.item, path: item.path)
    }
    return stack.box(width: width)
  }

  func box(
    _ item: ComposedBlock.Item, columns: MarkerColumns, width: Double
  ) -> BlockBox {
    var stack = BoxStack()
    let layouter = inside(container: width)
    for (index, block) in item.blocks.enumerated() {
      let isOutdented = isOutdented(block, at: index, indent: columns.indent, width: width)
      let indent = isOutdented ? 0 : columns.indent
      let inner = layouter.box(block, width: max(width - indent, 0))
      stack.add(inner, skip: block.skip, path: block.path, x: isRightToLeft ? 0 : indent)
    }
    let contents = stack.box(width: width)
    let baseline = contents.baseline ?? bodyLine.baseline
    var items: [BlockBox.Item] = markers(of: item, columns: columns, baseline: baseline, width)
    items.append(.box(contents, .zero))
    let height = max(contents.size.height, bodyLine.height)
    let box = BlockBox(
      size: Size(width: width, height: height), items: items, baseline: baseline,
      excess: contents.excess)
    return scrolling(box, at: item.path)
  }

  /// Returns the marker and the checkbox of an item; both end at the inner edge of the columns.
  private func markers(
    of item: ComposedBlock.Item, columns: MarkerColumns, baseline: Double, _ width: Double
  ) -> [BlockBox.Item] {
    var items: [BlockBox.Item] = []
    let inner = columns.indent - metrics.markerGap
    let labelEnd = inner - columns.checkbox
    switch item.marker {
    case .label(let text):
      let label = text.natural
      let x = edge(labelEnd - label.size.width, label.size.width, width)
      let ascent = label.lineCount > 0 ? label.line(at: 0).baseline : 0
      items.append(.label(label, Point(x: x, y: baseline - ascent)))
    case .bullet(let shape):
      if item.checkbox == nil { items.append(bullet(shape, end: inner, baseline, width)) }
    }
    if let checkbox = item.checkbox {
      let side = metrics.checkbox
      let rect = Rect(
        x: edge(inner - side, side, width), y: baseline - bodyLine.xHeight / 2 - side / 2,
        width: side, height: side)
      items += shapes(of: checkbox == .checked, in: rect)
      items.append(.control(.checkbox(item.path, isChecked: checkbox == .checked), rect))
    }
    return items
  }

  /// Returns the left edge of a rectangle that begins at a distance from the start side.
  func edge(_ start: Double, _ width: Double, _ room: Double) -> Double {
    isRightToLeft ? room - start - width : start
  }

  private func bullet(
    _ shape: ComposedBlock.BulletShape, end: Double, _ baseline: Double, _ width: Double
  ) -> BlockBox.Item {
    let radius = metrics.bulletRadius
    let side = shape == .square ? 1.7 * radius : 2 * radius
    let rect = Rect(
      x: edge(end - radius - side / 2, side, width), y: baseline - bodyLine.xHeight / 2 - side / 2,
      width: side, height: side)
    return switch shape {
    case .disc: .shape(Path(roundedRect: rect, radius: radius), .role(.text))
    case .circle: .outline(rect, radius: radius, width: 0.4 * radius, .role(.text))
    case .square: .fill(rect, radius: 0, .role(.text))
    }
  }

  private func shapes(of isChecked: Bool, in rect: Rect) -> [BlockBox.Item] {
    guard isChecked else {
      return [
        .outline(
          rect, radius: metrics.checkboxRadius, width: metrics.checkboxLine, .role(.secondaryText))
      ]
    }
    return [
      .fill(rect, radius: metrics.checkboxRadius, .role(.link)),
      .shape(Path.tick(in: rect, lineWidth: metrics.checkboxLine), .white),
    ]
  }
}

extension Path {
  /// Returns a check mark in a square.
  static func tick(in rect: Rect, lineWidth: Double) -> Path {
    func point(_ x: Double, _ y: Double) -> SIMD2<Double> {
      SIMD2(rect.minX + x * rect.size.width, rect.minY + y * rect.size.height)
    }
    return Path(polyline: [point(0.22, 0.53), point(0.42, 0.72), point(0.78, 0.3)], lineWidth)
  }

  /// Creates the outline of a bent line with miter joins and butt ends.
  init(polyline points: [SIMD2<Double>], _ width: Double) {
    self.init()
    func normal(_ from: SIMD2<Double>, _ to: SIMD2<Double>) -> SIMD2<Double> {
      let way = to - from
      let length = (way * way).sum().squareRoot()
      return length > 0 ? SIMD2(-way.y, way.x) / length : .zero
    }
    guard points.count > 1 else { return }
    var left: [SIMD2<Double>] = []
    var right: [SIMD2<Double>] = []
    for (index, point) in points.enumerated() {
      let before = index > 0 ? normal(points[index - 1], point) : nil
      let after = index + 1 < points.count ? normal(point, points[index + 1]) : nil
      var offset = before ?? after ?? .zero
      if let before, let after {
        let sum = before + after
        let square = (sum * sum).sum()
        // The miter of a sharp bend is cut off.
        offset = square > 0.25 ? sum * (2 / square) : before
      }
      left.append(point + offset * (width / 2))
      right.append(point - offset * (width / 2))
    }
    add(polygon: left + right.reversed())
  }

  /// Adds a polygon, clockwise.
  mutating func add(polygon corners: [SIMD2<Double>]) {
    var area = 0.0
    for (index, corner) in corners.enumerated() {
      let next = corners[(index + 1) % corners.count]
      area += corner.x * next.y - next.x * corner.y
    }
    for (index, corner) in (area < 0 ? corners.reversed() : corners).enumerated() {
      let point = Point(x: corner.x, y: corner.y)
      if index == 0 { move(to: point) } else { addLine(to: point) }
    }
    close()
  }
}
