import GalleyBasics
import GalleyTextInput
import GalleyTypesetting
import TestSupport
import Testing

@Suite struct EditableTextTests {
  let engine = TestFonts.engine()

  private func layout(_ text: EditableText) -> TextLayout {
    engine.layout(
      AttributedText(text.string, style: TestFonts.style()), options: LayoutOptions(width: 100))
  }

  /// Returns the text with `|` at the caret, or `[` and `]` around the selection.
  private func shown(_ text: EditableText) -> String {
    let range = text.selection.range
    var bytes = Array(text.string.utf8)
    bytes.insert(contentsOf: (range.isEmpty ? "" : "]").utf8, at: range.upperBound)
    bytes.insert(contentsOf: (range.isEmpty ? "|" : "[").utf8, at: range.lowerBound)
    return String(decoding: bytes, as: UTF8.self)
  }

  private func text(_ string: String, caret: Int? = nil) -> EditableText {
    var text = EditableText(string)
    if let caret { text.select(TextSelection(at: TextPosition(offset: caret))) }
    return text
  }

  @Test func `typed text replaces the selection`() {
    var text = text("hello")
    text.select(TextSelection(1..<4))
    #expect(shown(text) == "h[ell]o")
    text.insert("ey, y")
    #expect(shown(text) == "hey, y|o")
    #expect(text.selectedText == "")
  }

  @Test(arguments: [
    ("a\r\nb\rc\u{2028}d\u{85}e", "a\nb\nc\nd\ne"), ("a\u{0}b\u{7F}c\u{1B}[0m", "abc[0m"),
    ("a\tb", "a\tb"), ("é 😀 \u{200D}\u{202E}", "é 😀 \u{200D}\u{202E}"),
  ])
  func `pasted line ends are line feeds, and other controls are dropped`(
    pasted: String, expected: String
  ) {
    var text = EditableText()
    text.insert(pasted)
    #expect(text.string == expected)
    var line = EditableText(isMultiline: false)
    line.insert(pasted)
    #expect(line.string == String(expected.map { $0 == "\n" ? " " : $0 }))
  }

  @Test(arguments: [
    ("ab", "a"), ("e\u{301}", "e"), ("👨‍👩‍👧", ""), ("🇩🇪", ""), ("👍🏽", ""), ("❤️", ""), ("1️⃣", ""),
    ("कि", "क"), ("क्ष", "क्"), ("بَ", "ب"), ("한", ""), ("\u{1112}\u{1161}\u{11AB}", ""), ("a\n", "a"),
  ])
  func `backspace deletes a mark alone and an emoji whole`(before: String, after: String) {
    var text = EditableText(before)
    text.delete(.backward(.character), in: layout(text))
    #expect(text.string.unicodeScalars.elementsEqual(after.unicodeScalars))
  }

  @Test func `words and selections are deleted whole`() {
    var text = text("one two three", caret: 7)
    text.delete(.backward(.word), in: layout(text))
    #expect(shown(text) == "one | three")
    text.delete(.forward(.word), in: layout(text))
    #expect(shown(text) == "one |")
    text.selectAll()
    text.delete(.backward(.character), in: layout(text))
    #expect(shown(text) == "|")
    text.delete(.backward(.character), in: layout(text))
    #expect(shown(text) == "|")
  }

  @Test func `an arrow collapses a selection to its side`() {
    var text = text("abcd")
    text.select(TextSelection(1..<3))
    text.move(.left, extending: false, in: layout(text))
    #expect(shown(text) == "a|bcd")
    text.select(TextSelection(1..<3))
    text.move(.right, extending: false, in: layout(text))
    #expect(shown(text) == "abc|d")
    var hebrew = EditableText("אבגד")
    hebrew.select(TextSelection(2..<6))
    hebrew.move(.left, extending: false, in: layout(hebrew))
    #expect(hebrew.selection.range == 6..<6)
    hebrew.select(TextSelection(2..<6))
    hebrew.move(.right, extending: false, in: layout(hebrew))
    #expect(hebrew.selection.range == 2..<2)
  }

  @Test func `shift extends the selection from its start`() {
    var text = text("ab cd", caret: 1)
    text.move(.right, extending: true, in: layout(text))
    text.move(.wordRight, extending: true, in: layout(text))
    #expect(shown(text) == "a[b cd]")
    text.move(.left, extending: true, in: layout(text))
    #expect(shown(text) == "a[b c]d")
    text.move(.backward(.text), extending: true, in: layout(text))
    #expect(shown(text) == "[a]b cd")
  }

  @Test func `vertical movements keep their column past a shorter line`() {
    var text = text("abcd\nx\nabcd", caret: 3)
    text.move(.down, extending: false, in: layout(text))
    #expect(shown(text) == "abcd\nx|\nabcd")
    text.move(.down, extending: false, in: layout(text))
    #expect(shown(text) == "abcd\nx\nabc|d")
  }

  @Test func `a composition replaces the selection and is not in the history`() {
    var text = text("say ok now")
    text.select(TextSelection(4..<6))
    text.compose("ni", selected: 2..<2)
    text.compose("你", selected: 0..<3)
    #expect(text.string == "say 你 now")
    #expect(text.composition == 4..<7)
    #expect(shown(text) == "say [你] now")
    text.insert("你好")
    #expect(text.composition == nil)
    #expect(shown(text) == "say 你好| now")
    text.undo()
    #expect(text.string == "say  now")
    text.undo()
    #expect(shown(text) == "say [ok] now")
    text.redo()
    text.redo()
    #expect(text.string == "say 你好 now")
  }

  @Test func `an ended composition leaves nothing behind`() {
    var text = text("ab", caret: 1)
    text.compose("xyz")
    text.compose("")
    #expect(shown(text) == "a|b")
    #expect(!text.canUndo)
  }

  @Test func `a movement keeps the composed text`() {
    var text = text("ab", caret: 1)
    text.compose("xyz")
    text.move(.right, extending: false, in: layout(text))
    #expect(text.composition == nil)
    #expect(shown(text) == "ax|yzb")
    text.undo()
    #expect(shown(text) == "a|b")
  }

  @Test func `typing is undone word by word, and deletions in one step`() {
    var text = EditableText()
    for character in "one two" { text.insert(String(character)) }
    text.undo()
    #expect(shown(text) == "one |")
    text.redo()
    #expect(shown(text) == "one two|")
    for _ in 0..<5 { text.delete(.backward(.character), in: layout(text)) }
    #expect(text.string == "on")
    text.undo()
    #expect(shown(text) == "one two|")
    text.undo()
    text.undo()
    #expect(text.string == "")
    #expect(!text.canUndo)
    text.undo()
    text.redo()
    text.insert("!")
    #expect(!text.canRedo)
  }

  @Test func `a moved caret begins a new step of the history`() {
    var text = EditableText()
    text.insert("a")
    text.move(.left, extending: false, in: layout(text))
    text.insert("b")
    text.undo()
    #expect(shown(text) == "|a")
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func `undoing all steps restores the text, and redoing them the last one`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let pieces = ["a", "b ", "\n", "é", "e\u{301}", "👨‍👩‍👧", "مرحبا", "क्षि", "🇩🇪", " "]
    var text = EditableText("start")
    for _ in 0..<60 {
      let layout = layout(text)
      switch Int.random(in: 0..<9, using: &random) {
      case 0..<4: text.insert(pieces.randomElement(using: &random) ?? "")
      case 4: text.delete(.backward(.character), in: layout)
      case 5: text.delete(.forward(.word), in: layout)
      case 6:
        text.move(
          [.left, .right, .up, .wordLeft].randomElement(using: &random) ?? .left,
          extending: Bool.random(using: &random), in: layout)
      case 7:
        let end = Int.random(in: 0...text.string.utf8.count, using: &random)
        text.select(TextSelection(Int.random(in: 0...end, using: &random)..<end))
      default: text.compose(pieces.randomElement(using: &random) ?? "", selected: 0..<1)
      }
      let range = text.selection.range
      #expect(range.upperBound <= text.string.utf8.count)
      #expect(String(text.string.utf8.prefix(range.lowerBound)) != nil)
      #expect(String(text.string.utf8.prefix(range.upperBound)) != nil)
    }
    text.compose("")
    let last = text.string
    while text.canUndo { text.undo() }
    #expect(text.string == "start")
    while text.canRedo { text.redo() }
    #expect(text.string == last)
  }
}
