/// The start of a message in a text that WhatsApp exported: its date and time.
struct WhatsAppHeader {
  /// The features of headers that are equal in one file.
  struct Style: Hashable {
    var hasBrackets: Bool
    var separator: Unicode.Scalar
    var hasSeconds: Bool
  }

  var style: Style
  /// The three numbers of the date, in the order of the file.
  var numbers: [Int]
  var hour: Int
  var minute: Int
  var second = 0
  /// The name of the sender and the text, or the text of a system line.
  var rest: String

  /// Reads the header of a line, or returns `nil` if the line continues a message.
  init?(_ line: String) {
    var scanner = HeaderScanner(line)
    let hasBrackets = scanner.skip("[")
    guard let first = scanner.number(4), let separator = scanner.dateSeparator(),
      let second = scanner.number(2), scanner.dateSeparator() == separator,
      let third = scanner.number(4)
    else { return nil }
    // A full stop may follow the year, and a comma the date.
    _ = scanner.skip(".")
    _ = scanner.skip(",") || scanner.skip("،")
    guard scanner.skipBlanks() else { return nil }
    guard let hour = scanner.number(2), scanner.skip(":") || scanner.skip("."),
      let minute = scanner.number(2)
    else { return nil }
    var time = (hour, minute, 0)
    var hasSeconds = false
    if scanner.skip(":") || scanner.skip(".") {
      guard let seconds = scanner.number(2) else { return nil }
      time.2 = seconds
      hasSeconds = true
    }
    if let isAfternoon = scanner.halfOfDay() {
      guard 1...12 ~= time.0 else { return nil }
      time.0 = time.0 % 12 + (isAfternoon ? 12 : 0)
    }
    if hasBrackets {
      guard scanner.skip("]") else { return nil }
      _ = scanner.skipBlanks()
    } else {
      guard scanner.skipBlanks(), scanner.skip("-") || scanner.skip("–"), scanner.skipBlanks()
      else { return nil }
    }
    style = Style(hasBrackets: hasBrackets, separator: separator, hasSeconds: hasSeconds)
    numbers = [first, second, third]
    (self.hour, self.minute, self.second) = time
    rest = String(Substring(scanner.rest))
  }
}

/// A scanner of a header, which ignores marks of the writing direction.
private struct HeaderScanner {
  private(set) var rest: Substring.UnicodeScalarView

  init(_ line: String) {
    rest = Substring(line).unicodeScalars
    skipMarks()
  }

  private mutating func skipMarks() {
    while let scalar = rest.first, WhatsAppText.isDirectionMark(scalar) { rest.removeFirst() }
  }

  mutating func skip(_ scalar: Unicode.Scalar) -> Bool {
    guard rest.first == scalar else { return false }
    rest.removeFirst()
    skipMarks()
    return true
  }

  /// Skips blanks of any width, and returns whether there are any.
  mutating func skipBlanks() -> Bool {
    var isFound = false
    while let scalar = rest.first,
      scalar == " " || scalar == "\u{A0}" || scalar == "\u{2009}" || scalar == "\u{202F}"
    {
      isFound = skip(scalar)
    }
    return isFound
  }

  /// Reads a number of up to `count` digits of any script.
  mutating func number(_ count: Int) -> Int? {
    var value: Int?
    for _ in 0..<count {
      guard let scalar = rest.first, scalar.properties.numericType == .decimal,
        let digit = scalar.properties.numericValue
      else { break }
      value = (value ?? 0) * 10 + Int(digit)
      _ = skip(scalar)
    }
    return value
  }

  mutating func dateSeparator() -> Unicode.Scalar? {
    for separator: Unicode.Scalar in ["/", ".", "-"] where skip(separator) {
      if separator == "." { _ = skipBlanks() }
      return separator
    }
    return nil
  }

  /// Reads `am`, `PM`, `a.m.` or `p. m.`, and returns whether it is the afternoon.
  mutating func halfOfDay() -> Bool? {
    let start = rest
    _ = skipBlanks()
    guard let first = rest.first, "aApP".unicodeScalars.contains(first) else {
      rest = start
      return nil
    }
    _ = skip(first)
    _ = skip(".")
    _ = skipBlanks()
    guard skip("m") || skip("M") else {
      rest = start
      return nil
    }
    _ = skip(".")
    return first == "p" || first == "P"
  }
}
