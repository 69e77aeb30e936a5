import Dispatch
package import GalleyFonts
internal import GalleyGeometry
internal import GalleyPainting
internal import GalleyPixels
internal import GalleyTypesetting
import Synchronization

/// Galley as an engine of a comparison.
package struct GalleyEngine: Sendable {
  private let engine: TextEngine
  private let fallback: String

  /// Creates the engine.
  ///
  /// - Parameters:
  ///   - fonts: The fonts.
  ///   - fallback: The family for texts without families.
  package init(fonts: FontCollection, fallback: String) {
    engine = TextEngine(fonts: fonts)
    self.fallback = fallback
  }

  /// Returns the answers to all texts, with pictures if they are needed.
  package func run(_ texts: [ComparedText], draws: Bool = true) -> EngineRun {
    let answers = Mutex(
      [Result<EngineAnswer, EngineError>](
        repeating: .failure(EngineError("no answer")), count: texts.count))
    DispatchQueue.concurrentPerform(iterations: texts.count) { index in
      let answer = answer(to: texts[index], draws: draws)
      answers.withLock { $0[index] = answer }
    }
    return EngineRun(
      name: "galley", title: "Galley",
      notes: ["Line breaks follow UAX #14 (line-break: unicode). Lines have a uniform height."],
      answers: answers.withLock { $0 })
  }

  private func answer(
    to text: ComparedText, draws: Bool
  ) -> Result<EngineAnswer, EngineError> {
    let layout = engine.layout(
      attributed(text), options: LayoutOptions(width: text.width, alignmentWidth: text.width))
    let lines = layout.lines.map {
      EngineAnswer.Line($0.range, x: $0.x, width: $0.width, baseline: $0.baseline)
    }
    do {
      let picture = draws ? try picture(of: layout, width: text.width) : nil
      return .success(EngineAnswer(lines: lines, of: text.string, picture: picture))
    } catch { return .failure(EngineError("\(error)")) }
  }

  /// Returns a text in the styles that all engines have.
  private func attributed(_ text: ComparedText) -> AttributedText {
    let families = text.families.isEmpty ? [fallback] : text.families
    let style = TextStyle(font: FontDescription(families: families, size: text.size))
    var result = AttributedText(
      text.string, style: style, direction: text.direction, language: text.language)
    for (range, kind) in text.styles {
      result.updateStyle(in: range) { style in
        switch kind {
        case .bold: style.font.weight = 700
        case .italic: style.font.slant = .italic
        case .underline: style.paint.underline = TextPaint.DecorationLine()
        case .strikethrough: style.paint.strikethrough = TextPaint.DecorationLine()
        case .code: style.font.families = ["monospace"] + families
        }
      }
    }
    return result
  }

  /// Returns a picture in the frame that all engines have.
  private func picture(of layout: TextLayout, width: Double) throws -> Bitmap {
    let (scale, margin) = (PictureFrame.scale, PictureFrame.margin)
    var painter = TextPainter()
    painter.hinting = .never
    let image = try RenderedImage(layout, scale: scale, background: .white, painter: painter)
    let edge = Int(margin * scale)
    var bitmap = try Bitmap(
      width: Int(((width + 2 * margin) * scale).rounded(.up)),
      height: Int(((layout.size.height + 2 * margin) * scale).rounded(.up)), color: .white)
    bitmap.draw(image.bitmap, x: edge - image.originX, y: edge - image.originY)
    return bitmap
  }
}
