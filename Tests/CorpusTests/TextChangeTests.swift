import GalleyCorpus
import Testing

@Suite struct TextChangeTests {
  @Test(arguments: [
    ("one two three", "one 2 three", "'two' became '2'"), ("a b", "a b c", "'c' is new"),
    ("a b c", "b c", "'a' is gone"), ("", "a", "'a' is new"), ("a", "", "'a' is gone"),
    ("a b", "a  b", "the white space at byte 2 differs"), ("one", "ones", "'one' became 'ones'"),
    ("aé", "aè", "'aé' became 'aè'"), ("a b c b d", "a b d", "'c b' is gone"),
    (ideographs + "い", ideographs + "う", "'い' became 'う'"),
  ])
  func `a change is described by whole words`(old: String, new: String, words: String) throws {
    let change = try #require(TextChange(from: old, to: new))
    #expect(change.words == words)
    #expect(TextChange(from: old, to: old) == nil)
    // Both ranges are between a common beginning and a common end.
    let (before, after) = (Array(old.utf8), Array(new.utf8))
    #expect(before[..<change.old.lowerBound] == after[..<change.new.lowerBound])
    #expect(before[change.old.upperBound...].elementsEqual(after[change.new.upperBound...]))
  }

  @Test func `offsets after a change move with it`() throws {
    let change = try #require(TextChange(from: "one two three", to: "one 2 three"))
    #expect([0, 4, 5, 7, 8, 13].map(change.moved) == [0, 4, 5, 5, 6, 11])
  }

  @Test func `a layout of an edited text is compared where the text is equal`() {
    let old = ComparedLayout(
      dump: """
        layout 30.000 × 20.000
        line 0  bytes 0..<4  x 0.000  baseline 8.000  width 30.000
          run ltr  Box 10  bytes 0..<4  x 0.000  width 30.000  glyphs 4
        line 1  bytes 4..<7  x 0.000  baseline 18.000  width 30.000
          run ltr  Box 10  bytes 4..<7  x 0.000  width 30.000  glyphs 3
        """, text: "aaa bbb")
    let new = ComparedLayout(
      dump: """
        layout 40.000 × 20.000
        line 0  bytes 0..<5  x 0.000  baseline 8.000  width 40.000
          run ltr  Box 10  bytes 0..<5  x 0.000  width 40.000  glyphs 5
        line 1  bytes 5..<8  x 0.000  baseline 18.000  width 30.000
          run ltr  Box 10  bytes 5..<8  x 0.000  width 30.000  glyphs 3
        """, text: "aaaa bbb")
    #expect(
      new.changes(from: old) == [
        "'aaa' became 'aaaa'", "line 1 width +10", "size 40.000 × 20.000, not 30.000 × 20.000",
      ])
    #expect(old.changes(from: old).isEmpty)
  }

  @Test func `without the text, a break is named by its offset`() {
    let dumps = [4, 3].map { end in
      ComparedLayout(
        dump: "layout 30.000 × 10.000\n"
          + "line 0  bytes 0..<\(end)  x 0.000  baseline 8.000  width 30.000")
    }
    #expect(dumps[1].changes(from: dumps[0]) == ["line 1 ends at byte 3, not 4"])
  }
}

private let ideographs = String(repeating: "字", count: 90)
