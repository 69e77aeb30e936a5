extension FormulaParser {
  /// The properties of an environment.
  struct Environment {
    var layout: MathArray.Layout
    var left: UInt32?
    var right: UInt32?
    /// The alignment of all columns, or `nil` if an argument or the layout determines it.
    var alignment: MathArray.Column.Alignment?
    /// Whether an argument states the columns.
    var hasColumns = false
    /// Whether an argument states the number of columns, which is ignored.
    var hasCount = false

    init?(_ name: some StringProtocol) {
      let stem = name.hasSuffix("*") ? String(name.dropLast()) : String(name)
      switch stem {
      case "matrix", "pmatrix", "bmatrix", "Bmatrix", "vmatrix", "Vmatrix":
        self.init(.matrix, .center, fences: Self.fences[stem])
      case "smallmatrix": self.init(.smallMatrix, .center)
      case "psmallmatrix": self.init(.smallMatrix, .center, fences: Self.fences["pmatrix"])
      case "bsmallmatrix": self.init(.smallMatrix, .center, fences: Self.fences["bmatrix"])
      case "vsmallmatrix": self.init(.smallMatrix, .center, fences: Self.fences["vmatrix"])
      case "array", "darray":
        self.init(.matrix, nil)
        hasColumns = true
      case "cases": self.init(.cases, .left, fences: (0x7B, nil))
      case "dcases": self.init(.displayCases, .left, fences: (0x7B, nil))
      case "rcases": self.init(.cases, .left, fences: (nil, 0x7D))
      case "drcases": self.init(.displayCases, .left, fences: (nil, 0x7D))
      case "aligned", "align", "split", "eqnarray", "flalign": self.init(.aligned, nil)
      case "alignedat", "alignat", "xalignat":
        self.init(.alignedAt, nil)
        hasCount = true
      case "gathered", "gather", "equation", "displaymath", "math":
        self.init(.gathered, .center)
      case "multline", "multlined": self.init(.multline, .center)
      case "subarray":
        self.init(.substack, nil)
        hasColumns = true
      default: return nil
      }
    }

    private init(
      _ layout: MathArray.Layout, _ alignment: MathArray.Column.Alignment?,
      fences: (UInt32?, UInt32?)? = nil
    ) {
      self.layout = layout
      self.alignment = alignment
      left = fences?.0
      right = fences?.1
    }

    private static let fences: [String: (UInt32?, UInt32?)] = [
      "pmatrix": (0x28, 0x29), "bmatrix": (0x5B, 0x5D), "Bmatrix": (0x7B, 0x7D),
      "vmatrix": (0x7C, 0x7C), "Vmatrix": (0x2016, 0x2016),
    ]
  }

  /// Parses from `\begin` to `\end`.
  mutating func appendEnvironment(
    _ token: FormulaToken, to nodes: inout MathList
  ) throws(Failure) {
    let name = try environmentName(token)
    guard var environment = Environment(name) else {
      throw failure(.unknownEnvironment(name), at: token)
    }
    var columns: [MathArray.Column]?
    if environment.hasColumns || environment.hasCount {
      var end = token.end
      if name != "subarray" { _ = try bracketTokens(end: &end) }
      let tokens = try argumentTokens(of: token, end: &end)
      if environment.hasColumns { columns = Self.columns(tokens) }
    } else if name.hasSuffix("*"), environment.layout == .matrix {
      var end = token.end
      switch try bracketTokens(end: &end)?.first?.value {
      case 0x6C: environment.alignment = .left
      case 0x72: environment.alignment = .right
      default: break
      }
    } else if environment.layout == .aligned || environment.layout == .gathered {
      var end = token.end
      if name.hasSuffix("ed") { _ = try bracketTokens(end: &end) }
    }
    let layout = environment.layout
    var array = try nested { parser throws(Failure) in
      let lines = try parser.lines()
      let first = try parser.list(until: .cell)
      return try parser.rows(first: first, of: layout, lines: lines)
    }
    let close = peek() ?? input.end
    guard case .structure(.end)? = command(of: close) else {
      if close.kind == .end { throw failure(.unclosed("\\begin{\(name)}"), at: token) }
      throw failure(.unexpected(text(of: close)), at: close)
    }
    advance()
    let endName = try environmentName(close)
    guard endName == name else { throw failure(.unexpected("\\end{\(endName)}"), at: close) }
    array.left = environment.left
    array.right = environment.right
    array.columns = columns ?? environment.alignment.map { [.init(alignment: $0)] } ?? []
    nodes.append(node(.array(array), from: token))
  }

  private mutating func environmentName(_ token: FormulaToken) throws(Failure) -> String {
    var end = token.end
    return string(try argumentTokens(of: token, end: &end))
  }

  /// Returns the characters of tokens.
  func string(_ tokens: [FormulaToken]) -> String {
    tokens.map { text(of: $0) }.joined()
  }

  /// Parses the rows of an array after its first cell.
  mutating func rows(
    first: MathList, of layout: MathArray.Layout, lines: Int = 0
  ) throws(Failure) -> MathArray {
    var array = MathArray(
      rows: [[first]], columns: [], lines: Array(repeating: 0, count: min(lines, 1)), gaps: [],
      layout: layout)
    while let token = peek() {
      if token.kind == .align {
        advance()
        array.rows[array.rows.count - 1].append(try list(until: .cell))
      } else if isRowBreak(token) {
        advance()
        try endRow(of: &array, token)
      } else {
        break
      }
    }
    takeTag(into: &array)
    // A row break at the end does not begin a row.
    if array.rows.count > 1, let last = array.rows.last, last.count == 1, last[0].isEmpty {
      array.rows.removeLast()
    }
    return array
  }

  private mutating func endRow(of array: inout MathArray, _ token: FormulaToken) throws(Failure) {
    takeTag(into: &array)
    var end = token.end
    while array.gaps.count < array.rows.count { array.gaps.append(nil) }
    // Only a length in brackets is an argument; `[` may also begin the next row.
    if let next = peek(), next.kind == .character, next.value == 0x5B, isLengthNext() {
      let tokens = try bracketTokens(end: &end) ?? []
      array.gaps[array.rows.count - 1] = length(tokens, at: token)
    }
    if try lines() > 0 { array.lines.append(array.rows.count) }
    array.rows.append([try list(until: .cell)])
  }

  /// Returns whether the bracket that follows begins with a number.
  private func isLengthNext() -> Bool {
    var copy = input
    copy.advance()
    guard let next = copy.next, next.kind == .character else { return false }
    return (0x30...0x39).contains(next.value) || next.value == 0x2D || next.value == 0x2E
  }

  private mutating func takeTag(into array: inout MathArray) {
    guard let label = tag else { return }
    tag = nil
    array.tags.append((row: array.rows.count - 1, label: label))
  }

  /// Consumes horizontal lines, and returns their number.
  private mutating func lines() throws(Failure) -> Int {
    var count = 0
    while true {
      try skipSpaces()
      guard let token = peek(), case .structure(let structure)? = command(of: token),
        structure == .hline || structure == .hdashline
      else { return count }
      advance()
      count += 1
    }
  }

  /// Reads the columns of an array, such as `c|cc`.
  private static func columns(_ tokens: [FormulaToken]) -> [MathArray.Column] {
    var columns: [MathArray.Column] = []
    var (lines, depth) = (0, 0)
    for token in tokens {
      if token.kind == .open { depth += 1 }
      if token.kind == .close { depth -= 1 }
      // The arguments of `@{…}` and `p{…}` are ignored.
      guard depth == 0, token.kind == .character, columns.count < 1024 else { continue }
      let alignment: MathArray.Column.Alignment
      switch token.value {
      case 0x6C, 0x70: alignment = .left
      case 0x63: alignment = .center
      case 0x72: alignment = .right
      case 0x7C:
        if columns.isEmpty { lines += 1 } else { columns[columns.count - 1].linesAfter += 1 }
        continue
      default: continue
      }
      columns.append(MathArray.Column(alignment: alignment, linesBefore: lines))
      lines = 0
    }
    return columns
  }
}
