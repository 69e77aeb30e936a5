import GalleyFonts
import GalleyGeometry
import GalleyJSON
import GalleyMessages
import GalleyPainting
import GalleyPixels
import GalleyTextCommands
import GalleyTypesetting

/// A benchmark of message features other than plain lines: entities, recoloring and balanced lines.
struct MessageMeasurement {
  let engine: TextEngine
  /// The number of passes, of which the fastest is used because other processes disturb it the
  /// least.
  let passes: Int

  /// Creates a benchmark.
  init(fonts: FontCollection, passes: Int) {
    engine = TextEngine(fonts: fonts)
    self.passes = passes
  }

  /// Runs the benchmark, which takes some seconds.
  func run() throws -> MessageFigures {
    var figures = MessageFigures()
    figures.entities10 = best { _ = layout(Self.message(bytes: 10_000, entities: 200)) }
    figures.entities100 = best { _ = layout(Self.message(bytes: 100_000, entities: 2_000)) }
    try measureDrawing(into: &figures)
    (figures.greedy, figures.balanced) = breaking()
    figures.link = findingLinks()
    return figures
  }

  /// Returns a message of words with evenly spaced entities of alternating kinds, such as styles,
  /// links, spoilers, code and quotations.
  static func message(bytes: Int, entities: Int) -> Message {
    let words = ["the", "bridge", "is", "closed", "on", "Sunday", "so", "we", "take", "a", "boat"]
    var text = ""
    var index = 0
    while text.utf8.count < bytes {
      text += words[index % words.count]
      index += 1
      text += index % 12 == 0 ? "\n" : " "
    }
    let kinds: [MessageEntity.Kind] = [
      .bold, .italic, .textLink(url: "https://example.org"), .code, .underline, .spoiler,
      .strikethrough, .hashtag, .customEmoji(id: "1"), .blockquote(isExpandable: false),
    ]
    let stretch = max(1, bytes / max(1, entities))
    let ranges = (0..<entities).map { $0 * stretch..<$0 * stretch + stretch * 2 / 3 }
    return Message(
      text,
      entities: zip(ranges.indices, ranges).map { MessageEntity(kinds[$0 % kinds.count], in: $1) })
  }

  /// Returns the layout of a message, bypassing the layout cache.
  private func layout(_ message: Message, width: Double = 360) -> TextLayout {
    engine.layoutUncached(message.attributedText(), options: LayoutOptions(width: width))
  }

  /// Measures drawing with one palette, with two alternating palettes, and without spoilers.
  private func measureDrawing(into figures: inout MessageFigures) throws {
    let messages = (0..<20).map { _ in Self.message(bytes: 400, entities: 8) }
    let layouts = messages.map { layout($0) }
    let plain = messages.map { message in
      var message = message
      message.entities.removeAll { $0.kind == .spoiler }
      return layout(message)
    }
    var bitmap: Bitmap
    do { bitmap = try Bitmap(width: 380, height: 600) } catch { throw Failure("\(error)") }
    let palettes = [ChatTheme.light.palette, ChatTheme.dark.palette]
    func draw(_ layouts: [TextLayout], _ palettes: [Palette]) -> Double {
      var painter = TextPainter()
      painter.revealed = .all
      return milliseconds {
        for (index, layout) in layouts.enumerated() {
          painter.palette = palettes[index % palettes.count]
          painter.paint(layout, into: &bitmap, scale: 1)
        }
      }
    }
    _ = draw(layouts, palettes)
    // Alternating, so that other processes affect all measurements equally.
    for pass in 0..<passes * 3 {
      let one = [palettes[pass % 2]]
      figures.drawing = min(figures.drawing, draw(layouts, one))
      figures.recoloring = min(figures.recoloring, draw(layouts, palettes))
      figures.plain = min(figures.plain, draw(plain, one))
    }
  }

  /// Returns the times to break the lines of messages again, greedily and balanced, in
  /// milliseconds.
  private func breaking() -> (greedy: Double, balanced: Double) {
    let layouts = (0..<50).map { index in
      engine.layoutUncached(
        Message(Self.message(bytes: 200 + index, entities: 0).text).attributedText(),
        options: LayoutOptions(width: 360))
    }
    func relayout(_ wrapping: LayoutOptions.Wrapping) -> Double {
      var options = LayoutOptions(width: 280)
      options.wrapping = wrapping
      return best { for layout in layouts { _ = layout.relayout(options) } }
    }
    return (relayout(.greedy), relayout(.balanced))
  }

  /// Returns the time to find the link at a point of a text of 10,000 lines with 2,000 links, in
  /// microseconds.
  private func findingLinks() -> Double {
    let line = "some words and a link to somewhere\n"
    let entities = (0..<2_000).map { index in
      let start = index * 5 * line.utf8.count + 17
      return MessageEntity(.textLink(url: "https://example.org"), in: start..<start + 4)
    }
    let layout = layout(Message(String(repeating: line, count: 10_000), entities: entities))
    let points = (0..<5_000).map { index -> Point in
      let column = Double(index * 7919 % 997) / 997
      let row = Double(index * 104_729 % 9973) / 9973
      return Point(x: layout.size.width * column, y: layout.size.height * row)
    }
    _ = layout.link(at: points[0])
    let time = best { for point in points { _ = layout.link(at: point) } }
    return time * 1000 / Double(points.count)
  }

  private func best(_ work: () -> Void) -> Double {
    (0..<passes).map { _ in milliseconds(work) }.min() ?? 0
  }

  private func milliseconds(_ work: () -> Void) -> Double {
    let time = ContinuousClock().measure(work)
    return Double(time.components.seconds) * 1e3 + Double(time.components.attoseconds) / 1e15
  }
}

/// The results of the benchmark, in milliseconds unless stated otherwise.
struct MessageFigures {
  /// The time to lay out a message of 10,000 bytes with 200 entities.
  var entities10 = 0.0
  /// The time to lay out a message of 100,000 bytes with 2,000 entities.
  var entities100 = 0.0
  var drawing = Double.infinity
  var recoloring = Double.infinity
  var plain = Double.infinity
  var greedy = 0.0
  var balanced = 0.0
  /// The time to find a link, in microseconds.
  var link = 0.0

  /// The figures with their names.
  var table: FigureTable {
    FigureTable(rows: [
      ("entities_10k_ms", "layout of 10 KB, 200 entities", entities10, "ms"),
      ("entities_100k_ms", "layout of 100 KB, 2,000 entities", entities100, "ms"),
      ("entities_growth", "growth for ten times the text", entities100 / entities10, "x"),
      ("recolor_ratio", "alternating palettes, to one palette", recoloring / drawing, "x"),
      ("reveal_ratio", "revealed spoilers, to no spoilers", drawing / plain, "x"),
      ("balanced_ratio", "balanced lines, to greedy lines", balanced / greedy, "x"),
      ("link_us", "find the link at a point", link, "µs"),
    ])
  }
}
