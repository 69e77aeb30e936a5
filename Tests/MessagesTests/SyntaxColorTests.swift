import GalleyMessages
import GalleyTypesetting
import Testing

@Suite struct SyntaxColorTests {
  @Test func `code in a block has color roles for its tokens`() {
    let text = Self.text("let x = 1 // é", language: "swift")
    #expect(
      Self.colors(of: text, at: [2, 6, 8, 10, 12]) == [
        .role(.keyword), .role(.text), .role(.operator), .role(.number), .role(.comment),
      ])
  }

  @Test(arguments: [nil, "", "cobol"])
  func `code in an unknown language is plain`(language: String?) {
    let text = Self.text("let x = 1", language: language)
    #expect(Self.colors(of: text, at: [2, 10]) == [.role(.text), .role(.text)])
  }

  @Test(arguments: [
    ("cpp", "C++"), ("yml", "YAML"), ("language-js", "JavaScript"), ("common lisp", "Common Lisp"),
  ])
  func `a code block's title is its language's name`(language: String, title: String) {
    #expect(Self.text("a", language: language).blocks.map(\.title) == [.plain(title)])
  }

  /// Returns a message of "> ", a code block, and a line after it.
  private static func text(_ code: String, language: String?) -> AttributedText {
    let message = Message(
      "> " + code + "\nlet",
      entities: [MessageEntity(.pre(language: language), in: 2..<2 + code.utf8.count)])
    return message.attributedText()
  }

  private static func colors(of text: AttributedText, at offsets: [Int]) -> [PaintColor] {
    offsets.map { text.style(at: $0).paint.color }
  }
}
