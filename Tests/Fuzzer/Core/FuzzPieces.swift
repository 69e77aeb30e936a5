/// The pieces from which inputs are made.
package enum FuzzPieces {
  /// Pieces that mean something in Markdown, HTML, JSON, LaTeX or in text.
  package static let text = [
    "*", "**", "_", "~~", "==", "||", "`", "```\n", "~~~", "$", "$$", "\\", "[", "]", "](", "![",
    "](x)", "[^1]", "[^1]: ", "[a]: b\n", "> ", "- ", "1. ", "\n", "\n\n", "    ", "\t", "# ",
    "===\n", "---\n", "|", "|-|", "|:-:|\n", "<", ">", "<!--", "-->", "<![CDATA[", "&", "&#0;",
    "&#xFFFFFFFF;", "&NotEqualTilde;", "<b>", "</b>", "<p>", "<table>", "<tr>", "<td>", "</td>",
    "<td colspan=99999 rowspan=4294967296>", "<ul><li>", "</li></ul>", "<details>", "</details>",
    "<blockquote>", "<sub>", "<tg-math>", "</tg-math>", "<tg-collage>", "<a name=\"x\">", "<pre>",
    "{", "}", "[[", ",", ":", "\"", "\\u", "\\ud800", "null", "-1", "1e999", "0.000001",
    "9223372036854775808", "{\"type\":\"bold\",\"text\":", "\"blocks\":[", "{}", "^", "&", "\\\\",
    "\\frac", "\\sqrt", "\\left(", "\\right)", "\\begin{array}{cc}", "\\end{array}", "\\text{",
    "\\newcommand\\a{\\a\\a}", "\\def\\a#1#2{", "#1", "\\hspace{-99999999em}", "\\kern1e9pt",
    "\\overline", "\\color{x}", "\\unknown", "\\\n", "\r", "\r\n", "\0", "\u{FEFF}", "\u{200D}",
    "\u{202E}", "\u{2066}", "\u{2069}", "\u{FFFC}", "\u{E000}", "e\u{301}", "🙂", "👩‍👩‍👧", "ﷺ", "שלום",
    "ไทยไทย", "क्षि", "漢", "\u{10FFFF}", "w", "word ", "http://a.b/c", "@name", "#tag", "$TAG", "/cmd",
  ]

  /// Pieces with their opposites, for nesting.
  package static let brackets = [
    ("<b>", "</b>"), ("<ul><li>", "</li></ul>"), ("<blockquote>", "</blockquote>"),
    ("<details><summary>s</summary>", "</details>"), ("<table><tr><td>", "</td></tr></table>"),
    ("<sup>", "</sup>"), ("[", "](x)"), ("**", "**"), ("*a **b ", "** *"), ("{", "}"),
    ("\\frac{1}{", "}"), ("\\sqrt{", "}"), ("\\left(", "\\right)"), ("x^{", "}"),
    ("\\begin{matrix}", "\\end{matrix}"), ("\\text{$", "$}"), ("> ", "\n"), ("- ", "\n"),
    ("{\"type\":\"bold\",\"text\":", "}"), ("[", "]"), ("\u{202B}", "\u{202C}"),
  ]
}
