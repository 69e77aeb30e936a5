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
        writer.name(row.key)
        writer.value(Self.rounded(row.value))
      }
    }
  }

  var description: String {
    let width = rows.reduce(0) { max($0, $1.name.count) }
    return rows.map { row in
      let space = String(repeating: " ", count: width + 2 - row.name.count)
      return "\(row.name)\(space)\(Self.rounded(row.value)) \(row.unit)\n"
    }.joined()
  }

  /// A figure to a thousandth.
  private static func rounded(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }
}
