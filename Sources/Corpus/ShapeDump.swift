internal import GalleyFonts
internal import GalleyHarfBuzz
package import GalleyShaping

/// A textual description of shaped text, for reading and comparing.
package enum ShapeDump {
  /// Describes `text`: a line for each shaping run, in logical order.
  ///
  /// A line has the typeface, the script, the direction, and the glyphs in the format of
  /// `hb-shape`: `[glyph=cluster@x,y+advance|...]`, in visual order, in design units. The cluster
  /// is an offset in UTF-8, and `@x,y` is omitted if both are zero.
  package static func text(of text: ShapedText) -> String {
    text.runs.map { run in
      let direction = run.isRightToLeft ? "rtl" : "ltr"
      switch run.kind {
      case .tab: return "tab \(run.start)..<\(run.end)"
      case .control: return "control \(run.start)..<\(run.end)"
      case .object: return "object \(run.start)..<\(run.end)"
      case .text:
        let name = text.font(of: run).typeface.postScriptName
        let glyphs = glyphs(of: run, in: text).map(describe).joined(separator: "|")
        return "\(name) \(run.script) \(direction) [\(glyphs)]"
      }
    }.joined(separator: "\n")
  }

  private static func glyphs(of run: ShapedRun, in text: ShapedText) -> [Glyph] {
    var reader = GlyphReader(run)
    var glyphs: [Glyph] = []
    let array = text.words
    let (words, palette) = (array.span, text.font(of: run).palette)
    while let glyph = reader.next(words, palette) { glyphs.append(glyph) }
    return run.isRightToLeft ? glyphs.reversed() : glyphs
  }

  private static func describe(_ glyph: Glyph) -> String {
    let isMoved = glyph.xOffset != 0 || glyph.yOffset != 0
    let offset = isMoved ? "@\(glyph.xOffset),\(glyph.yOffset)" : ""
    return "\(glyph.id)=\(glyph.cluster)\(offset)+\(glyph.advance)"
  }
}
