import GalleyFonts
import GalleyTextCommands
import GalleyTypesetting

/// A measurement of the first screen of a conversation in a new process.
///
/// Nothing has opened a font before, so it must run once per process.
struct FirstScreenMeasurement {
  /// The maximum size of the file of texts, for 100,000 messages and more.
  private static let byteLimit = 1 << 29

  let messages: [AttributedText]
  let fonts: FontCollection
  let width: Double
  /// The path of the file of shaped texts, if one is used.
  let path: String?

  /// Measures the layouts of the last 15 messages.
  ///
  /// Afterwards, the texts that are not in the file are shaped and added to it.
  ///
  /// - Returns: The time in milliseconds to open the file, and to lay out the messages.
  func run() -> FigureTable {
    let clock = ContinuousClock()
    let start = clock.now
    let texts = path.flatMap {
      ShapedTextFile(path: $0, fonts: fonts, byteLimit: Self.byteLimit)
    }
    let engine = TextEngine(fonts: fonts, texts: texts)
    let opened = clock.now
    let options = LayoutOptions(width: width)
    let layouts = messages.suffix(15).map { engine.layout($0, options: options) }
    let end = clock.now
    let shaped = texts?.newCount ?? layouts.count
    if let texts {
      for message in messages { _ = engine.layout(message, options: options) }
      texts.save()
    }
    return FigureTable(rows: [
      ("open_ms", "opening the texts", milliseconds(opened - start), "ms"),
      ("screen_ms", "first screen of 15 messages", milliseconds(end - opened), "ms"),
      ("shaped", "texts shaped for it", Double(shaped), ""),
    ])
  }

  private func milliseconds(_ duration: Duration) -> Double {
    Double(duration.components.seconds) * 1e3 + Double(duration.components.attoseconds) / 1e15
  }
}
