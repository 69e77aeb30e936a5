import Foundation
import GalleyGeometry
import GalleyQuotes
import GalleyTypesetting
import TestSupport
import Testing

/// The order of right-to-left text in quotes, compared with a browser's.
@Suite struct QuoteOrderTests {
  /// Whether the test with a browser is run; in continuous integration it is never left out.
  private static let hasBrowser =
    ProcessInfo.processInfo.environment["CI"] != nil
    || ["chromium", "google-chrome"].contains {
      (try? Program.run(["sh", "-c", "command -v \($0)"]))?.status == 0
    }

  /// Texts without hyphens in numbers and the like, where UAX #14 and CSS break lines differently.
  private static let texts = [
    "hebrew": "הפגישה של Galley תתקיים ביום שלישי בשעה 10:30 בבניין B12, קומה 4 (ליד המעלית).",
    "arabic": "سأصل غدا في الساعة 7:45 على متن الرحلة MS 986 من القاهرة إلى Berlin (الصالة 2).",
    "persian": "لطفاً فایل report_2026.pdf را تا ۱۵ مهر به info@example.org بفرستید؛ نسخهٔ 2.1.",
    "urdu": "میں نے کہا کہ Swift اور Python دونوں ۲۰۲۶ میں بھی استعمال ہوں گے۔",
    "english": "The word שלום means peace, and سلام means the same; both have 4 letters in total.",
    "numbers": "טווח המחירים: 1,250 ₪ (15% הנחה) עד 31/12/2026, טל' 03 555 0100",
    "paragraphs": "שורה ראשונה בעברית abc def\nA second line with עברית in it\nثالثا: سطر عربي 3",
    "isolates":
      "שם הקובץ \u{2068}notes (final).txt\u{2069} נשלח אל \u{2068}דנה\u{2069} ו-\u{2067}Tom 7\u{2069} אתמול",
    "marks": "قال: «Hello, world!» ثم أضاف [انظر 12, 13] و{كذا} – وانتهى.",
  ]

  /// A text as the script reads it.
  private struct Quote: Encodable {
    var id: String
    var text: String
    var width: Double
    var size = 24.0
    var words: [[Int]]
    var lines: [[Int]]
  }

  /// Returns the order of the words of a message.
  private func quote(_ id: String, _ text: String, width: Double) throws -> Quote {
    let message = Quotes.message(text.replacing("\n", with: #"\n"#), id: 1, name: "A")
    let layout = try Quotes(engine: NotoFonts.engine()).layout(
      Quotes.request("\"width\":\(width),", message))
    #expect(layout.remarks.missingGlyphs == 0, "\(id)")
    let body = try #require(layout.texts.first { $0.layout.text.string == text }).layout
    var words: [(range: Range<Int>, line: Int, left: Double)] = []
    for part in text.utf8.split(whereSeparator: { $0 == 0x20 || $0 == 0x0A }) {
      let range =
        text.utf8.distance(
          from: text.startIndex, to: part.startIndex)..<text.utf8.distance(
          from: text.startIndex, to: part.endIndex)
      let rects = body.rects(of: range)
      let top = rects.map(\.minY).min() ?? 0
      let left = rects.filter { $0.minY < top + 4 }.map(\.minX).min() ?? 0
      let line = body.lines.firstIndex { $0.range.contains(range.lowerBound) } ?? -1
      words.append((range, line, left))
    }
    let lines = Dictionary(grouping: words.indices) { words[$0].line }
    return Quote(
      id: "\(id)-\(Int(width))", text: text, width: width,
      words: words.map { word in
        let bytes = Array(text.utf8)
        func units(_ offset: Int) -> Int {
          String(decoding: bytes[..<offset], as: UTF8.self).utf16.count
        }
        return [units(word.range.lowerBound), units(word.range.upperBound)]
      },
      lines: lines.sorted { $0.key < $1.key }.map { _, indices in
        indices.sorted { words[$0].left < words[$1].left }
      })
  }

  @Test(.enabled(if: Self.hasBrowser, "Needs Debian's chromium."))
  func `words and lines of right-to-left quotes are in a browser's order`() throws {
    let quotes = try Self.texts.sorted { $0.key < $1.key }.flatMap { id, text in
      try [260.0, 400, 512].map { try quote(id, text, width: $0) }
    }
    // The texts have several lines, and words whose order is not that in memory.
    #expect(quotes.filter { $0.lines.count > 1 }.count > quotes.count / 2)
    let reordered = quotes.filter { $0.lines.contains { $0 != $0.sorted() } }
    #expect(reordered.count > quotes.count * 2 / 3)
    let directory = TemporaryDirectory()
    let file = try directory.write(JSONEncoder().encode(quotes), to: "texts.json")
    let script = repository.appending(path: "scripts/chromium/quote_order.py").path
    let result = try Program.run(["python3", script, file, NotoFonts.manifest], limit: 120)
    #expect(result.status == 0, "\(result.output)\(result.complaint)")
  }
}
