internal import GalleyFonts
package import GalleyGeometry
package import GalleyTypesetting

/// A textual description of layouts, for reading and comparing.
package enum LayoutDump {
  /// Describes `layout`: a line for the whole, for each block, for each line box, and for each
  /// glyph run and token on it; then the hidden ranges, and the space for a label.
  ///
  /// Lines are listed from top to bottom and the glyph runs of each from left to right. Distances
  /// are in points, rounded to a 64th, which is below the visible threshold; offsets are in UTF-8.
  package static func text(of layout: TextLayout) -> String {
    var result = [
      "layout \(fixed(layout.size.width)) × \(fixed(layout.size.height))"
        + (layout.isRightToLeft ? "  rtl" : "") + (layout.isTruncated ? "  truncated" : "")
    ]
    for block in layout.blocks { result += lines(of: block) }
    var scratch = PlacementScratch()
    for (index, line) in layout.lines.enumerated() {
      result.append(
        "line \(index)  bytes \(line.range)  x \(fixed(line.x))  baseline \(fixed(line.baseline))"
          + "  width \(fixed(line.width))" + (line.isRightToLeft ? "  rtl" : ""))
      layout.visitGlyphRuns(ofLine: index, scratch: &scratch) { run, glyphs in
        result.append(
          "  run \(run.isRightToLeft ? "rtl" : "ltr")  \(name(of: run))  bytes \(run.text)"
            + "  x \(fixed(run.origin.x))  width \(fixed(run.width))  glyphs \(glyphs.count)"
            + marks(of: run.paint))
      }
    }
    for token in layout.placedTokens {
      result.append("token \(token.kind)  \(quoted(token.layout))  \(frame(token.frame))")
    }
    for range in layout.hiddenRanges { result.append("hidden  bytes \(range)") }
    if let room = layout.trailingFrame { result.append("reserve  \(frame(room))") }
    return result.joined(separator: "\n")
  }

  /// Describes a block of a layout whose origin is at a point.
  static func lines(of block: TextLayout.Block, at origin: Point = .zero) -> [String] {
    func frame(_ rect: Rect) -> String { Self.frame(rect.offset(x: origin.x, y: origin.y)) }
    var first = "block \(block.index)  \(block.kind == .quote ? "quote" : "code")"
    if let parent = block.parent { first += "  in \(parent)" }
    first += "  bytes \(block.range)  lines \(block.lines)  \(frame(block.frame))"
    first += "  content \(frame(block.contentFrame))"
    if block.contentWidth > block.contentFrame.size.width {
      first += "  scrolls \(fixed(block.contentWidth))"
    }
    first += block.isRightToLeft ? "  rtl" : ""
    if block.isCollapsible { first += block.isCollapsed ? "  collapsed" : "  expanded" }
    var result = [first]
    if let room = block.titleFrame, let title = block.title {
      result.append("  title \(quoted(title))  \(frame(room))")
    }
    if let room = block.iconFrame { result.append("  icon  \(frame(room))") }
    if let room = block.arrowFrame { result.append("  arrow  \(frame(room))") }
    return result
  }

  /// Returns the origin and the size of a rectangle.
  package static func frame(_ rect: Rect) -> String {
    "at \(fixed(rect.minX)) \(fixed(rect.minY))  size \(size(rect.size))"
  }

  /// Returns a width and a height.
  package static func size(_ size: Size) -> String {
    "\(fixed(size.width)) × \(fixed(size.height))"
  }

  private static func quoted(_ layout: TextLayout) -> String { "\"\(layout.text.string)\"" }

  /// Returns the font of a run and its size, as in "NotoSans-Bold 16".
  static func name(of run: GlyphRun) -> String {
    let size = run.size == run.size.rounded() ? String(Int(run.size)) : fixed(run.size)
    return "\(run.font.typeface.postScriptName) \(size)"
  }

  private static func marks(of paint: TextPaint) -> String {
    (paint.underline != nil ? "  underline" : "")
      + (paint.strikethrough != nil ? "  strikethrough" : "")
  }

  /// Returns `distance` rounded to whole 64ths, with three decimals.
  package static func fixed(_ distance: Double) -> String {
    let units = (distance * 64).rounded()
    guard abs(units) < 1e15 else { return distance.description }
    // A 64th is 15.625 thousandths.
    let thousandths = Int((abs(units) * 15.625).rounded(.toNearestOrEven))
    let digits = String(thousandths % 1000 + 1000).dropFirst()
    return (units < 0 ? "-" : "") + "\(thousandths / 1000).\(digits)"
  }
}
