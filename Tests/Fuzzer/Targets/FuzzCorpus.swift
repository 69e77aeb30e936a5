import GalleyRichMessages
import GalleyTypesetting

/// The valid inputs and the pieces from which the fuzzer makes invalid ones.
struct FuzzCorpus {
  /// The format of an input.
  enum Format: CaseIterable {
    case markdown, html, json, latex
  }

  private let texts: [Format: [[UInt8]]]

  /// Creates the corpus; its JSON is that of all messages in Markdown and HTML.
  init() {
    var messages: [RichMessage] = []
    let options = RichMessage.ReadingOptions(isDraft: true)
    messages += Self.markdown.compactMap { try? RichMessage(markdown: $0, options: options) }
    messages += Self.html.compactMap { try? RichMessage(html: $0, options: options) }
    let json = messages.flatMap { message in
      RichMessage.ReadingOptions.forms.map { message.json(as: $0, revealed: .all) }
    }
    texts = [
      .markdown: Self.bytes(Self.markdown), .html: Self.bytes(Self.html),
      .json: Self.bytes(Self.json + json), .latex: Self.bytes(Self.latex),
    ]
  }

  /// Returns the valid inputs of a format.
  func texts(of format: Format) -> [[UInt8]] { texts[format] ?? [] }

  private static func bytes(_ texts: [String]) -> [[UInt8]] { texts.map { Array($0.utf8) } }

  // MARK: Inputs

  private static let markdown = [
    """
    # One *two* `three`
    Setext
    ===
    A paragraph with **bold**, _italic_, ~~struck~~, ==marked==, ||a spoiler||, $x^2 + \\frac{a}{b}$,
    [a link](https://a.example "title"), <https://b.example>, `code`, ![🙂](tg://emoji?id=53) and
    ![now](tg://time?unix=1647531900&format=wDT). Two blanks  \nend a line, so does a backslash\\
    like this; &amp; &copy; &#x1F600; 漢字 **「あ」**い سلام עולם ไทย 👩‍👩‍👧 e\u{301}.
    """,
    """
    3. three
       - a
         + b

           c
       - [ ] open
       - [x] done
    4. four

        code

    * * *
    > quoted
    lazy
    >> twice
    > - in a list
    """,
    """
    ```swift
    let a = 1 // comment
    ```
    ~~~
    unclosed ```
    ~~~

        indented

    $$
    \\int_0^1 x\\,dx
    $$

    ```math
    a \\\\ b
    ```
    """,
    """
    | a | b | c |
    |:--|:-:|--:|
    | 1 | **two** | `a\\|b` |
    | $x$ | ||s|| |
    || | ![x](https://a.example/a.png) | [l](#n) | more |

    A note[^1] and another[^two], again[^1].

    [^1]: The first, with $y$.
    [^two]: The second

        has two paragraphs.
    [ref]: <https://r.example> 'title'
    [ref], [text][ref], ![image][ref]
    """,
    """
    <details open><summary>More **here**</summary>

    Inside, a list:
    1. one
    <details><summary>x</summary>

    y

    </details>
    </details>

    <aside>Pull<cite>me</cite></aside>

    <table bordered striped><caption>c</caption><tr><th colspan=2>h</th></tr>
    <tr><td rowspan="2" align="right" valign="bottom">1</td><td>2</td></tr><tr><td>3</td></tr></table>

    <tg-collage>

    ![](https://a.example/1.jpg "one") ![](https://a.example/2.mp4)

    </tg-collage>
    a<sub>1<sup>2</sup></sub> <u>u</u> <mark>m</mark> <a name="x"></a><tg-spoiler>s</tg-spoiler>
    """,
  ]

  private static let html = [
    """
    <h1>One</h1><p>A <b>b<i>i<u>u<s>s<code>c</code></s></u></i></b> <mark>m</mark><br>
    H<sub>2</sub>O e<sup>x</sup> <tg-spoiler>s</tg-spoiler> <a href="https://a.example/?a=1&amp;b">l</a>
    <a href="mailto:x@a.example">m</a> <a href="tel:+12025550100">t</a> <a href="#n">n</a>
    <a href="tg://user?id=7">u</a> <tg-emoji emoji-id="5">🙂</tg-emoji>
    <tg-time unix="1647531900" format="wDT">now</tg-time> <tg-math>\\frac{a}{b}</tg-math></p>
    <a name="n"></a><p><tg-reference name="r">body</tg-reference></p><footer>end</footer><hr/>
    """,
    """
    <ol start="9" type="a" reversed><li value="3">x<ul><li><input type="checkbox" checked>y</li>
    <li><input type=checkbox>z<pre><code class="language-swift">let a = 1</code></pre></li></ul></li>
    <li></li></ol><blockquote>q<blockquote>r<cite>c</cite></blockquote></blockquote>
    <blockquote expandable>1<br>2<br>3<br>4<cite>c</cite></blockquote><aside>pull<cite>c</cite></aside>
    <details open><summary>s</summary><p>a</p><details><summary>t</summary>b</details></details>
    """,
    """
    <table bordered striped compact><caption>c <b>d</b></caption><thead><tr><th>a</th><th>b</th></tr>
    </thead><tbody><tr><td colspan="2" rowspan="3" align="center" valign="top">long words in a cell</td>
    <td hidden></td></tr><tr><td>x</td></tr><tr><td>https://a.example/a/long/address</td></tr></tbody>
    </table><tg-math-block>\\begin{pmatrix} a & b \\\\ c & d \\end{pmatrix}</tg-math-block>
    """,
    """
    <figure><img src="https://a.example/a.jpg" tg-spoiler><figcaption>c<cite>d</cite></figcaption>
    </figure><video src="https://a.example/a.mp4"></video><audio src="https://a.example/a.mp3"></audio>
    <tg-document src="https://a.example/a.pdf"></tg-document>
    <tg-map lat="41.9" long="12.5" zoom="14" width="600" height="400"></tg-map>
    <tg-collage><img src="https://a.example/a.jpg"><img src="https://a.example/b.jpg">
    <figcaption>c</figcaption></tg-collage>
    <tg-slideshow><img src="https://a.example/a.jpg"></tg-slideshow><tg-thinking>hm</tg-thinking>
    <tg-button-row align="center"><tg-button type="url" url="https://a.example">Go</tg-button>
    <tg-button type="callback_data" data="d" style="danger">No</tg-button></tg-button-row>
    <p>a <tg-button type="copy_text" text="x">b</tg-button> c</p>
    """,
  ]

  private static let json = [
    """
    {"blocks":[{"type":"paragraph","text":[{"type":"bold","text":"a"},["b",{"type":"x","text":"c"}]]},
    {"type":"table","cells":[[{"text":"a","colspan":2,"rowspan":3},{"text":null}],[{"text":"b"}]],
    "is_bordered":true,"caption":"c"},{"type":"list","items":[{"label":"9.","value":9,"type":"1",
    "blocks":[{"type":"paragraph","text":"x"}]},{"label":"•","has_checkbox":true,"is_checked":true,
    "blocks":[]}]},{"type":"future","text":"t","caption":{"text":"c"},"blocks":[{"type":"divider"}]}],
    "is_rtl":true}
    """,
    """
    {"rich_message":{"markdown":"# a ![x](tg://photo?id=p)","media":[{"id":"p","media":{"type":"photo",
    "media":"file"}}],"skip_entity_detection":true}}
    """,
    """
    {"blocks":[{"type":"photo","photo":[{"file_id":"a","file_unique_id":"b","width":90,"height":1e9}],
    "caption":{"text":"c","credit":"d"}},{"type":"map","location":{"latitude":1.5,"longitude":-2},
    "zoom":13,"width":600,"height":400},{"type":"anchor","name":"a"},{"type":"paragraph",
    "text":{"type":"anchor_link","anchor_name":"a","text":"b"}},{"type":"heading","size":7,"text":"h"}]}
    """,
  ]

  private static let latex = [
    "x^{2}_{n} + \\frac{a+b}{\\sqrt[3]{c}} = \\sum_{i=0}^{\\infty} \\int\\limits_a^b f'(x)\\,dx",
    "\\left( \\begin{pmatrix} a & b \\\\[2pt] c & d \\end{pmatrix} \\middle| x \\right]",
    "\\begin{cases} 1 & x > 0 \\\\ 0 & \\text{otherwise $y$} \\end{cases}",
    "\\begin{aligned} a &= b \\\\ &\\le c \\tag{1} \\end{aligned}",
    "\\hat{i} \\vec{AB} \\overline{xyz} \\underbrace{a+b}_{n} \\overset{!}{=} \\stackrel{x}{y}",
    "\\mathbb{R} \\mathcal{L} \\mathfrak{g} \\boldsymbol{\\alpha} \\operatorname{lim sup} \\not= \\bmod",
    "\\newcommand{\\f}[2][x]{#1^{#2}} \\f{3} \\def\\g#1{\\g{#1#1}} \\g{a}",
    "\\boxed{\\cancel{x}} \\color{red} y \\textcolor{#00ff00}{z} \\xrightarrow[b]{a} \\substack{a\\\\b}",
    "\\begin{array}{l|c|r} \\hline 1 & 2 & 3 \\\\ \\hline \\end{array} \\genfrac(]{0pt}{2}{a}{b} \\cfrac12",
    "\\ce{2H2 + O2 -> 2H2O} \\kern-3em \\rule{1em}{2em} \\raisebox{1ex}{x} \\phantom{y} \\hspace{9cm} % c",
  ]
}

extension RichMessage.ReadingOptions {
  /// Both forms of JSON.
  static let forms: [Form] = [.incoming, .outgoing]
}
