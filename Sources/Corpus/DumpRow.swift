/// A row of a dump: fields separated by two spaces, such as `x 0.000` or `rtl`.
struct DumpRow {
  /// The first field, such as `line 0`.
  let head: Substring
  /// The other fields.
  let fields: [Substring]

  /// Reads a row, without its indentation.
  init(_ row: Substring) {
    var fields: [Substring] = []
    var rest = row.drop { $0 == " " }
    while let space = rest.firstRange(of: "  ") {
      fields.append(rest[..<space.lowerBound])
      rest = rest[space.upperBound...]
    }
    fields.append(rest)
    head = fields[0]
    self.fields = Array(fields.dropFirst())
  }

  /// Whether a field without a value is present.
  func has(_ name: String) -> Bool { fields.contains { $0 == name } }

  /// Returns the number of a field, such as that of `x 1.500`, or `nil` if there is none.
  func number(_ name: String) -> Double? {
    fields.first { $0.hasPrefix(name + " ") }.flatMap { Double($0.dropFirst(name.utf8.count + 1)) }
  }

  /// The range of bytes, or `nil` if there is none.
  var bytes: Range<Int>? {
    guard let field = fields.first(where: { $0.hasPrefix("bytes ") }),
      let dots = field.firstRange(of: "..<"),
      let start = Int(field[..<dots.lowerBound].dropFirst("bytes ".count)),
      let end = Int(field[dots.upperBound...]), start <= end
    else { return nil }
    return start..<end
  }
}
