internal import GalleyFonts
package import GalleyGeometry
package import GalleyJSON
package import GalleyTypesetting

/// Texts at places as JSON. Offsets are in UTF-8 bytes of "text", and lengths are in points.
extension JSONWriter {
  /// Writes the members of a text whose origin is at a point: its frame, its characters and its
  /// lines.
  package mutating func text(_ layout: TextLayout, at origin: Point) {
    member("frame", Rect(origin: origin, size: layout.size))
    member("text", layout.text.string)
    member("truncated", layout.isTruncated)
    list("lines", layout.lines) { $0.line($1, $1.range, at: origin) }
  }

  /// Writes the member "runs" with the glyph runs of each line, from left to right.
  ///
  /// Each glyph is an array of its number in the font, the position of its origin, and the offset
  /// of its cluster.
  package mutating func runs(of layout: TextLayout, at origin: Point) {
    name("runs")
    array { writer in
      var scratch = PlacementScratch()
      for line in 0..<layout.lineCount {
        layout.visitGlyphRuns(ofLine: line, scratch: &scratch) { run, glyphs in
          let (x, y) = (origin.x + run.origin.x, origin.y + run.origin.y)
          writer.object { writer in
            writer.member("line", line)
            writer.range(run.text)
            writer.member("font", run.font.typeface.postScriptName)
            writer.member("size", rounded: run.size)
            writer.member("direction", isRightToLeft: run.isRightToLeft)
            writer.member("x", rounded: x)
            writer.member("width", rounded: run.width)
            writer.name("glyphs")
            writer.array { writer in
              for index in glyphs.indices {
                let glyph = glyphs[index]
                writer.array { writer in
                  writer.value(Int(glyph.id))
                  writer.value(rounded: x + Double(glyph.x))
                  writer.value(rounded: y + Double(glyph.y))
                  writer.value(Int(glyph.cluster))
                }
              }
            }
          }
        }
      }
    }
  }

  /// Writes a member with a rectangle.
  mutating func member(_ name: String, _ rect: Rect) {
    self.name(name)
    self.rect(rect)
  }
}
