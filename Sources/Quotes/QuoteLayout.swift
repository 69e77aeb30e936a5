package import GalleyGeometry
internal import GalleyRichTypesetting
package import GalleyTypesetting

/// The arrangement of the messages of a request, in points from the upper left corner.
package struct QuoteLayout: Sendable {
  /// A text at a place.
  package struct Text: Sendable {
    /// The layout.
    package var layout: TextLayout
    /// The origin of the layout.
    package var origin: Point
    /// The width after which the text fades out; `nil` shows all of it.
    package var fadingWidth: Double?
  }

  /// The size with the room for shadows.
  package var size: Size
  /// The frames of the bubbles, of those messages that have one.
  package var bubbles: [Rect]
  /// The texts, from top to bottom; those of rich messages have one for each paragraph.
  package var texts: [Text]
  /// Remarks about the request.
  package var remarks: QuoteRemarks

  init(_ scene: QuoteScene, _ remarks: QuoteRemarks) {
    size = scene.size
    bubbles = scene.bubbles
    texts = scene.drawing.labels.flatMap { label in
      switch label.words {
      case .text(let layout):
        [Text(layout: layout, origin: label.origin, fadingWidth: label.fadingWidth)]
      case .rich(let layout):
        layout.texts.map { text in
          Text(
            layout: text.layout,
            origin: Point(x: label.origin.x + text.origin.x, y: label.origin.y + text.origin.y))
        }
      }
    }
    self.remarks = remarks
  }
}

/// Remarks about a request.
package struct QuoteRemarks: Hashable, Sendable {
  /// The indices of messages that are replaced by placeholders.
  package var placeholders: [Int]
  /// The number of clusters for which no font has a glyph.
  package var missingGlyphs: Int
  /// Remarks about ignored or missing parts.
  package var notes: [String]
}
