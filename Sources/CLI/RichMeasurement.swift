import GalleyFonts
import GalleyMessages
import GalleyRichMessages
import GalleyRichTypesetting
import GalleyTextCommands
import GalleyTypesetting

/// A benchmark of the layout of rich messages: of a long one, of a large table, and of formulas.
///
/// Passes alternate between what is compared, and the medians are used.
struct RichMeasurement {
  let fonts: FontCollection
  /// The formulas, in LaTeX.
  let formulas: [String]
  /// The number of passes.
  let passes: Int

  /// The two widths, in points.
  private static let (width, secondWidth) = (360.0, 280.0)

  /// Runs the benchmark, which takes some seconds.
  func run() throws -> RichFigures {
    var figures = RichFigures()
    try measureLongMessage(into: &figures)
    let table = Self.table(columns: 20, rows: 100)
    let first = samples { layout(table, engine: TextEngine(fonts: fonts)) }
    let engine = TextEngine(fonts: fonts)
    figures.table = Self.median(first)
    figures.tableAgain = Self.median(samples { layout(table, engine: engine) })
    figures.tableWidth = Self.median(relayouts(of: RichDocument(table, engine: engine)))
    let screen = RichMessage(formulas.map { .formula($0) })
    figures.formulas = Self.median(samples { layout(screen, engine: TextEngine(fonts: fonts)) })
    _ = layout(screen, engine: engine)
    figures.formulasAgain = Self.median(samples { layout(screen, engine: engine) })
    return figures
  }

  /// Measures a long message beside its text.
  private func measureLongMessage(into figures: inout RichFigures) throws {
    let message = Self.message()
    // Reading checks Telegram's limits.
    do { _ = try RichMessage(json: message.json(revealed: .all)) } catch {
      throw Failure("\(error)")
    }
    let text = message.plainText(revealed: .all).string
    (figures.characters, figures.formulaCount) = (text.unicodeScalars.count, formulas.count)
    var times: [(rich: Double, text: Double)] = []
    var warm: [(rich: Double, text: Double)] = []
    let known = TextEngine(fonts: fonts)
    for pass in 0..<passes {
      let (one, other) = (TextEngine(fonts: fonts), TextEngine(fonts: fonts))
      if pass % 2 == 0 {
        let rich = milliseconds { layout(message, engine: one) }
        times.append((rich, milliseconds { layout(text, engine: other) }))
      } else {
        let plain = milliseconds { layout(text, engine: other) }
        times.append((milliseconds { layout(message, engine: one) }, plain))
      }
      warm.append(
        (
          milliseconds { layout(message, engine: known) },
          milliseconds { layout(text, engine: known) }
        ))
    }
    figures.message = Self.median(times.map(\.rich))
    figures.text = Self.median(times.map(\.text))
    figures.ratio = Self.median(times.map { $0.rich / $0.text })
    figures.warmRatio = Self.median(warm.dropFirst().map { $0.rich / $0.text })
    figures.width = Self.median(relayouts(of: RichDocument(message, engine: known)))
  }

  private func layout(_ message: RichMessage, engine: TextEngine) -> RichLayout {
    RichDocument(message, engine: engine).layout(width: Self.width)
  }

  private func layout(_ text: String, engine: TextEngine) -> TextLayout {
    engine.layoutUncached(
      AttributedText(text, style: MessageTheme().text), options: LayoutOptions(width: Self.width))
  }

  /// Returns the times to lay a document out at two widths in turns, in milliseconds.
  private func relayouts(of document: RichDocument) -> [Double] {
    _ = document.layout(width: Self.width)
    return (0..<passes * 2).map { pass in
      let width = pass % 2 == 0 ? Self.secondWidth : Self.width
      return milliseconds { document.layout(width: width) }
    }
  }

  private func samples<Result>(_ work: () -> Result) -> [Double] {
    (0..<passes).map { _ in milliseconds(work) }
  }

  private static func median(_ values: [Double]) -> Double {
    values.isEmpty ? 0 : values.sorted()[values.count / 2]
  }

  /// Returns the time that work takes, without that of freeing its result.
  private func milliseconds<Result>(_ work: () -> Result) -> Double {
    var result: Result?
    let time = ContinuousClock().measure { result = work() }
    return withExtendedLifetime(result) {
      Double(time.components.seconds) * 1e3 + Double(time.components.attoseconds) / 1e15
    }
  }
}

// MARK: Messages

extension RichMeasurement {
  /// The number of blocks of the long message, counting items and rows.
  private static let blocks = 500

  private static let words = [
    "the", "bridge", "is", "closed", "on", "Sunday", "so", "we", "take", "a", "boat", "Größe",
    "между", "always", "measure",
  ]

  /// Returns words with about a number of characters.
  private static func text(_ length: Int, _ start: inout Int) -> String {
    var text = ""
    while text.count < length {
      text += (text.isEmpty ? "" : " ") + words[start % words.count]
      start += start % 7 == 0 ? 2 : 1
      // Invented words, as in `Messages/generate.py`.
      if start % 9 == 0 { text += String(start, radix: 36) }
    }
    return text
  }

  /// Returns a message of 500 blocks and about 32,768 characters with headings, paragraphs with
  /// styles, lists, quotations, code and tables.
  static func message() -> RichMessage {
    var start = 0
    var result: [RichBlock] = []
    var count = 0
    while count < blocks - 19 {
      result += [
        .heading(.plain(text(28, &start)), level: 2),
        .paragraph([
          .plain(text(80, &start) + " "), .styled(.bold, .plain(text(20, &start))), " ",
          .link(.url("https://a.example"), .plain(text(20, &start))),
          .plain(" " + text(180, &start)),
        ]),
        .list(
          RichBlock.List(
            (1...4).map { number in
              RichBlock.List.Item(
                [.paragraph(.plain(text(76, &start)))], marker: .number(number, .decimal))
            })),
        .quotation(RichBlock.Quotation([.paragraph(.plain(text(150, &start)))])),
        .code(.plain("let value = \(start)\nprint(value)\n"), language: "swift"),
        .table(
          RichBlock.Table(
            (0..<3).map { _ in (0..<3).map { _ in .init(.plain(text(16, &start))) } })),
      ]
      // Each item, and the paragraph in it, is a block; so is each row.
      count += 1 + 1 + 9 + 2 + 1 + 4
    }
    while count < blocks {
      result.append(.paragraph(.plain(text(300, &start))))
      count += 1
    }
    return RichMessage(result)
  }

  /// Returns a message with a table of numbers and words.
  static func table(columns: Int, rows: Int) -> RichMessage {
    var start = 0
    let cells = (0..<rows).map { row in
      (0..<columns).map { column -> RichBlock.Table.Cell in
        let text = column % 3 == 0 ? "\(row * 37 + column)" : Self.text(5 + column, &start)
        return RichBlock.Table.Cell(
          .plain(text), isHeader: row == 0, alignment: column % 3 == 0 ? .right : nil)
      }
    }
    return RichMessage([.table(RichBlock.Table(cells, isBordered: true))])
  }
}

/// The results of the benchmark, in milliseconds unless stated otherwise.
struct RichFigures {
  /// The number of characters of the long message.
  var characters = 0
  var formulaCount = 0
  var message = 0.0
  var text = 0.0
  /// The ratio of the times of message and text.
  var ratio = 0.0
  var warmRatio = 0.0
  var width = 0.0
  var table = 0.0
  var tableAgain = 0.0
  var tableWidth = 0.0
  var formulas = 0.0
  var formulasAgain = 0.0

  /// The figures with their names.
  var figures: FigureTable {
    FigureTable(rows: [
      ("rich_characters", "characters of the message", Double(characters), ""),
      ("formula_count", "formulas", Double(formulaCount), ""),
      ("rich_first_ms", "first layout", message, "ms"),
      ("rich_text_ms", "first layout of its text alone", text, "ms"),
      ("rich_ratio", "message, to its text", ratio, "x"),
      ("rich_warm_ratio", "message, to its text, warm caches", warmRatio, "x"),
      ("rich_width_ms", "the message at another width", width, "ms"),
      ("table_first_ms", "table of 20 x 100, first layout", table, "ms"),
      ("table_again_ms", "table, warm caches", tableAgain, "ms"),
      ("table_width_ms", "table at another width", tableWidth, "ms"),
      ("formulas_ms", "formulas, cold", formulas, "ms"),
      ("formulas_again_ms", "formulas, warm caches", formulasAgain, "ms"),
    ])
  }
}
