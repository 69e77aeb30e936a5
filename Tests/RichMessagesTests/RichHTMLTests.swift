import GalleyRichMessages
import GalleyTypesetting
import TestSupport
import Testing

// | number | test |
// |---|---|
// | 39 | `numbers count from the start, in either direction, from each value` in RichModelTests |
// | 40, 41 | elements become blocks |
// | 43 | strict HTML has thirteen named characters |
// | 44 | elements become blocks |
@Suite struct RichHTMLTests {
  @Test(arguments: [
    ("a <b>b</b> <i>c</i>", "p(a [bold b] [italic c])"),
    (
      "<strong>a</strong><em>b</em><ins>c</ins><strike>d</strike><mark>e</mark><tg-spoiler>f</tg-spoiler>",
      "p([bold a][italic b][underline c][strikethrough d][marked e][spoiler f])"
    ),
    ("<h2>a</h2><h6>b</h6><footer>c</footer><hr>", "h2(a) h6(b) footer(c) rule"),
    ("  a\n\n b <b> c </b> d ", "p(a b [bold c] d)"), ("<p>a<p>b</p>c", "p(a) p(b) p(c)"),
    ("a<br>b<br/> c", "p(a\nb\nc)"), ("<pre>\n a\n  b</pre>", "code( a\n  b)"),
    ("<pre><code class=\"language-c++\">a</code></pre>", "code c++(a)"),
    ("<code class=\"language-c\"><b>x</b></code>", "p([code [bold x]])"),
    ("<pre>&lt;b&gt; <b>x</b></pre>", "code(<b> [bold x])"),
    (
      "<ul><li>a<li><input type=checkbox> b<li><input type=\"checkbox\" checked>c</ul>",
      "list(•{p(a)} •[ ]{p(b)} •[x]{p(c)})"
    ),
    ("<blockquote>a<p>b</p><cite>c <b>d</b></cite></blockquote>", "quote(p(a) p(b))~c [bold d]"),
    ("<blockquote expandable>a<cite>b</cite></blockquote>", "expandable(a)~b"),
    ("<blockquote collapsed>a <p>b</p></blockquote>", "expandable(a\nb)"),
    ("<aside>a<cite>b</cite></aside>", "pull(a)~b"),
    ("<details><summary>a</summary>b<ul><li>c</ul></details>", "details(a){p(b) list(•{p(c)})}"),
    (
      "<table><caption>x</caption><thead><tr><th>a<th align=right>b<tbody><tr><td colspan=2>c<p>d</table>",
      "table(a|b:right/c\nd+2)"
    ),
    (
      "<figure><img src=\"https://a.example/a\"><figcaption>x<cite>y</cite></figcaption></figure>",
      "photo(https://a.example/a x~y)"
    ),
    (
      "<video src=\"https://a.example/a\">no</video><audio src=http://a.example/b></audio>",
      "video(https://a.example/a) audio(http://a.example/b)"
    ),
    ("<tg-document src=\"tg://document?id=a\"></tg-document>", "document(tg://document?id=a)"),
    ("<tg-map lat=1.5 long=-2 zoom=3></tg-map>", "map(1.5 -2.0)"),
    (
      "<tg-slideshow><img src=\"https://a.example/a\"><figcaption>x</figcaption></tg-slideshow>",
      "slideshow(photo(https://a.example/a))"
    ),
    (
      "<tg-math>a&lt;b</tg-math> <tg-math-block> x </tg-math-block>",
      "p([formula a<b]) formula( x )"
    ),
    (
      "<tg-emoji emoji-id=5>🙂</tg-emoji><img src=\"tg://emoji?id=6\" alt=\"x\">",
      "p([emoji 5 🙂][emoji 6 x])"
    ),
    ("<tg-time unix=5 format=r>a</tg-time> <tg-time>b</tg-time>", "p([date 5 r a] b)"),
    ("<a name=x></a>", "anchor(x)"), ("a<a name=x></a>", "p(a[anchor x])"),
    ("<a name=x>t</a> <tg-reference name=y>u</tg-reference>", "p([reference x t] [reference y u])"),
    (
      "<tg-button-row align=left><tg-button type=url url=\"https://a.example\">a</tg-button><tg-button type=disabled>b</tg-button></tg-button-row>",
      "buttons(a|b)"
    ),
    (
      "a <tg-button type=callback_data data=x>b</tg-button> <tg-button type=url url=ftp://x>c</tg-button>",
      "p(a [button b] c)"
    ),
    ("<foo>a</foo> & &lt; 1 < 2 <3", "p(<foo>a</foo> & < 1 < 2 <3)"), ("</b>a</p>", "p(a)"),
    ("<b>a<i>b</b>c</i>", "p([bold a[italic b]]c)"), ("<b>a", "p([bold a])"),
    ("<!-- x -->a<!-- ", "p(a<!--)"),
    ("a<ul>b", "p(a) list(•{p(b)})"), ("<li>a", "list(•{p(a)})"), ("<td>a", "p(a)"),
    ("<table>a<tr><td>b", "table(a/b)"), ("&#32;a&#32; b&#10;", "p( a  b\n)"), ("", ""),
    (" \n ", ""),
    ("<h1>a<ul><li>b</ul>c</h1>", "h1(a\nb\nc)"), ("<cite>a</cite>", "p([italic a])"),
    ("<img src=\"javascript:x\" alt=\"y\">", "p(y)"), ("<b></b><p></p>", "p()"),
  ])
  func `elements become blocks`(html: String, expected: String) throws {
    let options = RichMessage.ReadingOptions(detectsEntities: false)
    #expect(outline(try RichMessage(html: html, options: options).blocks) == expected)
  }

  @Test func `strict HTML has thirteen named characters`() throws {
    let strict = RichMessage.ReadingOptions(isStrict: true)
    let names =
      "&lt;&gt;&amp;&quot;&apos;&nbsp;&hellip;&mdash;&ndash;&lsquo;&rsquo;&ldquo;&rdquo;&#65;&#x263A;"
    let text: RichText = "<>&\"'\u{A0}…—–‘’“”A☺"
    #expect(try RichMessage(html: names, options: strict).blocks == [.paragraph(text)])
    #expect(try RichMessage(html: "&eacute;&foo;").blocks == [.paragraph("é&foo;")])
    #expect(
      throws: RichMessageError.invalidHTML(line: 2, reason: "&eacute; is not supported")
    ) { try RichMessage(html: "\n&eacute;", options: strict) }
  }

  @Test(arguments: [
    ("\n<foo>a</foo>", "line 2: <foo> is not supported"), ("<b>a", "line 1: <b> is not closed"),
    ("</b>", "line 1: </b> has no opening tag"),
    ("<b>a<i>b</b>", "line 1: <i> is not closed before </b>"),
    ("<ul>a</ul>", "line 1: text is not allowed directly in <ul>"),
    ("<td>a", "line 1: <td> is not in a table"),
    ("<a>x</a>", "line 1: <a> must have \"href\" or \"name\""),
    ("<tg-time unix=x>a</tg-time>", "line 1: <tg-time> must have a valid \"unix\""),
    ("<tg-button type=url>a</tg-button>", "line 1: <tg-button> must have a valid \"type\""),
    ("<h1><ul></ul></h1>", "line 1: <ul> is not allowed in <h1>"),
    ("a<!--", "line 1: unclosed comment"),
    ("<p>a<p>b", "line 1: <p> is not closed before <p>"),
    ("<tg-map lat=91 long=0></tg-map>", "line 1: <tg-map> must have a valid place and size"),
  ])
  func `strict HTML refuses invalid elements`(html: String, description: String) {
    let options = RichMessage.ReadingOptions(isStrict: true)
    let error = #expect(throws: RichMessageError.self) {
      try RichMessage(html: html, options: options)
    }
    #expect(error?.description == description)
  }

  @Test func `valid HTML is read strictly`() throws {
    var generator = RichMessageGenerator(seed: 1)
    for _ in 0..<50 {
      let message = generator.message()
      let options = RichMessage.ReadingOptions(limits: .generous, isStrict: true)
      let html = message.html(revealed: .all)
      #expect(try RichMessage(html: html, options: options) == message, "\(html)")
    }
  }
}
