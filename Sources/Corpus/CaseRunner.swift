package import GalleyFonts
internal import GalleyGeometry
internal import GalleyPainting
internal import GalleyPixels
internal import GalleyTypesetting

/// A runner of cases, safe to use from several threads at once.
package struct CaseRunner: Sendable {
  /// The padding around the text of a picture, in points, which overhanging ink may use.
  private static let padding = 4.0

  private let shipped: TextEngine
  private let testing: TextEngine

  /// Creates a runner.
  ///
  /// - Parameters:
  ///   - shipped: The fonts of the corpus.
  ///   - testing: The fonts for cases whose family begins with "Galley"; `nil` for the same ones.
  package init(shipped: FontCollection, testing: FontCollection?) {
    self.shipped = TextEngine(fonts: shipped)
    self.testing = testing.map { TextEngine(fonts: $0) } ?? self.shipped
  }

  /// Returns the output of a case.
  ///
  /// - Throws: `BitmapError` if the picture of a case is too large.
  package func output(of subject: CorpusCase) throws -> CaseOutput {
    let engine = subject.usesTestingFonts ? testing : shipped
    if let rich = subject.rich { return try output(of: rich, in: subject, with: engine) }
    switch subject.kind {
    case .shape: return .text(ShapeDump.text(of: engine.shape(subject.text)))
    case .layout:
      return .text(LayoutDump.text(of: engine.layout(subject.text, options: subject.options)))
    case .render:
      let layout = engine.layout(subject.text, options: subject.options)
      return .picture(try picture(of: layout, for: subject))
    }
  }

  /// Returns the output of a case with a rich message; that of a refused one is its error.
  private func output(
    of rich: RichSubject, in subject: CorpusCase, with engine: TextEngine
  ) throws -> CaseOutput {
    guard subject.kind == .render else {
      if case .failure(let error) = rich.message { return .text("refused  \(error)") }
      return .text(RichLayoutDump.text(of: try rich.layout(of: subject, with: engine)))
    }
    let grid = PixelGrid(scale: subject.scale)
    return .picture(
      try RenderedImage(
        try rich.layout(of: subject, on: grid, with: engine), scale: subject.scale,
        padding: Self.richPadding, background: subject.background, painter: painter(for: subject)
      ).bitmap)
  }

  /// The padding around a rich message, in points: that of a bubble.
  private static let richPadding = 8.0

  private func picture(of layout: TextLayout, for subject: CorpusCase) throws -> Bitmap {
    try RenderedImage(
      layout, scale: subject.scale, padding: Self.padding, background: subject.background,
      painter: painter(for: subject)
    ).bitmap
  }

  private func painter(for subject: CorpusCase) -> TextPainter {
    var painter = TextPainter()
    painter.hinting = .never
    painter.palette = subject.palette
    painter.revealed = subject.revealed
    painter.showsStructure = subject.showsStructure
    return painter
  }
}
