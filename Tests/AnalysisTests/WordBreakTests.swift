import Testing

@testable import GalleyShaping

@Suite struct WordBreakTests {
  @Test(arguments: [
    ("ab cd", "a|b |c|d"), ("12,5 a.", "1|2,|5 |a."), ("(ab)", "(a|b)"), ("漢字。", "漢|字。"),
    ("ไทย", "ไ|ท|ย"), ("a\u{A0}b", "a\u{A0}b"), ("e\u{301}a", "e\u{301}|a"), ("👍🏽👍", "👍🏽|👍"),
    ("שלום", "ש|ל|ו|ם"), ("a\u{2060}b", "a\u{2060}b"),
  ])
  func `break-all allows a break between any two letters`(text: String, expected: String) {
    #expect(parted(text, wordBreak: .breakAll) == expected)
  }

  @Test(arguments: [
    ("ab cd", "ab |cd"), ("漢字 かな", "漢字 |かな"), ("한국어 말", "한국어 |말"),
    ("漢字。漢字", "漢字。|漢字"), ("日本語（漢字）", "日本語|（漢字）"), ("ab漢字", "ab漢字"),
    ("ภาษาไทย漢字", "ภาษา|ไทย漢字"), ("漢字 ภาษาไทย", "漢字 |ภาษา|ไทย"), ("a-b", "a-|b"),
  ])
  func `keep-all allows breaks between letters only at dictionary breaks`(
    text: String, expected: String
  ) {
    #expect(parted(text, wordBreak: .keepAll) == expected)
    #expect(parted(text, wordBreak: .keepAll, language: "ja") == expected)
  }

  @Test func `normal keeps the default breaks, and break-all applies in Japanese`() {
    #expect(parted("ab 漢字 ภาษาไทย", wordBreak: .normal) == "ab |漢|字 |ภาษา|ไทย")
    #expect(parted("っと", wordBreak: .breakAll, language: "ja") == "っ|と")
  }
}
