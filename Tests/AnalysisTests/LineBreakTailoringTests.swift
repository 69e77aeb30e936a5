import Testing
import TestSupport

@testable import GalleyShaping

@Suite struct LineBreakTailoringTests {
  // The expected breaks are those of Chromium 156.
  @Test(arguments: [
    ("https://a.org/b/c?d=e&f=g#h", "https://a.org/b/c?|d=e&f=g#h"),
    ("/usr/share/doc/a-b_c.txt", "/usr/share/doc/a-|b_c.txt"), ("a(b) [c]{d}", "a(b) |[c]|{d}"),
    ("ab.(cd)", "ab.|(cd)"), ("x=-1 -2 a-1 1-2", "x=-1 |-2 |a-|1 |1-|2"),
    ("--line-break css", "-|-|line-|break |css"), ("50%-60%", "50%-60%"),
    ("$100/month", "$100/month"), ("me@a.org, you", "me@a.org, |you"),
    ("why?because!no", "why?|because!no"),
  ])
  func `ASCII pairs break by the CSS table`(text: String, expected: String) {
    #expect(parted(text, by: .css) == expected)
  }

  @Test(arguments: [
    ("a « b » c", "a |« |b |» |c"), ("( a )", "( |a |)"), ("a  ! b", "a  |! |b"), ("a\tb", "a\t|b"),
    ("a \u{3000} b", "a |\u{3000} |b"), (" a", " |a"),
  ])
  func `lines break after ASCII white space, never before it`(text: String, expected: String) {
    #expect(parted(text, by: .css) == expected)
  }

  @Test(arguments: [
    ("é/é", "é/|é"), ("a/é", "a/|é"), ("é-1", "é-1"), ("1é-1", "1é-1"),
    ("что-то и/или", "что-|то |и/|или"), ("日本(a)語", "日|本|(a)|語"), ("a\u{A0}-b", "a\u{A0}-|b"),
    ("a\u{A0}b\u{A0}é", "a\u{A0}b\u{A0}é"), ("ab\u{AD}cd", "ab\u{AD}|cd"), ("a€(b)", "a€|(b)"),
    ("😀-a", "😀-|a"), ("a—b…c", "a|—|b…|c"), ("ภาษาไทย/a(b", "ภาษา|ไทย/a(b"),
    // The last bytes of these are the least and the greatest that continue a character, and that of
    // a no-break space.
    ("一a", "一|a"), ("\u{4E3F}a", "\u{4E3F}|a"), ("\u{4E20}a", "\u{4E20}|a"),
  ])
  func `pairs with non-ASCII characters break by UAX 14`(text: String, expected: String) {
    #expect(parted(text, by: .css) == expected)
  }

  @Test func `no line ends between a hyphen and a no-break space, as between ASCII characters`() {
    #expect(parted("a-\u{A0}b", by: .css) == "a-\u{A0}b")
    #expect(parted("a-\u{A0}b") == "a-|\u{A0}b")
  }

  @Test func `mandatory breaks are kept, and empty text has none`() {
    #expect(parted("a/b\nc\r\n\n(d\u{2028}e\n", by: .css) == "a/b\n|c\r\n|\n|(d\u{2028}|e\n|")
    #expect(parted("", by: .css) == "")
    #expect(parted("a ", by: .css) == "a ")
  }

  @Test func `break-all and keep-all apply under the CSS convention`() {
    #expect(parted("ab/c1", by: .css, wordBreak: .breakAll) == "a|b/c|1")
    #expect(parted("ab-cd", by: .css, wordBreak: .keepAll) == "ab-|cd")
  }

  @Test func `UAX 14 is the default line breaking convention`() {
    #expect(parted("a/b?c (d") == "a/|b?|c |(d")
    #expect(ShapingDetails() != ShapingDetails(convention: .css))
  }

  @Test func `no row of the ASCII table has a break before a control character or the space`() {
    let below: UInt64 = (0...0x20).reduce(0) { $0 | 1 << $1 }
    for (index, row) in ASCIIBreakTable.rows.enumerated() {
      let last = Unicode.Scalar(UInt8(index + 0x21))
      #expect(row.0 & below == 0 && row.1 >> 0x3F == 0, "after \(last)")
    }
  }

  @Test func `a line may end before an at sign only after a hyphen or a question mark`() {
    for last in UInt8(0x21)...0x7E {
      let last = Character(Unicode.Scalar(last))
      let isAllowed = last == "-" || last == "?"
      #expect(parted("\(last)@a", by: .css) == (isAllowed ? "\(last)|@a" : "\(last)@a"))
    }
  }

  @Test(arguments: 0..<200)
  func `break opportunities ascend and lie between scalars`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let alphabet: [UInt32] = [
      0x20, 0x09, 0x0A, 0x0D, 0x21, 0x28, 0x29, 0x2D, 0x2F, 0x31, 0x3F, 0x61, 0x7E, 0x7F, 0xA0,
      0xAD, 0xC0, 0x301, 0xE01, 0x200B, 0x2028, 0x3000, 0x65E5, 0x1F600,
    ]
    let text = utf8((0..<30).map { _ in random.pick(alphabet) })
    var analyzer = TextAnalyzer()
    var analysis = TextAnalysis()
    analyzer.analyze(
      text.span, direction: .auto, language: nil, details: ShapingDetails(convention: .css),
      into: &analysis)
    let places = analysis.opportunities.map { Int($0.offset) }
    #expect(zip(places, places.dropFirst()).allSatisfy { $0 < $1 })
    #expect(places.allSatisfy { $0 > 0 && ($0 == text.count || text[$0] & 0xC0 != 0x80) })
    var plain = TextAnalysis()
    analyzer.analyze(text.span, direction: .auto, language: nil, into: &plain)
    #expect(
      analysis.opportunities.filter(\.isMandatory) == plain.opportunities.filter(\.isMandatory))
    #expect(analysis.paragraphs == plain.paragraphs)
  }
}
