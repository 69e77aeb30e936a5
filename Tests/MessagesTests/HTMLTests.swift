import GalleyMessages
import GalleyTypesetting
import TestSupport
import Testing

@Suite struct HTMLTests {
  @Test(arguments: [
    ("plain", "plain"), ("", ""), ("  a \n b  ", "  a \n b  "),
    ("<b>a</b><strong>b</strong>", "[bold ab]"), ("<i>a</i> <em>b</em>", "[italic a] [italic b]"),
    ("<u>a</u> <ins>b</ins>", "[underline a] [underline b]"),
    (
      "<s>a</s> <strike>b</strike> <del>c</del>",
      "[strikethrough a] [strikethrough b] [strikethrough c]"
    ),
    ("<tg-spoiler>a</tg-spoiler> <span class=\"tg-spoiler\">b</span>", "[spoiler a] [spoiler b]"),
    (
      "<b>a <i>b <s>c <tg-spoiler>d</tg-spoiler></s> <u>e</u></i></b>",
      "[bold a [italic b [strikethrough c [spoiler d]] [underline e]]]"
    ),
    ("<a href=\"https://x.example/?a=1&amp;b=2\">a</a>", "[text_link a]"),
    ("<a href=\"tg://user?id=7\">a</a>", "[text_mention a]"),
    ("<a href=\"https://x.example\">https://x.example</a>", "[url https://x.example]"),
    ("<a href=\"mailto:a@b.example\">a@b.example</a>", "[email a@b.example]"),
    ("<a href=\"tel:+12\">+1 (2)</a>", "[phone_number +1 (2)]"),
    ("<tg-emoji emoji-id=\"53\">👍</tg-emoji>", "[custom_emoji 👍]"),
    ("<tg-time unix=\"16\" format=\"wDT\">a</tg-time>", "[date_time a]"),
    ("<tg-time unix=16>a</tg-time>", "[date_time a]"),
    ("<code>a <b>b</b></code>", "[code a [bold b]]"), ("<pre>a\n b</pre>", "[pre a\n b]"),
    ("<pre><code class=\"language-c++\">a\n b</code></pre>", "[pre(c++) a\n b]"),
    ("<pre><code>a</code></pre>", "[pre a]"),
    ("<pre>x<code class=\"language-c\">a</code></pre>", "[pre xa]"),
    ("<code class=\"language-c\">a</code>", "[code a]"),
    ("<blockquote>a\nb</blockquote>c", "[blockquote a\nb]c"),
    ("<blockquote expandable>a</blockquote>", "[expandable_blockquote a]"),
    (
      "<blockquote>a<blockquote>b</blockquote><pre>c</pre></blockquote>",
      "[blockquote a[blockquote b][pre c]]"
    ),
    ("&lt;b&gt; &amp; &quot; &#9731; &#x2603; &eacute;&nbsp;", "<b> & \" ☃ ☃ é\u{A0}"),
    ("a & b && &foo; &", "a & b && &foo; &"), ("a < b <3", "a < b <3"), ("a<br>b<br/>c", "a\nb\nc"),
    ("a<!-- <b> -->b", "ab"), ("<B>a</B>", "[bold a]"),
    ("a</ b </> <? <! <![CDATA[ <1> <Ä>", "a</ b </> <? <! <![CDATA[ <1> <Ä>"),
    ("&lt b &#38 b &#; &#x; &#xZ; &NotEqualTilde; &AMP;", "&lt b &#38 b &#; &#x; &#xZ; ≂̸ &"),
    ("<b/>x<b / =\"\" a = 'x>y' c=x>y</b\n>", "x[bold y]"), ("<a HREF=x/y>z</a>", "[text_link z]"),
    ("<b></b><a href=\"x\"></a>a", "a"), ("<b title=\"x\">אב</b>", "[bold אב]"),
  ])
  func `HTML parses to the expected entities`(html: String, expected: String) throws {
    #expect(marked(try Message(html: html)) == expected)
  }

  @Test(arguments: [
    ("<b>a", "line 1: <b> is not closed"), ("\n\n<i><b>a</b>", "line 3: <i> is not closed"),
    ("<p>a</p>", "line 1: <p> is not supported"),
    ("\n<script>a", "line 2: <script> is not supported"),
    ("<b>a</i>", "line 1: </i> has no opening tag"), ("</b>", "line 1: </b> has no opening tag"),
    ("<b>a<i>b</b>c</i>", "line 1: <i> is not closed before </b>"),
    ("a\n<b", "line 2: <b has no \">\""), ("<b a='x>", "line 1: <b has no \">\""),
    ("<b>a</b", "line 1: </b has no \">\""), ("a<!-- b", "line 1: unclosed comment"),
    ("<b a=1 A=2>x</b>", "line 1: <b> has \"a\" twice"),
    ("<a>a</a>", "line 1: <a> must have \"href\""),
    ("<span>a</span>", "line 1: <span> must have class=\"tg-spoiler\""),
    ("<tg-emoji>a</tg-emoji>", "line 1: <tg-emoji> must have \"emoji-id\""),
    ("<tg-time>a</tg-time>", "line 1: <tg-time> must have \"unix\""),
    ("<tg-time unix=x>a</tg-time>", "line 1: \"unix\" of <tg-time> must be an integer"),
    (
      "<tg-time unix=1 format=TD>a</tg-time>",
      "line 1: \"format\" of <tg-time> must be r, or any of w, d or D, t or T, in this order"
    ),
    ("a&#0;", "line 1: &#0; is not a character reference"),
    ("&#xD800;", "line 1: &#xD800; is not a character reference"),
    ("a\u{1}", "line 1: U+0001 is not allowed in HTML"),
    ("<galley-end>a", "line 1: <galley-end> is not supported"),
    ("<html>a</html>", "line 1: <html> is not supported"),
  ])
  func `HTML errors report the problem and its line`(html: String, description: String) {
    let error = #expect(throws: MessageError.self) { try Message(html: html) }
    #expect(error?.description == description)
  }

  @Test(arguments: [
    "<b", "<b title=\"", "<!-- ", "<a href='x", "<b>a</b", "<![CDATA[", "<!DOCTYPE x>", "<?x?>",
    "</", "&#x",
  ])
  func `truncated HTML throws or parses without trapping`(html: String) {
    _ = try? Message(html: html)
    _ = try? Message(html: "<i>x" + html)
  }

  @Test func `elements nest at most 64 levels deep`() throws {
    let deep = String(repeating: "<b>", count: 64) + "a" + String(repeating: "</b>", count: 64)
    #expect(try Message(html: deep).text == "a")
    let error = #expect(throws: MessageError.self) { try Message(html: "<i>\(deep)</i>") }
    #expect(error?.description == "line 1: nesting is deeper than 64 levels")
  }

  @Test(arguments: [
    "<b>", "</b>", "<b></b>", "&", "&amp;", "<", "a<br>", "<!-- -->", "<a href=\"x\">a</a>",
    "<blockquote>\n</blockquote>", "<b a=1 ", "a b ", "\n", "<!", "</x ", "&#x1",
    "<i>a</i><b>b</b>", "<!-", "<!--", "<a b='", "&a;",
  ])
  func `parsing time stays bounded for hostile HTML`(piece: String) {
    let text = String(repeating: piece, count: 30_000 / piece.utf8.count)
    expectTime(below: 0.5) {
      _ = try? Message(html: text)
      _ = try? Message(html: String(repeating: "<b>", count: 64) + text)
    }
  }

  @Test func `parsing time stays bounded for a tag with many attributes`() throws {
    let attributes = (0..<20_000).map { " a\($0)" }.joined()
    let message = try expectTime(below: 0.5) { try Message(html: "<b\(attributes)>x</b>") }
    #expect(message.text == "x")
  }

  /// Checks that a message is the same after a round trip through HTML.
  @Test(arguments: 0..<300)
  func `messages survive a round trip through HTML`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var message = MessageFuzzer.message(using: &random)
    message.entities = message.entities.map { entity in
      MessageEntity(
        MessageFuzzer.representable.randomElement(using: &random) ?? .bold, in: entity.range)
    }
    let html = message.html(revealed: .all)
    let back = try Message(html: html)
    #expect(back.text.utf8.elementsEqual(message.text.utf8))
    #expect(
      NormalizedEntities(back.entities, in: back.text)
        == NormalizedEntities(message.entities, in: message.text), "\(html)")
    #expect(back.html(revealed: .all) == html)
  }

  @Test func `characters invalid in HTML are omitted`() throws {
    let message = Message(
      "a\0b\u{1F}c\u{FFFE}\u{FFFF}d\r\ne\t\u{FFFD}", entities: [MessageEntity(.bold, in: 1..<4)])
    #expect(message.html(revealed: .all) == "a<b>b</b>cd&#13;\ne\t\u{FFFD}")
    #expect(
      try Message(html: message.html(revealed: .all)).text.utf8.elementsEqual(
        "abcd\r\ne\t\u{FFFD}".utf8))
  }

  @Test func `link addresses with special characters survive a round trip`() throws {
    let url = "https://x.example/?a=\"1\"&b=<2>'3'é漢"
    let message = Message("a", entities: [MessageEntity(.textLink(url: url), in: 0..<1)])
    #expect(try Message(html: message.html(revealed: .all)) == message)
  }
}
