public import GalleyGeometry
import GalleyShaping

extension TextLayout {
  /// The bounds of the layout, including ink that overhangs it, in points.
  ///
  /// Everything painted is within the bounds: glyphs with their strokes and shadows, backgrounds,
  /// attachments, tokens and blocks. The bounds are exact vertically, and within a few points of
  /// the ink horizontally. Ink further than four ems from its glyph's origin is ignored, such as
  /// that of a letter with hundreds of marks.
  ///
  /// - Complexity: O(*n*), where *n* is the number of lines and of spans with the same paint, plus
  ///   the number of glyphs on lines whose ink may overhang the layout vertically.
  public var inkBounds: Rect {
    var reach = PaintReach(text)
    reach.form(within: shaped.inkExtent)
    var clearance = InkClearance(shaped, stroke: text.strokeReach)
    var edges = BoundsEdges(size)
    for index in spans.indices {
      let box = line(at: index)
      guard box.width > 0 else { continue }
      edges.minX = min(edges.minX, box.x - reach.left)
      edges.maxX = max(edges.maxX, box.x + box.width + reach.right)
      guard box.baseline - reach.above < edges.minY || box.baseline + reach.below > edges.maxY
      else { continue }
      let (above, below) = (box.baseline - box.y, box.y + box.height - box.baseline)
      let ink = clearance.ink(
        of: spans[index], from: lineStart(index), patches: patches,
        truncation: flow?.flow.truncation(ofLine: index),
        in: LineMetrics(ascent: above, descent: below, leading: 0)
      ).ink
      edges.minY = min(edges.minY, box.baseline - ink.above - reach.effects.top)
      edges.maxY = max(edges.maxY, box.baseline + ink.below + reach.effects.bottom)
    }
    guard flow != nil else { return edges.rect }
    let blocks = blocks.reduce(edges.rect) { $0.union($1.frame) }
    return placedTokens.reduce(blocks) {
      $0.union($1.layout.inkBounds.offset(x: $1.origin.x, y: $1.origin.y))
    }
  }
}

/// The edges of a growing rectangle, in points.
private struct BoundsEdges {
  var (minX, minY, maxX, maxY): (Double, Double, Double, Double)

  init(_ size: Size) { (minX, minY, maxX, maxY) = (0, 0, size.width, size.height) }

  var rect: Rect { Rect(x: minX, y: minY, width: maxX - minX, height: maxY - minY) }
}

/// The distances that painting extends from a line's baseline and sides, in points.
private struct PaintReach {
  /// The distances that shadows and highlights extend beyond the glyphs.
  private(set) var effects = Insets.zero
  private(set) var (above, below, left, right) = (0.0, 0.0, 0.0, 0.0)
  private let stroke: Double

  init(_ text: AttributedText) {
    stroke = text.strokeReach
    add(text.basePaint)
    for span in text.paintSpans.spans { add(span.value) }
  }

  /// Sets the distances to those of the ink plus the effects around it.
  mutating func form(within ink: InkExtent) {
    above = ink.above + stroke + effects.top
    below = ink.below + stroke + effects.bottom
    left = ink.left + stroke + effects.left
    right = ink.right + stroke + effects.right
  }

  private mutating func add(_ paint: TextPaint) {
    guard !paint.isPlain else { return }
    if let highlight = paint.highlight, highlight.outset > 0, highlight.outset.isFinite {
      effects.left = max(effects.left, highlight.outset)
      effects.right = max(effects.right, highlight.outset)
    }
    guard let shadow = paint.shadow else { return }
    let blur = 2 * shadow.blur.distance
    let (x, y) = (shadow.offset.x.offset, shadow.offset.y.offset)
    effects.top = max(effects.top, blur - y)
    effects.bottom = max(effects.bottom, blur + y)
    effects.left = max(effects.left, blur - x)
    effects.right = max(effects.right, blur + x)
  }
}
