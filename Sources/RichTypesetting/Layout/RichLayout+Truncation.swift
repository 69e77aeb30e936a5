internal import GalleyGeometry
internal import GalleyRichMessages
internal import GalleyTypesetting

extension RichLayout {
  /// The amount of a message that a preview shows.
  public enum Extent: Hashable, Sendable {
    /// Everything.
    case whole
    /// At most a number of lines of text, at least one.
    case lines(Int)
    /// At most a height in points, without the control that shows the rest.
    case height(Double)
  }

  /// Whether a part of the message is hidden, and a control below shows it.
  public var isTruncated: Bool { root.isCut }

  /// Returns the beginning of the message with a control below that shows the rest, or the whole
  /// message if it fits.
  ///
  /// The cut is between lines, never within a row of a table, a picture or a formula, and never
  /// directly below a heading. If there is no such place, it is below the first line or object.
  ///
  /// - Parameter extent: The amount to show.
  /// - Returns: The layout.
  /// - Complexity: O(*n* log *n*), where *n* is the number of lines.
  public func truncated(to extent: Extent) -> RichLayout {
    guard !isTruncated else { return self }
    let solids = Solids(self)
    guard let limit = solids.height(of: extent), size.height > limit + document.moreHeight,
      let cut = solids.cut(below: limit), cut < size.height - 1
    else { return self }
    let part = root.cut(at: cut)
    let offsets = Dictionary(scrollAreas.map { ($0.path, $0.offset) }) { first, _ in first }
    return RichLayout(document.addingMore(to: part), of: document, offsets: offsets)
  }
}

/// The vertical intervals of a layout in which it is not cut.
private struct Solids {
  private struct Interval {
    var top: Double
    var bottom: Double
    /// Whether something must follow, as the text of a section follows its heading.
    var leads = false
  }

  private var intervals: [Interval] = []
  private var lines: [Double] = []

  init(_ layout: RichLayout) {
    let message = layout.document.message
    for text in layout.texts {
      let leads =
        if case .heading? = message.block(at: text.path) { true } else { false }
      for line in 0..<text.layout.lineCount {
        let box = text.layout.line(at: line)
        let bottom = text.origin.y + box.frame.maxY
        lines.append(bottom)
        intervals.append(
          Interval(top: text.origin.y + box.frame.minY, bottom: bottom, leads: leads))
      }
    }
    layout.visitItems { item, origin in
      switch item {
      case .label(let label, let place):
        intervals.append(
          Interval(top: origin.y + place.y, bottom: origin.y + place.y + label.size.height))
      case .picture(_, let frame, _), .control(_, let frame):
        intervals.append(Interval(top: origin.y + frame.minY, bottom: origin.y + frame.maxY))
      default: break
      }
    }
    layout.visitTables { box, origin in
      for (top, bottom) in zip(box.rows, box.rows.dropFirst()) where bottom > top {
        intervals.append(Interval(top: origin.y + top, bottom: origin.y + bottom))
      }
    }
    lines.sort()
    intervals.sort { $0.top < $1.top }
  }

  /// Returns the height of an extent; `nil` for everything.
  func height(of extent: RichLayout.Extent) -> Double? {
    switch extent {
    case .whole: return nil
    case .height(let height): return height.isNaN ? nil : height
    case .lines(let count):
      var last = -Double.infinity
      var seen = 0
      for bottom in lines where bottom > last + 0.5 {
        if seen == max(count, 1) { return last + 0.5 }
        (last, seen) = (bottom, seen + 1)
      }
      return nil
    }
  }

  /// Returns the lowest place above a limit at which no interval is divided, or else the first one
  /// below the limit.
  func cut(below limit: Double) -> Double? {
    var best: Double?
    var reach = -Double.infinity
    var leads = false
    for (index, interval) in intervals.enumerated() {
      if interval.bottom > reach { (reach, leads) = (interval.bottom, interval.leads) }
      let next = index + 1 < intervals.count ? intervals[index + 1].top : .infinity
      guard !leads, next >= reach - 0.01 else { continue }
      if reach > limit, best != nil { return best }
      best = reach
      if reach > limit { return best }
    }
    return best
  }
}

extension BlockBox {
  /// Whether the box is the beginning of a message, with a control that shows the rest.
  fileprivate var isCut: Bool {
    items.contains { if case .control(.showMore, _) = $0 { true } else { false } }
  }

  /// Returns the part of the box above a height.
  fileprivate func cut(at height: Double) -> BlockBox {
    guard size.height > height + 0.01 else { return self }
    func shortened(_ rect: Rect) -> Rect? {
      guard rect.minY < height - 0.01 else { return nil }
      return Rect(
        x: rect.minX, y: rect.minY, width: rect.size.width,
        height: min(rect.size.height, height - rect.minY))
    }
    var kept: [Item] = []
    for item in items {
      switch item {
      case .box(let box, let place):
        if place.y < height - 0.01 { kept.append(.box(box.cut(at: height - place.y), place)) }
      case .block(let path, let frame):
        if let frame = shortened(frame) { kept.append(.block(path, frame)) }
      case .text(let layout, let text, let path, let place):
        let lines = layout.lineCount(above: height - place.y)
        guard lines > 0 else { continue }
        kept.append(.text(layout.beginning(lines), text, path, place))
      case .label(_, let place):
        if place.y < height - 0.01 { kept.append(item) }
      case .fill(let rect, let radius, let color):
        if let rect = shortened(rect) { kept.append(.fill(rect, radius: radius, color)) }
      case .outline(let rect, let radius, let width, let color):
        if let rect = shortened(rect) {
          kept.append(.outline(rect, radius: radius, width: width, color))
        }
      case .shape(let path, _): if path.bounds.minY < height { kept.append(item) }
      case .quotation(let rect, let paint, let isRightToLeft):
        if let rect = shortened(rect) {
          kept.append(.quotation(rect, paint, isRightToLeft: isRightToLeft))
        }
      case .scroll(let box, let frame, let path):
        if let visible = shortened(frame) {
          kept.append(.scroll(box.cut(at: visible.size.height), visible, path))
        }
      case .picture(_, let frame, _), .control(_, let frame):
        if frame.minY < height - 0.01 { kept.append(item) }
      case .anchor(_, let place): if place.y < height { kept.append(item) }
      }
    }
    return BlockBox(
      size: Size(width: size.width, height: height), items: kept, baseline: baseline,
      columns: columns, rows: rows.filter { $0 <= height + 0.01 })
  }
}

extension TextLayout {
  /// Returns the number of lines that end above a height.
  fileprivate func lineCount(above height: Double) -> Int {
    (0..<lineCount).first { line(at: $0).frame.maxY > height + 0.01 } ?? lineCount
  }

  /// Returns the layout of the first lines, with an ellipsis if others follow.
  fileprivate func beginning(_ lines: Int) -> TextLayout {
    guard lines < lineCount else { return self }
    var options = options
    options.maximumLines = lines
    return relayout(options)
  }
}
