import GalleyMessages
import GalleyRichMessages
import TestSupport
import Testing

// | number | test |
// |---|---|
// | 26, 27, 45 | inline markup becomes styles |
// | 28 | spoilers and code may be in cells |
// | 29, 30 | dollars are formulas or money |
// | 31 | math fences and double dollars are display formulas |
// | 32 | footnotes are gathered at the end |
// | 33 | lists nest, with code inside |
// | 34 | task lists have checkboxes |
// | 35 | images are blocks that split paragraphs |
// | 36 | sections contain Markdown |
// | 37, 38 | HTML may be anywhere in Markdown |
// | 42 | links to names are resolved |
@Suite struct RichMarkdownTests {
  @Test(arguments: [
    ("plain", "plain"), ("__b__ **b**", "[bold b] [bold b]"), ("*i* _i_", "[italic i] [italic i]"),
    ("~~s~~ ~s~", "[strikethrough s] [strikethrough s]"), ("==m==", "[marked m]"),
    ("=== m === ==m= =m=", "=== m === ==m= =m="),
    ("||s|| |||s||| ||||", "[spoiler s] |||s||| ||||"),
    ("a || b || c", "a || b || c"), ("`a*b*` ``c`d``", "[code a*b*] [code c`d]"),
    ("***a***", "[italic [bold a]]"), ("**a *b* c**", "[bold a [italic b] c]"),
    ("snake_case_name __init__x", "snake_case_name __init__x"), ("a*b*c", "a[italic b]c"),
    ("**「あ」**い", "[bold 「あ」]い"), ("**注意：**これ", "[bold 注意：]これ"), ("あ**（い）**う", "あ[bold （い）]う"),
    ("한국어**(영어)**는", "한국어[bold (영어)]는"), ("a**(b)**c", "a**(b)**c"), ("**a\\**", "*[italic a*]"),
    ("\\*a\\* \\=\\= \\|\\|", "*a* == ||"),
    ("<b>x</b> <u>**y**</u>", "[bold x] [underline [bold y]]"),
    ("x<sub>2</sub><sup>3</sup>", "x[subscript 2][superscript 3]"),
    ("<foo> </foo>", "<foo> </foo>"),
    ("`<b>` &amp;", "[code <b>] &"), ("a <!-- x --> b", "a  b"), ("line\nnext", "line next"),
    ("line  \nnext\\\nlast", "line\nnext\nlast"), ("==a `==` b==", "[marked a [code ==] b]"),
    ("*a ||b* c||", "[italic a ||b] c||"), ("![x](ftp://a.example/a)", "[url x]"),
  ])
  func `inline markup becomes styles`(markdown: String, expected: String) throws {
    #expect(outline(try blocks(markdown)) == "p(\(expected))")
  }

  @Test func `spoilers and code may be in cells`() throws {
    let table = try blocks("|a|b|\n|:-|-:|\n| ||x|| | `c\\|d` |\n|e\n|f||g|\n")
    #expect(
      outline(table)
        == "table(a:left|b:right/[spoiler x]:left|[code c|d]:right/e:left|:right/f:left|:right)")
    #expect(outline(try blocks("a\nb|c\n-|-\n\nd")) == "p(a) table(b|c) p(d)")
    #expect(outline(try blocks("a|b\n-|-|-")) == "p(a|b -|-|-)")
  }

  @Test(arguments: [
    ("$5 and $6", "$5 and $6"), ("$x$", "[formula x]"), ("\\$x$ \\$", "$x$ $"),
    ("$5 and $6, $x$", "$5 and $6, [formula x]"), ("$1,000.50$", "$1,000.50$"),
    ("$a+b$ $\\alpha$ $x_1$", "[formula a+b] [formula \\alpha] [formula x_1]"),
    ("$ x$ $x $", "$ x$ $x $"), ("$x$5", "$x$5"), ("$two words$ $hello$", "$two words$ $hello$"),
    ("$a_b*c*d_e$", "[formula a_b*c*d_e]"), ("`$x$` $`x`$", "[code $x$] [formula `x`]"),
    ("$x\\$y$", "[formula x\\$y]"), ("a $$x$$ b", "a ) formula(x) p(b"),
    ("\\(x\\) \\[y\\]", "(x) [y]"),
  ])
  func `dollars are formulas or money`(markdown: String, expected: String) throws {
    #expect(outline(try blocks(markdown)) == "p(\(expected))".replacing(" )", with: ")"))
  }

  @Test func `backslash delimiters are formulas by option`() throws {
    let options = RichMessage.ReadingOptions(readsBackslashFormulas: true)
    let message = try RichMessage(
      markdown: "\\(x\\) a\n\n\\[\ny\nz\n\\]\n\n\\[w\\]\n\n\\(v", options: options)
    #expect(outline(message.blocks) == "p([formula x] a) formula(y\nz) formula(w) p((v)")
  }

  @Test(arguments: [
    ("```math\nx^2\n```", "formula(x^2)"), ("$$x$$", "formula(x)"),
    ("$$\na\nb\n$$", "formula(a\nb)"),
    ("a\n$$\nb\n$$\nc", "p(a) formula(b) p(c)"), ("$$\nnever\n\nclosed", "p($$ never) p(closed)"),
    ("- $$x$$", "list(•{formula(x)})"), ("# a $$x$$", "h1(a [formula x])"),
    ("$$x$$ y", "formula(x) p(y)"),
  ])
  func `math fences and double dollars are display formulas`(
    markdown: String, expected: String
  ) throws {
    #expect(outline(try blocks(markdown)) == expected)
  }

  @Test func `footnotes are gathered at the end`() throws {
    let markdown = """
      a[^n] b[^1] c[^n] [^none]

      [^1]: One *x* [^n] and [^deep]
      [^n]: Two

          more
      [^unused]: Three
      [^deep]: Four

      end
      """
    #expect(
      outline(try blocks(markdown))
        == "p(a[mark n 1] b[mark 1 2] c[mark n 1] [^none]) p(end) rule "
        + "list(1.{p([reference n Two]) p(more)} "
        + "2.{p([reference 1 One [italic x] [mark n 1] and [mark deep 3]])} "
        + "3.{p([reference deep Four])} 4.{p([reference unused Three])})")
  }

  @Test func `lists nest, with code inside`() throws {
    let markdown =
      "- a\n  1. b\n     * c\n\n       ```swift\n       let a = 1\n       ```\n\n\n  2) d\n- e"
    #expect(
      outline(try blocks(markdown))
        == "list(•{p(a) list(1.{p(b) list(•{p(c) code swift(let a = 1)})}) list(2.{p(d)})} •{p(e)})"
    )
  }

  @Test func `task lists have checkboxes`() throws {
    #expect(
      outline(try blocks("- [x] a\n- [X] b\n- [ ] c\n- [y] d\n- [x]e\n- [ ]\n\n1. [ ] f"))
        == "list(•[x]{p(a)} •[x]{p(b)} •[ ]{p(c)} •{p([y] d)} •{p([x]e)} •[ ]{p()}) list(1.[ ]{p(f)})"
    )
  }

  @Test(arguments: [
    ("![](https://a.example/p.jpg \"Hall\")", "photo(https://a.example/p.jpg Hall)"),
    ("![](https://a.example/v.mp4)", "video(https://a.example/v.mp4)"),
    ("![](https://a.example/g.gif?x=1)", "animation(https://a.example/g.gif?x=1)"),
    ("![](tg://document?id=a)", "document(tg://document?id=a)"),
    ("![](https://a.example/n.ogg)", "voice_note(https://a.example/n.ogg)"),
    ("a ![](https://a.example/p) b", "p(a) photo(https://a.example/p) p(b)"),
    ("*a ![](https://a.example/p) b*", "p([italic a]) photo(https://a.example/p) p([italic b])"),
    ("# a ![x](https://a.example/p)", "h1(a [url x])"),
    ("![](javascript:x)", "p([url javascript:x])"),
    ("![🙂](tg://emoji?id=53)", "p([emoji 53 🙂])"),
    ("![t](tg://time?unix=5&format=wDT)", "p([date 5 wDT t])"),
  ])
  func `images are blocks that split paragraphs`(markdown: String, expected: String) throws {
    #expect(outline(try blocks(markdown)) == expected)
  }

  @Test func `sections contain Markdown`() throws {
    let markdown = """
      <details open><summary>Sum **x**</summary>

      a **b**

      > <details>
      > <summary>Inner</summary>
      >
      > - c

      d
      </details>

      e

      <tg-collage>

      ![](https://a.example/1.jpg)

      ![](https://a.example/2.jpg)

      </tg-collage>
      """
    #expect(
      outline(try blocks(markdown))
        == "details open(Sum **x**){p(a [bold b]) quote(details(Inner){list(•{p(c)})}) p(d)} p(e) "
        + "collage(photo(https://a.example/1.jpg) photo(https://a.example/2.jpg))")
  }

  @Test func `HTML may be anywhere in Markdown`() throws {
    #expect(
      outline(try blocks("- a\n\n  <table bordered><tr><td colspan=2>*x*<td>y</table>\n- b"))
        == "list(•{p(a) table(*x*+2|y)} •{p(b)})")
    #expect(
      outline(try blocks("a <br> b\n<div>c"))
        == "p(a \n b) p(<div>c)".replacing("\n b", with: "\n b"))
    #expect(
      outline(try blocks("<aside>\n\n**a**\n\nb\n\n</aside>\n\nc")) == "pull([bold a]\nb) p(c)")
    #expect(
      outline(try blocks("> </blockquote>\n> a\n\nb"))
        == "quote(p(a)) p(b)".replacing("p(a)", with: "p(a)"))
  }

  @Test(arguments: [
    ("[t](https://a.example \"x\")", "[url t]"), ("[t][r]\n\n[r]: https://a.example", "[url t]"),
    ("[R]\n\n[r]: <https://a.example>", "[url R]"),
    ("<https://a.example/>", "[url https://a.example/]"),
    ("[t](mailto:x@a.example) [t](tel:+1)", "[email_address t] [phone_number t]"),
    ("[t](tg://user?id=7)", "[text_mention t]"), ("[t](<a b>)", "[url t]"),
    ("[t](a b)", "[t](a b)"),
    ("[a[b](x)](y)", "[a[url b]](y)"), ("[*a](x)*", "[url *a]*"), ("[x]: y", ""),
  ])
  func `links have destinations`(markdown: String, expected: String) throws {
    #expect(outline(try blocks(markdown)) == (expected.isEmpty ? "" : "p(\(expected))"))
  }

  @Test func `links to names are resolved`() throws {
    let targets = "<a name=\"Top Part\"></a>\n\n<tg-reference name=\"n1\">x</tg-reference>\n\n"
    let links = "[a](<#Top Part>) [b](#Top%20Part) [c](#top%20part) [d](#n1) [e](#) [f](#none)"
    #expect(
      outline(try blocks(targets + links))
        == "anchor(Top Part) p([reference n1 x]) p([jump Top Part a] [jump Top Part b] "
        + "[jump Top Part c] [mark n1 d] [jump  e] [url f])")
  }

  @Test(arguments: [
    ("# A\n\nB\n===\nC\n---\n###### D ##", "h1(A) h1(B) h2(C) h6(D)"),
    ("a\n\n---\n***\n", "p(a) rule rule"),
    ("> a\n> b\n>\n> c\nd\n\n> e", "quote(p(a b) p(c d)) quote(p(e))"),
    ("    a\n\n\tb", "code(a\n\nb)"),
    ("```a b\n<x> &amp;\n```", "code a(<x> &amp;)"), ("~~~\n```\n", "code(```)"),
    ("```\n\n```", "code()"),
    ("5. a\n6. b\n\n7) c", "list(5.{p(a)} 6.{p(b)}) list(7.{p(c)})"),
  ])
  func `blocks follow CommonMark`(markdown: String, expected: String) throws {
    #expect(outline(try blocks(markdown)) == expected)
  }

  @Test func `a part of a document uses the definitions of others`() throws {
    let whole = "[a][r] b[^n] c[^m]\n\n[^n]: N\n\n[r]: https://a.example\n\n[^m]: M *x*\n"
    let definitions = RichMarkdownPart.definitions(in: Array(whole.utf8)[...])
    let first = try RichMarkdownPart(Array("c[^m] [a][r]".utf8)[...], definitions: definitions)
    #expect(outline(first.blocks) == "p(c[mark m 1] [url a])")
    let rest = "b[^n] c[^m]\n\n[^n]: N\n\n[^m]: M *x*\n"
    let second = try RichMarkdownPart(Array(rest.utf8)[...], definitions: first.definitions)
    #expect(outline(second.blocks) == "p(b[mark n 2] c[mark m 1])")
    #expect(
      second.footnotes.map(\.name) == ["n", "m"] && second.footnotes.map(\.number) == [2, 1])
    #expect(outline(second.footnotes[1].blocks) == "p([reference m M [italic x]])")
  }

  private func blocks(_ markdown: String) throws -> [RichBlock] {
    let options = RichMessage.ReadingOptions(detectsEntities: false)
    return try RichMessage(markdown: markdown, options: options).blocks
  }
}

/// Returns blocks in a short notation: `p([bold a] b) rule`.
func outline(_ blocks: [RichBlock]) -> String { blocks.map(outline).joined(separator: " ") }

private func outline(_ block: RichBlock) -> String {
  switch block {
  case .paragraph(let text): "p(\(outline(text)))"
  case .heading(let text, let level): "h\(level)(\(outline(text)))"
  case .code(let text, let language): "code\(language.map { " " + $0 } ?? "")(\(outline(text)))"
  case .footer(let text): "footer(\(outline(text)))"
  case .divider: "rule"
  case .formula(let formula): "formula(\(formula))"
  case .anchor(let name): "anchor(\(name))"
  case .list(let list):
    "list("
      + list.items.map { item in
        let box = item.checkbox.map { $0 == .checked ? "[x]" : "[ ]" } ?? ""
        return "\(item.label)\(box){\(outline(item.blocks))}"
      }.joined(separator: " ") + ")"
  case .quotation(let quotation):
    "quote(\(outline(quotation.blocks)))" + (quotation.credit.map { "~" + outline($0) } ?? "")
  case .expandableQuotation(let text): "expandable(\(outline(text.text)))" + credit(text.credit)
  case .pullQuotation(let text): "pull(\(outline(text.text)))" + credit(text.credit)
  case .table(let table):
    "table("
      + table.rows.map { cells in
        cells.map { cell in
          (cell.text.map(outline) ?? "–") + (cell.columnSpan > 1 ? "+\(cell.columnSpan)" : "")
            + (cell.alignment.map { ":" + $0.rawValue } ?? "")
        }.joined(separator: "|")
      }.joined(separator: "/") + ")"
  case .details(let details):
    "details\(details.isOpen ? " open" : "")(\(outline(details.summary))){\(outline(details.blocks))}"
  case .collage(let gallery): "collage(\(outline(gallery.blocks)))"
  case .slideshow(let gallery): "slideshow(\(outline(gallery.blocks)))"
  case .map(let map): "map(\(map.latitude) \(map.longitude))" + caption(map.caption)
  case .media(let media):
    "\(media.kind.rawValue)(\(media.address ?? "")\(caption(media.caption)))"
  case .buttons(let row):
    "buttons(" + row.buttons.map { outline($0.text) }.joined(separator: "|") + ")"
  case .thinking(let text): "thinking(\(outline(text)))"
  case .unknown(let unknown): "unknown(\(unknown.type))"
  }
}

private func credit(_ text: RichText?) -> String { text.map { "~" + outline($0) } ?? "" }

private func caption(_ caption: RichBlock.Caption?) -> String {
  caption.map { " " + outline($0.text) + credit($0.credit) } ?? ""
}

/// Returns a text in a short notation.
func outline(_ text: RichText) -> String {
  switch text {
  case .plain(let string): string
  case .sequence(let parts): parts.map(outline).joined()
  case .styled(let style, let inner): "[\(style.rawValue) \(outline(inner))]"
  case .link(let link, let inner): "[\(link.jsonType) \(outline(inner))]"
  case .dateTime(let unix, let format, let inner):
    "[date \(unix) \(format?.letters ?? "") \(outline(inner))]"
  case .customEmoji(let id, let alternative): "[emoji \(id) \(alternative)]"
  case .formula(let formula): "[formula \(formula)]"
  case .anchor(let name): "[anchor \(name)]"
  case .anchorLink(let name, let inner): "[jump \(name) \(outline(inner))]"
  case .reference(let name, let inner): "[reference \(name) \(outline(inner))]"
  case .referenceLink(let name, let inner): "[mark \(name) \(outline(inner))]"
  case .button(let button): "[button \(outline(button.text))]"
  }
}
