import GalleySystem
import Testing

@Suite struct TerminalTextTests {
  @Test(arguments: [
    ("\u{1B}[31mred\u{1B}]0;title\u{7}", #"\u{1B}[31mred\u{1B}]0;title\u{7}"#),
    ("a\nb\tc\rd", #"a\nb\tc\rd"#), ("\u{0}\u{8}\u{7F}", #"\u{0}\u{8}\u{7F}"#),
    ("\u{9B}31m\u{85}", #"\u{9B}31m\u{85}"#),
    ("a\u{202E}gnp.exe\u{202C}\u{2066}x\u{2069}", #"a\u{202E}gnp.exe\u{202C}\u{2066}x\u{2069}"#),
    ("\u{200E}\u{200F}\u{61C}\u{2028}\u{2029}", #"\u{200E}\u{200F}\u{61C}\u{2028}\u{2029}"#),
    ("\r\n", #"\r\n"#), ("\u{FEFF}a", #"\u{FEFF}a"#),
  ])
  func `characters that a terminal interprets are escaped`(text: String, escaped: String) {
    #expect(TerminalText.line(text) == escaped)
  }

  @Test(arguments: [
    "", "plain: text (byte 3)", "سلام עולם नमस्ते ไทย 日本語", "👨‍👩‍👧 ❤️ 🏴󠁧󠁢󠁳󠁣󠁴󠁿 e\u{301}", #"a\b"c""#,
    "\u{A0}\u{AD}",
  ])
  func `letters of all scripts and emoji are not escaped`(text: String) {
    #expect(TerminalText.line(text) == text)
    #expect(TerminalText.lines(text) == text)
  }

  @Test func `text of several lines keeps only line feeds and tabs unescaped`() {
    #expect(TerminalText.lines("a\n\tb\u{1B}c\r\n") == "a\n\tb\\u{1B}c\\r\n")
  }

  @Test func `a long line is shortened in the middle`() {
    let text = "path: " + String(repeating: "é", count: 100_000) + ": the reason"
    let line = TerminalText.line(text)
    #expect(line.utf8.count <= TerminalText.longestLine)
    #expect(line.hasPrefix("path: éé") && line.hasSuffix("é: the reason"))
    #expect(line.contains(" … "))
  }
}
