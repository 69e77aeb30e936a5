import Foundation
import GalleyMessages
import GalleyRichMessages
import GalleyTypesetting
import TestSupport
import Testing

@testable import GalleyRichTypesetting

/// Column widths beside those of Chromium, which `scripts/record-tables` recorded.
@Suite struct ChromiumTableTests {
  /// A recorded table.
  private struct Recorded: Decodable {
    var room: Double
    var rows: [[Cell]]
    var widths: [Double]

    /// A cell: its text, and the numbers of columns and rows.
    struct Cell: Decodable {
      var cell: RichBlock.Table.Cell

      init(from decoder: any Decoder) throws {
        var values = try decoder.unkeyedContainer()
        let text = try values.decode(String.self)
        let columns = try values.decode(Int.self)
        cell = RichBlock.Table.Cell(
          .plain(text), columnSpan: columns, rowSpan: try values.decode(Int.self))
      }
    }

    var table: RichBlock.Table { RichBlock.Table(rows.map { $0.map(\.cell) }) }
  }

  private static func recorded() throws -> [Recorded] {
    let file = repository.appending(path: "Tests/RichTypesettingTests/Fixtures/tables.jsonl")
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    return try lines.map { try JSONDecoder().decode(Recorded.self, from: Data($0.utf8)) }
  }

  @Test func `columns of 200 random tables are as wide as Chromium's, within a pixel (58)`() throws
  {
    let tables = try Self.recorded()
    #expect(tables.count == 200)
    let theme = RichTheme(message: MessageTheme(text: TestFonts.style(size: 10)))
    var composer = BlockComposer(
      theme, isRightToLeft: false, state: RichState(), options: LayoutOptions(),
      engine: TestFonts.engine())
    for (index, recorded) in tables.enumerated() {
      let table = composer.table(recorded.table)
      let widths = table.columns.widths(in: recorded.room)
      let differences = zip(widths, recorded.widths).map { abs($0 - $1) }
      #expect(
        widths.count == recorded.widths.count && differences.allSatisfy { $0 <= 1 },
        "table \(index): \(widths), Chromium \(recorded.widths)")
    }
    // Some tables overflow, some shrink, and some have all the room that they want.
    let sums = tables.map { ($0.room, $0.widths.reduce(0, +)) }
    #expect(sums.count { $1 > $0 + 1 } >= 20)
    #expect(sums.count { abs($1 - $0) <= 1 } >= 20)
    #expect(sums.count { $1 < $0 - 1 } >= 20)
  }
}
