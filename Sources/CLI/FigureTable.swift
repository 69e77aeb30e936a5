import GalleyJSON

/// Figures with names: for people as a table, for programs as an object.
struct FigureTable: CustomStringConvertible {
  /// A figure.
  typealias Row = (key: String, name: String, value: Double, unit: String)

  let rows: [Row]

  /// Writes the figures as an object.
  func write(to writer: inout JSONWriter) {
    writer.object { writer in
      for row in rows {
        writer.member(row.key, Self.rounded(row.value))
      }
    }
  }

  var description: String {
    Self.text(rows.map { ($0.name, "\(Self.rounded($0.value)) \($0.unit)") })
  }

  /// Names and values as lines, the values below each other.
  static func text(_ lines: [(name: String, value: String)]) -> String {
    let width = lines.map(\.name.count).max() ?? 0
    return lines.map { name, value in
      name + String(repeating: " ", count: width + 2 - name.count) + value + "\n"
    }.joined()
  }

  /// A figure to a thousandth.
  private static func rounded(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }
}
