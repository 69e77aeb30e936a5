import GalleyBasics
import GalleyFonts
import GalleyFuzzCore
import GalleyGeometry
import GalleyMath
import GalleyMessages
import GalleyPainting
import GalleyPixels
import GalleyRichMessages
import GalleyRichTypesetting
import GalleyTypesetting

/// A trial of one input as a rich message: reading, writing, layout, queries and painting.
struct RichTrial {
  /// The input.
  let bytes: [UInt8]
  let engine: TextEngine
  let formulas: FormulaEngine
  var random: SplitMix64

  /// Reads a message in a format, and lays it out, if it is valid.
  mutating func run(as format: FuzzCorpus.Format) {
    guard let message = message(in: format) else { return }
    write(message)
    layOut(message)
  }

  // MARK: Reading and writing

  private mutating func options() -> RichMessage.ReadingOptions {
    var options = RichMessage.ReadingOptions(
      form: random.pick(RichMessage.ReadingOptions.forms), isDraft: random.chance(70),
      detectsEntities: random.chance(50), isStrict: random.chance(20),
      readsBackslashFormulas: random.chance(30), isRightToLeft: random.chance(20))
    options.limits.behavior = random.pick([.refuse, .clip, .clip])
    if random.chance(30) {
      let most = random.pick([0, 1, 40, 1 << 20, .max])
      (options.limits.characters, options.limits.blocks) = (most, most)
      (options.limits.depth, options.limits.columns) = (most, most)
      (options.limits.cells, options.limits.formulas) = (most, most)
    }
    return options
  }

  private mutating func message(in format: FuzzCorpus.Format) -> RichMessage? {
    let options = options()
    let text = String(decoding: bytes, as: UTF8.self)
    switch format {
    case .markdown: return try? RichMessage(markdown: text, options: options)
    case .html: return try? RichMessage(html: text, options: options)
    default: return try? RichMessage(json: bytes, options: options)
    }
  }

  private func write(_ message: RichMessage) {
    for revealed in [RevealedSpoilers.none, .all] {
      _ = message.json(revealed: revealed)
      _ = message.html(revealed: revealed)
      _ = message.markdown(revealed: revealed)
      _ = message.plainText(revealed: revealed)
    }
  }

  // MARK: Layout

  mutating func layOut(_ message: RichMessage) {
    var theme = RichTheme()
    theme.message.text.font.size = random.pick([17, 17, 17, 1, 0, 300, -4, .infinity])
    var state = RichState()
    for _ in 0..<random.number(in: 0...3) {
      let path = BlockPath((0...random.number(in: 0...2)).map { _ in random.number(in: 0...9) })
      state.setOpen(path, random.chance(70))
      state.setExpanded(path, random.chance(70))
    }
    var textOptions = LayoutOptions()
    if random.chance(50) { textOptions.lineGrid = PixelGrid(scale: random.pick([1, 2, 1.5])) }
    let document = RichDocument(
      message, theme: theme, state: state, textOptions: textOptions, engine: engine)
    for _ in 0..<random.number(in: 1...2) {
      let layout = document.layout(width: width(), fillsWidth: random.chance(30))
      query(layout)
      paint(layout)
      change(layout)
    }
  }

  mutating func width() -> Double {
    random.pick([
      0, -5, 1, 20, 160, 400, 1e9, .infinity, -.infinity, .nan,
      Double(random.number(in: 0...600)) + 0.37,
    ])
  }

  private mutating func query(_ layout: RichLayout) {
    let size = layout.size
    precondition(size.width.isFinite && size.height.isFinite, "the size is not finite")
    var positions = [layout.positions.lowerBound, layout.positions.upperBound]
    for _ in 0..<6 {
      let point = Point(
        x: size.width * Double(random.number(in: -2...12)) / 10,
        y: size.height * Double(random.number(in: -2...12)) / 10)
      let hit = layout.hit(at: point, slop: random.pick([0, 10, 1e9]))
      if let position = hit.position { positions.append(position) }
    }
    positions.append(
      RichLayout.Position(
        text: random.number(in: -1...40), offset: random.pick([-1, 0, 3, 1_000, .max, .min])))
    positions.sort()
    for (start, end) in zip(positions, positions.dropFirst()) {
      _ = layout.caret(at: start)
      _ = layout.rects(of: start..<end)
      for unit in [TextLayout.Unit.word, .line, .paragraph] {
        _ = layout.range(of: unit, at: start)
      }
    }
  }

  /// Scrolls, truncates, searches and copies.
  private mutating func change(_ layout: RichLayout) {
    if let area = layout.scrollAreas.first {
      let scrolled = layout.scrolled(
        area.path, to: random.pick([-10, 7, 1e9, .infinity, .nan, area.contentWidth / 2]))
      paint(scrolled)
      _ = scrolled.scrolled(as: layout)
    }
    let truncated = layout.truncated(
      to: random.pick([.lines(1), .lines(7), .lines(-1), .height(50), .height(.nan), .whole]))
    query(truncated)
    paint(truncated)
    _ = truncated.accessibilityElements(revealed: random.pick([.none, .all]))
    _ = layout.rects(of: random.pick([.anchor("x"), .anchor(""), .reference("1")]))
    for match in layout.document.matches(of: random.pick(["a", "", "x y", "\u{301}"])).prefix(9) {
      _ = layout.positions(of: match)
    }
    let end = layout.positions.upperBound
    let start = RichLayout.Position(text: random.number(in: 0...9), offset: 1)
    let range = min(start, end)..<end
    _ = layout.plainText(of: range)
    _ = layout.message(in: range, revealed: .all).html(revealed: .all)
  }

  private mutating func paint(_ layout: RichLayout) {
    guard random.chance(15), var bitmap = try? Bitmap(width: 160, height: 120) else { return }
    let origin = Point(
      x: random.pick([0, -200]), y: -layout.size.height * Double(random.number(in: 0...2)) / 2)
    TextPainter().paint(layout, at: origin, into: &bitmap, scale: random.pick([0.25, 1, 2]))
  }

  // MARK: Formulas

  mutating func setFormula() {
    let source = String(decoding: bytes, as: UTF8.self)
    let formula = Formula(source)
    let isDisplay = random.chance(50)
    _ = MathMLWriter.markup(of: formula, isDisplay: isDisplay, marksSource: random.chance(50))
    _ = SpokenFormula.text(of: formula)
    let layout = formulas.layout(of: formula, isDisplay: isDisplay)
    precondition(layout.width.isFinite && layout.ascent.isFinite && layout.descent.isFinite)
    _ = layout.segments
    _ = layout.rects(of: 0..<source.utf8.count)
    _ = layout.source(at: Point(x: layout.width / 2, y: 0))
    layOut(RichMessage([.formula(source), .paragraph(["a ", .formula(source), " b"])]))
  }
}
