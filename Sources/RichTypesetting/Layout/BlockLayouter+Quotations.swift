internal import GalleyGeometry
internal import GalleyTypesetting

extension BlockLayouter {
  // MARK: Quotations

  /// The width of a quotation's insets at both sides.
  var quoteInsets: Double { metrics.quoteBarInset + metrics.quoteInset }

  /// Lays a quotation of blocks out.
  func quotation(
    _ blocks: [ComposedBlock], credit: ComposedText?, at path: BlockPath, width: Double
  ) -> BlockBox {
    let room = max(width - quoteInsets, 0)
    let x = isRightToLeft ? metrics.quoteInset : metrics.quoteBarInset
    let inner = inside(container: width).stack(blocks, width: room)
    let contents = scrolling(
      BlockBox(
        size: Size(width: width, height: inner.size.height),
        items: [.box(inner, Point(x: x, y: 0))], baseline: inner.baseline, excess: inner.excess),
      at: path)
    var items: [BlockBox.Item] = [.box(contents, Point(x: 0, y: metrics.quotePadding))]
    var height = metrics.quotePadding + contents.size.height
    if let credit {
      let box = textBox(credit, at: path, width: room)
      height += metrics.creditGap
      items.append(.box(box, Point(x: x, y: height)))
      height += box.size.height
    }
    let size = Size(width: width, height: height + metrics.quotePadding)
    let ground = BlockBox.Item.quotation(
      Rect(origin: .zero, size: size), quotePaint, isRightToLeft: isRightToLeft)
    return BlockBox(
      size: size, items: [ground] + items,
      baseline: contents.baseline.map { $0 + metrics.quotePadding }, excess: contents.excess)
  }

  /// Returns the room for the text of a pull quotation.
  func pullQuoteRoom(_ room: Double) -> Double {
    max(min(room, metrics.pullQuoteWidth) - 2 * metrics.pullQuoteMark, 0)
  }

  /// Lays a centered quotation out, with a quotation mark beside its first line.
  func pullQuotation(
    _ text: ComposedText, credit: ComposedText?, at path: BlockPath, width: Double
  ) -> BlockBox {
    let room = pullQuoteRoom(width)
    let x = (width - room) / 2
    let quote = textBox(text, at: path, width: room)
    let top = metrics.quotePadding
    var items: [BlockBox.Item] = [.box(quote, Point(x: x, y: top))]
    var height = top + quote.size.height
    if let credit {
      let box = textBox(credit, at: path, width: room)
      height += metrics.creditGap
      items.append(.box(box, Point(x: x, y: height)))
      height += box.size.height
    }
    let side = 0.6 * metrics.pullQuoteMark
    let ink = layout(text, width: room, alignmentWidth: room)
    let first = ink.lineCount > 0 ? ink.line(at: 0) : nil
    let start = x + (first?.x ?? 0) - metrics.pullQuoteMark
    let end = x + (first.map { $0.x + $0.width } ?? room) + metrics.pullQuoteMark - side
    let mark = Rect(x: isRightToLeft ? end : start, y: top, width: side, height: 0.8 * side)
    items.append(.shape(Path.quotationMark(in: mark, isMirrored: isRightToLeft), quotePaint.bar))
    return BlockBox(
      size: Size(width: width, height: height + metrics.quotePadding), items: items,
      baseline: quote.baseline.map { $0 + top })
  }

  // MARK: Details

  /// The width of the summary's padding and chevron.
  var summaryInsets: Double { 2 * metrics.summaryPadding + chevronSide + metrics.chevronGap }

  private var chevronSide: Double { (0.55 * bodyLine.height).rounded() }

  /// Lays a section out: its summary, and its blocks if it is open.
  func details(
    _ summary: ComposedText, _ blocks: [ComposedBlock]?, at path: BlockPath, width: Double
  ) -> BlockBox {
    let padding = metrics.summaryPadding
    let text = textBox(summary, at: path, width: max(width - summaryInsets, 0))
    let header = Rect(x: 0, y: 0, width: width, height: text.size.height + 2 * padding)
    let side = chevronSide
    let textX = isRightToLeft ? padding : padding + side + metrics.chevronGap
    let middle = padding + (text.baseline ?? bodyLine.baseline) - bodyLine.xHeight / 2
    let chevron = Rect(
      x: edge(padding, side, width), y: middle - side / 2, width: side, height: side)
    var items: [BlockBox.Item] = [
      .box(text, Point(x: textX, y: padding)),
      .shape(.chevron(in: chevron, isOpen: blocks != nil, isRightToLeft), .role(.secondaryText)),
      .control(.details(path, isOpen: blocks != nil), header),
    ]
    var (height, excess) = (header.size.height, 0.0)
    if let blocks {
      let inset = metrics.detailsInset
      let inner = inside(container: width).stack(blocks, width: max(width - 2 * inset, 0))
      let body = scrolling(
        BlockBox(
          size: Size(width: width, height: inner.size.height),
          items: [.box(inner, Point(x: inset, y: 0))], excess: inner.excess), at: path)
      items.append(.box(body, Point(x: 0, y: height + inset)))
      height += body.size.height + 2 * inset
      excess = body.excess
    }
    let size = Size(width: width, height: height)
    let frame = Rect(origin: .zero, size: size)
    let grounds: [BlockBox.Item] = [
      .fill(header, radius: metrics.frameRadius, .role(.quoteFill)),
      .outline(frame, radius: metrics.frameRadius, width: metrics.border, .role(.quoteFill)),
    ]
    return BlockBox(
      size: size, items: grounds + items, baseline: text.baseline.map { $0 + padding },
      excess: excess)
  }
}

extension Path {
  /// Returns a chevron in a square: downward if open, and towards the end of the line otherwise.
  fileprivate static func chevron(in rect: Rect, isOpen: Bool, _ isMirrored: Bool) -> Path {
    let corners: [SIMD2<Double>] =
      isOpen
      ? [SIMD2(0.15, 0.35), SIMD2(0.5, 0.7), SIMD2(0.85, 0.35)]
      : [SIMD2(0.35, 0.15), SIMD2(0.7, 0.5), SIMD2(0.35, 0.85)]
    let points = corners.map { corner in
      let x = isMirrored ? 1 - corner.x : corner.x
      return SIMD2(rect.minX + x * rect.size.width, rect.minY + corner.y * rect.size.height)
    }
    return Path(polyline: points, 1.5)
  }

  /// Returns two opening quotation marks in a rectangle.
  fileprivate static func quotationMark(in rect: Rect, isMirrored: Bool) -> Path {
    var path = Path()
    for start in [0.0, 0.55] {
      let mark = [
        SIMD2(0.0, 1.0), SIMD2(0.0, 0.55), SIMD2(0.3, 0.0), SIMD2(0.42, 0.0), SIMD2(0.25, 0.5),
        SIMD2(0.42, 0.5), SIMD2(0.42, 1.0),
      ]
      path.add(
        polygon: mark.map { corner in
          let x = isMirrored ? 1 - start - corner.x : start + corner.x
          return SIMD2(rect.minX + x * rect.size.width, rect.minY + corner.y * rect.size.height)
        })
    }
    return path
  }
}
