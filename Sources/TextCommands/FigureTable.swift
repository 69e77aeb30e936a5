package import GalleyJSON

/// Named figures, written as a table for people or an object for programs.
package struct FigureTable: CustomStringConvertible {
  /// A row of the table.
  package typealias Row = (key: String, name: String, value: Double, unit: String)

  let rows: [Row]

  /// Creates a table of `rows`.
  package init(rows: [Row]) { self.rows = rows }

  /// Writes the figures as an object.
  package func write(to writer: inout JSONWriter) {
    writer.object { writer in
      for row in rows {
        writer.member(row.key, Self.rounded(row.value))
      }
    }
  }

  package var description: String {
    Self.text(rows.map { ($0.name, "\(Self.rounded($0.value)) \($0.unit)") })
  }

  /// Returns names and values as lines with aligned values.
  package static func text(_ lines: [(name: String, value: String)]) -> String {
    let width = lines.map(\.name.count).max() ?? 0
    return lines.map { name, value in
      name + String(repeating: " ", count: width + 2 - name.count) + value + "\n"
    }.joined()
  }

  /// Returns a value rounded to three decimals.
  private static func rounded(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }
}
