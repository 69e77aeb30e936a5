import GalleyRichMessages
import TestSupport
import Testing

// | number | test |
// |---|---|
// | 12, 13, 14 | numbers are letters, Roman or decimal |
// | 15 | numbers count from the start, in either direction, from each value |
// | 18 | a cell without text is not painted |
// | 19 | row spans end with the table |
// | 20 | cells with spans never overlap |
@Suite struct RichModelTests {
  @Test(arguments: [
    (1, "a"), (26, "z"), (27, "aa"), (702, "zz"), (703, "aaa"), (0, "0"), (-3, "-3"),
  ])
  func `numbers are letters, Roman or decimal`(value: Int, letters: String) {
    typealias Numbering = RichBlock.List.Numbering
    #expect(Numbering.lowercaseLetters.text(of: value) == letters)
    #expect(Numbering.uppercaseLetters.text(of: value) == letters.uppercased())
    let roman = [
      4: "iv", 9: "ix", 40: "xl", 1999: "mcmxcix", 3999: "mmmcmxcix", 4000: "4000", 0: "0",
      -1: "-1",
    ]
    for (value, text) in roman {
      #expect(Numbering.lowercaseRoman.text(of: value) == text)
      #expect(Numbering.uppercaseRoman.text(of: value) == text.uppercased())
    }
    #expect(RichBlock.List.Marker.number(value, .decimal).label == "\(value).")
    #expect(Numbering.lowercaseLetters.text(of: .max).count == 14)
  }

  @Test(arguments: [
    ("<ol><li>a<li>b</ol>", ["1.", "2."]), ("<ol start=3><li>a<li>b</ol>", ["3.", "4."]),
    ("<ol reversed start=2><li>a<li>b<li>c</ol>", ["2.", "1.", "0."]),
    ("<ol type=a start=3 reversed><li>a<li>b</ol>", ["c.", "b."]),
    ("<ol><li>a<li value=9>b<li>c</ol>", ["1.", "9.", "10."]),
    ("<ol type=I><li>a<li type=a value=28>b<li>c</ol>", ["I.", "ab.", "XXIX."]),
    ("<ul><li>a</ul>", ["•"]),
    (
      "<ol start=9223372036854775807><li>a<li>b</ol>",
      ["9223372036854775807.", "9223372036854775807."]
    ),
  ])
  func `numbers count from the start, in either direction, from each value`(
    html: String, labels: [String]
  ) throws {
    guard case .list(let list)? = try RichMessage(html: html).blocks.first else {
      Issue.record("no list")
      return
    }
    #expect(list.items.map(\.label) == labels)
  }

  @Test func `a cell without text is not painted`() throws {
    let message = try RichMessage(
      json:
        #"{"blocks":[{"type":"table","cells":[[{"text":""},{"colspan":0,"is_header":false}]]}]}"#)
    guard case .table(let table)? = message.blocks.first else { return }
    #expect(table.rows[0].map(\.isPainted) == [true, false])
    #expect(table.rows[0][1] == RichBlock.Table.Cell(nil))
  }

  @Test func `row spans end with the table`() {
    let table = RichBlock.Table([
      [RichBlock.Table.Cell("a", rowSpan: .max), RichBlock.Table.Cell("b")],
      [RichBlock.Table.Cell("c", rowSpan: 9)],
    ])
    let grid = table.grid
    #expect(grid.places.map(\.rows) == [0..<2, 0..<1, 1..<2])
    #expect(grid.places.map(\.columns) == [0..<1, 1..<2, 1..<2])
    #expect(grid.columnCount == 2 && grid.rowCount == 2)
  }

  @Test(arguments: 0..<200)
  func `cells with spans never overlap`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let rows = (0..<Int.random(in: 1...8, using: &random)).map { _ in
      (0..<Int.random(in: 0...6, using: &random)).map { _ in
        RichBlock.Table.Cell(
          "a", columnSpan: Int.random(in: 1...4, using: &random),
          rowSpan: Int.random(in: 1...4, using: &random))
      }
    }
    let grid = RichBlock.Table(rows).grid
    var taken: Set<[Int]> = []
    for place in grid.places {
      #expect(!place.columns.isEmpty && !place.rows.isEmpty)
      #expect(
        place.columns.upperBound <= grid.columnCount && place.rows.upperBound <= grid.rowCount)
      for row in place.rows {
        for column in place.columns { #expect(taken.insert([row, column]).inserted) }
      }
    }
    #expect(grid.places.count == rows.reduce(0) { $0 + $1.count })
  }

  @Test func `texts made of parts are in normal form`() {
    let text: RichText = ["a", ["b", .styled(.bold, "c")], "", "d"]
    #expect(text == .sequence([.plain("ab"), .styled(.bold, "c"), .plain("d")]))
    #expect(RichText([]) == .empty && RichText(["a"]) == "a")
    #expect(RichText.styled(.bold, "").isEmpty && !RichText.anchor(name: "a").isEmpty)
  }
}
