import GalleyStreaming
import TestSupport
import Testing

@Suite struct ShownTailTests {
  private static let pending = "](\(MarkdownStream.pendingDestination))"
  private static let formula = "~~~~~~~~ \(MarkdownStream.formulaInfo)\n"

  @Test(arguments: [
    ("**bo", "**bo**"), ("*i", "*i*"), ("__b", "__b__"), ("~~s", "~~s~~"), ("==m", "==m=="),
    ("||s", "||s||"), ("a **b *c", "a **b *c***"), ("***x**", "***x***"),
    ("*a **b* c", "*a **b* c**"),
    ("**bo ", "**bo**"), ("**a\n", "**a**"), ("**「あ", "**「あ**"), ("a*b**c", "a*b**c***"),
    ("*a `b", "*a `b`*"), ("**<u>x", "**<u>x</u>**"), ("<b>x</b> y", "<b>x</b> y"),
    ("> - **a", "> - **a**"), ("# *H", "# *H*"), ("**a * ", "**a \\***"),
    ("||a ||b", "\\|\\|a ||b||"),
  ])
  func `unclosed styles are closed at once`(source: String, shown: String) {
    #expect(tail(source) == shown)
    #expect(tail(source, holdsExpired: true) == shown)
  }

  @Test(arguments: [
    ("5 * 3", "5 * 3"), ("foo_bar_baz", "foo_bar_baz"), ("a ** b", "a ** b"),
    ("a === b", "a === b"),
    ("\\*a", "\\*a"), ("**b** c", "**b** c"), ("`*a` b", "`*a` b"), ("[t](u) *", "[t](u)"),
  ])
  func `marks that open nothing stay text`(source: String, shown: String) {
    #expect(tail(source) == shown)
  }

  @Test func `a style that never closes becomes text with its block`() {
    var stream = MarkdownStream()
    stream.append("**bold")
    #expect(stream.shownTail(holdsExpired: false) == "**bold**")
    stream.append("\n\nb")
    let block = stream.closedBlocks[0]
    #expect(String(decoding: stream.source[block.range], as: UTF8.self) == "**bold")
    #expect(stream.shownTail(holdsExpired: false) == "b")
  }

  @Test(arguments: [
    ("a **", "a", "a \\*\\*"), ("a `", "a", "a \\`"), ("a [", "a", "a \\["), ("a!", "a", "a\\!"),
    ("a <", "a", "a \\<"), ("a $", "a", "a \\$"), ("a &", "a", "a \\&"), ("a &am", "a", "a \\&am"),
    ("a\\", "a", "a\\\\"), ("a ~", "a", "a \\~"), ("a =", "a", "a \\="), ("a |", "a", "a \\|"),
    ("**b*", "**b**", "**b**"), ("**b `", "**b**", "**b \\`**"), ("a ![", "a", "a \\!\\["),
  ])
  func `a mark at the very end is held, and becomes text`(
    source: String, held: String, expired: String
  ) {
    #expect(tail(source) == held)
    #expect(tail(source, holdsExpired: true) == expired)
  }

  @Test(arguments: [
    ("-", "\n\\-"), ("1.", "\n1\\."), ("> ", "\n\\>"), ("#", "\n\\#"), ("**", "\n\\*\\*"),
    ("$", "\n\\$"),
    ("a\n=", "a\n\\="), ("a\n---", "a\n\\-\\-\\-"), ("a\n-", "a\n\\-"), ("a|b\n-|", "a|b\n\\-\\|"),
    ("```py", ""), ("<deta", ""), ("  ", ""),
  ])
  func `a mark at the start of a line is held, and becomes text`(source: String, expired: String) {
    let before = source.split(separator: "\n").dropLast().joined()
    #expect(tail(source) == before)
    #expect(tail(source, holdsExpired: true) == expired)
  }

  @Test(arguments: [
    ("`co", "`co`"), ("``a`", "``a``"), ("a ` b c", "a ` b c`"), ("`a` ``b", "`a` ``b``"),
  ])
  func `an unclosed code span is shown as code`(source: String, shown: String) {
    #expect(tail(source) == shown)
  }

  @Test(arguments: [
    ("[te", "[te"), ("[text]", "[text"), ("[text](", "[text"), ("[text](http://a", "[text"),
    ("[text](http://a \"ti", "[text"), ("[a [b", "[a [b"), ("[text][re", "[text"),
    ("a [b **c", "a [b **c**"), ("**a [b](c", "**a [b"),
  ])
  func `an incomplete link is shown without a target`(source: String, text: String) {
    let closing = source.hasPrefix("**") ? "**" : ""
    #expect(tail(source) == text + Self.pending + closing)
    #expect(tail("[text](http://a) b") == "[text](http://a) b")
    #expect(tail("[text]", holdsExpired: true) == "[text]")
  }

  @Test(arguments: ["a ![alt", "a ![alt]", "a ![alt](ht", "a ![alt](ht \"t"])
  func `an incomplete image is not shown`(source: String) {
    #expect(tail(source) == "a")
  }

  @Test(arguments: [
    ("$x^", "`$x^`"), ("a $\\frac{a}{", "a `$\\frac{a}{`"), ("$x$", "`$x$`"), ("$x$ ", "$x$"),
    ("$x$ y", "$x$ y"), ("it costs $5", "it costs $5"), ("$5 and", "$5 and"),
    ("$some words", "$some words"), ("**$x", "**`$x`**"),
  ])
  func `a formula is shown as source until it is complete`(source: String, shown: String) {
    #expect(tail(source) == shown)
    #expect(tail("$x^2$", holdsExpired: true) == "$x^2$")
  }

  @Test(arguments: [
    ("$$\nx", "\(formula)$$\nx"), ("$$ x", "\(formula)$$ x"),
    ("> $$\n> x", "> \(formula)> $$\n> x"),
    ("- $$\n  x", "- \(formula)  $$\n  x"),
    ("```math\nx", "```\(MarkdownStream.formulaInfo) math\nx"),
  ])
  func `a display formula is shown as lines of source`(source: String, shown: String) {
    #expect(tail(source) == shown)
  }

  @Test func `a display formula is replaced once`() {
    var stream = MarkdownStream()
    stream.append("$$\nx\n$")
    #expect(stream.closedBlocks.isEmpty)
    stream.append("$\n")
    #expect(stream.closedBlocks.map(\.kind) == [.math(isFenced: false, isClosed: true)])
  }

  @Test func `a code block grows line by line`() {
    var stream = MarkdownStream()
    stream.append("```swift")
    #expect(stream.openPath.isEmpty)
    stream.append("\nlet a\nlet b")
    #expect(stream.shownTail(holdsExpired: false) == "```swift\nlet a\nlet b")
    #expect(stream.openPath.last?.lines.count == 2)
    #expect(stream.shownLeaf(holdsExpired: false) == "let b")
    stream.append("\n``")
    #expect(stream.shownTail(holdsExpired: false) == "```swift\nlet a\nlet b\n")
    stream.append("`\n")
    #expect(stream.openPath.isEmpty && stream.closedBlocks.count == 1)
  }

  @Test func `a table appears with its delimiter row, and its rows close one by one`() {
    var stream = MarkdownStream()
    stream.append("| a | b |\n|---|-")
    #expect(stream.openPath.map(\.kind) == [.paragraph])
    #expect(stream.shownTail(holdsExpired: false) == "| a | b")
    stream.append("--|\n| 1 | **t")
    #expect(stream.openPath.map(\.kind) == [.table, .tableRow])
    #expect(stream.openPath[0].children.count == 1)
    #expect(stream.shownTail(holdsExpired: false) == "| a | b |\n|---|---|\n| 1 | **t**")
    #expect(stream.shownLeaf(holdsExpired: false) == "| a | b |\n|---|---|\n| 1 | **t**")
    stream.append("** |\n| 2 | x")
    #expect(stream.openPath[0].children.count == 2)
    #expect(stream.shownLeaf(holdsExpired: false) == "| a | b |\n|---|---|\n| 2 | x")
  }

  @Test func `the items of an open list are closed but the last`() {
    var stream = MarkdownStream()
    stream.append("- a\n- b\n- c")
    #expect(stream.openPath.map(\.kind.name) == ["list", "item", "paragraph"])
    #expect(stream.openPath[0].children.count == 2)
    #expect(stream.shownLeaf(holdsExpired: false) == "c")
  }

  @Test(arguments: [
    ("- [", ""), ("- [x", "- "), ("- [ ]", "- "), ("- [x] a", "- [x] a"),
    ("a[^1", "a"), ("a[^1] b", "a[^1] b"), ("<b", ""), ("a <tg-spoi", "a"),
    ("a &amp; b", "a &amp; b"),
  ])
  func `checkboxes, footnote marks and tags are held until they are complete`(
    source: String, shown: String
  ) {
    #expect(tail(source) == shown)
  }

  @Test func `a tag is text when it is too long`() {
    let source = "a <b c='" + String(repeating: "x", count: 300)
    #expect(tail(source) == source)
  }

  @Test(arguments: [
    ("<details>\n\n**b", "<details>\n\n**b**\n\n</details>"),
    ("<details>\n\n- a\n  ```\n  x", "<details>\n\n- a\n  ```\n  x\n  ```\n\n</details>"),
    ("> <details>\n>\n> b", "> <details>\n>\n> b\n> \n> </details>"),
  ])
  func `containers in HTML are closed at the end`(source: String, shown: String) {
    #expect(tail(source) == shown)
  }

  @Test func `the rest of a long paragraph is repaired from a stable place`() {
    let prose = String(repeating: "some words and **bold** ones, ", count: 300)
    var stream = MarkdownStream()
    for byte in Array((prose + "then **open").utf8) { stream.append([byte]) }
    #expect(stream.shownTail(holdsExpired: false) == prose + "then **open**")
    #expect(stream.stableEnd == prose.utf8.count + "then ".utf8.count)
  }

  private func tail(_ source: String, holdsExpired: Bool = false) -> String {
    var whole = MarkdownStream()
    whole.append(source)
    var stream = MarkdownStream()
    for byte in source.utf8 { stream.append([byte]) }
    let shown = stream.shownTail(holdsExpired: holdsExpired)
    #expect(whole.shownTail(holdsExpired: holdsExpired) == shown, "byte by byte")
    return shown
  }
}
