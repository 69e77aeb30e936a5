extension FormulaParser {
  /// Parses the argument of `\text` and its relatives, in which `$` begins a formula.
  mutating func appendText(
    _ style: MathText.Style, _ token: FormulaToken, to nodes: inout MathList
  ) throws(Failure) {
    while let next = peek(), next.kind == .space { advance() }
    guard let first = peek(), first.kind != .end, first.kind != .close else {
      throw failure(.missingArgument(text(of: token)), at: token)
    }
    advance()
    guard first.kind == .open else {
      if let word = textCharacters(of: first) {
        nodes.append(node(.text(MathText(string: word, style: style)), from: token))
      }
      return
    }
    var parts: MathList = []
    try nested { parser throws(Failure) in
      try parser.appendTextParts(style, from: first, to: &parts)
    }
    if parts.count == 1 {
      nodes.append(node(parts[0].content, from: token))
    } else {
      nodes.append(node(.group(parts), from: token))
    }
  }

  /// Parses text up to the brace that closes `open`, which is consumed.
  private mutating func appendTextParts(
    _ style: MathText.Style, from open: FormulaToken, to parts: inout MathList
  ) throws(Failure) {
    var words = ""
    var start = open
    func part(_ end: Int32) -> MathNode {
      MathNode(
        content: .text(MathText(string: words, style: style)),
        source: start.start..<max(start.start, end))
    }
    while let token = peek(), token.kind != .end {
      if words.isEmpty { start = token }
      if let macro = token.kind == .command ? macro(of: token) : nil {
        try expand(macro, at: token)
        continue
      }
      advance()
      if token.kind == .close {
        if !words.isEmpty || parts.isEmpty { parts.append(part(input.consumedEnd)) }
        return
      }
      if let characters = textCharacters(of: token) {
        words += characters
        continue
      }
      if !words.isEmpty { parts.append(part(token.start)) }
      words = ""
      switch token.kind {
      case .open:
        try nested { parser throws(Failure) in
          try parser.appendTextParts(style, from: token, to: &parts)
        }
      case .dollar: try appendMath(.mathOpen, token, to: &parts)
      case .command: try appendTextCommand(style, token, to: &parts)
      default: throw failure(.unexpected(text(of: token)), at: token)
      }
    }
    throw failure(.unclosed("{"), at: open)
  }

  /// Parses a command within text.
  private mutating func appendTextCommand(
    _ style: MathText.Style, _ token: FormulaToken, to parts: inout MathList
  ) throws(Failure) {
    switch command(of: token) {
    case .text(var inner):
      inner.isBold = inner.isBold || style.isBold
      inner.isItalic = inner.isItalic || style.isItalic
      if inner.family == .text { inner.family = style.family }
      try appendText(inner, token, to: &parts)
    case .structure(.mathOpen), .structure(.ensuremath):
      try appendMath(.mathOpen, token, to: &parts)
    case .size, .alphabetSwitch: break
    case .space(let length): parts.append(node(.space(length), token))
    case .letter(let scalar):
      let letter = MathAlphabet.normal.mapped(scalar)
      parts.append(node(.symbol(MathSymbol(letter, .ordinary)), token))
    case nil:
      note(.unknownCommand(text(of: token)), at: token)
      parts.append(node(.unknown(text(of: token)), token))
    default: note(.invalidArgument(text(of: token)), at: token)
    }
  }

  /// Returns the characters that a token stands for in text, or `nil` if it is not a character.
  private func textCharacters(of token: FormulaToken) -> String? {
    switch token.kind {
    case .character, .space, .superscript, .subscript, .align, .parameter: return text(of: token)
    case .tie: return "\u{A0}"
    case .command:
      let name = names.name(at: token.value)
      if name == " " || name == "\n" { return " " }
      guard case .symbol(let symbol)? = command(of: token) else { return nil }
      return Unicode.Scalar(symbol.scalar).map { String(Character($0)) }
    default: return nil
    }
  }

  /// Parses a formula within text, or the argument of `\ensuremath`.
  mutating func appendMath(
    _ structure: Structure, _ token: FormulaToken, to nodes: inout MathList
  ) throws(Failure) {
    if structure == .ensuremath {
      nodes.append(node(.group(try argument(of: token)), from: token))
      return
    }
    let list = try nested { parser throws(Failure) in try parser.list(until: .dollar) }
    let close = peek() ?? input.end
    var isClosed = close.kind == .dollar
    if case .structure(.mathClose)? = command(of: close) { isClosed = true }
    guard isClosed else { throw failure(.unclosed(text(of: token)), at: token) }
    advance()
    nodes.append(node(.group(list), from: token))
  }

  /// Parses the argument of `\operatorname`.
  mutating func operatorName(
    hasLimits: Bool, _ token: FormulaToken
  ) throws(Failure) -> MathNode {
    var end = token.end
    let tokens = try argumentTokens(of: token, end: &end)
    var name = ""
    for part in tokens {
      switch part.kind {
      case .character: name += part.value == 0x2A ? "∗" : text(of: part)
      case .tie: name += "\u{2009}"
      case .command:
        switch command(of: part) {
        case .space(let length) where length.value > 0: name += "\u{2009}"
        case .function(let word, _): name += word
        case .symbol(let symbol):
          if let scalar = Unicode.Scalar(symbol.scalar) { name.unicodeScalars.append(scalar) }
        case .letter(let letter):
          if let scalar = Unicode.Scalar(letter) { name.unicodeScalars.append(scalar) }
        default: break
        }
      default: break
      }
    }
    return node(.functionName(name, hasLimits ? .aboveInDisplay : .beside), from: token)
  }

  /// Parses `\tag`, whose label is set at the end of its row.
  mutating func setTag(isPlain: Bool, _ token: FormulaToken) throws(Failure) {
    var label: MathList = []
    try appendText(MathText.Style(), token, to: &label)
    guard !isPlain else {
      tag = label
      return
    }
    func mark(_ string: String) -> MathNode {
      node(.text(MathText(string: string, style: MathText.Style())), token)
    }
    tag = [mark("(")] + label + [mark(")")]
  }

  // MARK: Colors

  /// Parses a command with a color.
  mutating func appendColor(
    _ structure: Structure, _ token: FormulaToken, to nodes: inout MathList
  ) throws(Failure) {
    let color = try color(of: token)
    switch structure {
    case .color: nodes.append(node(.color(color), from: token))
    case .textcolor: nodes.append(node(.colored(color, try argument(of: token)), from: token))
    case .fcolorbox:
      let ground = try self.color(of: token)
      let list = try textArgument(token)
      nodes.append(node(.marked(.ground(ground, frame: color), list), from: token))
    default:
      let list = try textArgument(token)
      nodes.append(node(.marked(.ground(color, frame: nil), list), from: token))
    }
  }

  /// Parses an argument that is text.
  mutating func textArgument(_ token: FormulaToken) throws(Failure) -> MathList {
    var list: MathList = []
    try appendText(MathText.Style(), token, to: &list)
    return list
  }

  private mutating func color(of token: FormulaToken) throws(Failure) -> FormulaColor {
    var end = token.end
    let model = try bracketTokens(end: &end).map { string($0) }
    let name = string(try argumentTokens(of: token, end: &end))
    if let color = FormulaColor(name, model: model) { return color }
    note(.invalidArgument(text(of: token)), at: token)
    return .text
  }

  // MARK: Quantities

  /// Parses a command of the package `siunitx`.
  mutating func appendQuantity(
    _ structure: Structure, _ token: FormulaToken, to nodes: inout MathList
  ) throws(Failure) {
    var end = token.end
    _ = try bracketTokens(end: &end)
    let outer = alphabet
    defer { alphabet = outer }
    alphabet = .upright
    var parts: MathList = []
    if structure != .si && structure != .unit { parts += try argument(of: token) }
    if structure == .SI || structure == .qty { parts.append(node(.space(.init(3, .mu)), token)) }
    if structure != .num && structure != .ang { parts += try unit(of: token) }
    if structure == .ang { parts.append(node(.symbol(MathSymbol(0xB0, .ordinary)), token)) }
    nodes.append(node(.group(parts), from: token))
  }

  /// Parses a unit, in which commands such as `\meter` are names.
  private mutating func unit(of token: FormulaToken) throws(Failure) -> MathList {
    var end = token.end
    let words = try argumentTokens(of: token, end: &end)
    var body: [FormulaToken] = []
    for word in words {
      let symbol =
        word.kind == .command ? Self.units[names.name(at: word.value)] : nil
      guard let symbol else {
        body.append(word)
        continue
      }
      var tokenizer = FormulaTokenizer(symbol)
      tokenizer.split(&names)
      body += tokenizer.tokens.dropLast()
    }
    let close = FormulaToken(kind: .close, value: 0, start: token.start, end: end)
    let open = FormulaToken(kind: .open, value: 0, start: token.start, end: end)
    guard input.push([open] + body + [close], at: token, end: end) else {
      throw failure(.tooManyExpansions, at: token)
    }
    return try group().nodes
  }

  /// The source of units and prefixes.
  private static let units: [String: String] = [
    "meter": "m", "metre": "m", "second": "s", "kilogram": "kg", "gram": "g", "ampere": "A",
    "kelvin": "K", "mole": "mol", "candela": "cd", "hertz": "Hz", "newton": "N", "pascal": "Pa",
    "joule": "J", "watt": "W", "coulomb": "C", "volt": "V", "farad": "F", "ohm": "Ω",
    "tesla": "T", "weber": "Wb", "henry": "H", "lumen": "lm", "lux": "lx", "liter": "L",
    "litre": "L", "hour": "h", "minute": "min", "day": "d", "degreeCelsius": "{°C}",
    "celsius": "{°C}", "electronvolt": "eV", "percent": #"\%"#, "kilo": "k", "mega": "M",
    "giga": "G", "tera": "T", "milli": "m", "micro": "µ", "nano": "n", "pico": "p", "centi": "c",
    "deci": "d", "hecto": "h", "per": "/", "squared": "^2", "cubed": "^3", "square": "",
    "cubic": "", "of": "", "radian": "rad", "bar": "bar", "byte": "B", "bit": "bit",
  ]
}

extension FormulaColor {
  /// Creates a color from a name, a hexadecimal number or the components of a model.
  init?(_ name: String, model: String?) {
    let name = name.trimmingSpaces
    switch model {
    case "HTML": self.init(hexadecimal: Substring(name))
    case "RGB", "rgb", "gray":
      let scale = model == "RGB" ? 1.0 : 255.0
      let parts = name.split(separator: ",").compactMap { Double(String($0).trimmingSpaces) }
      let channels = parts.map { UInt32(min(max($0 * scale, 0), 255).rounded()) }
      if channels.count == 3 {
        self = .fixed(0xFF00_0000 | channels[0] << 16 | channels[1] << 8 | channels[2])
      } else if channels.count == 1, model == "gray" {
        self = .fixed(0xFF00_0000 | channels[0] * 0x010101)
      } else {
        return nil
      }
    default:
      if name.hasPrefix("#") {
        self.init(hexadecimal: name.dropFirst())
      } else if let rgb = Self.named[name.lowercased()] {
        self = .fixed(0xFF00_0000 | rgb)
      } else {
        return nil
      }
    }
  }

  private init?(hexadecimal digits: Substring) {
    guard let number = UInt32(digits, radix: 16) else { return nil }
    switch digits.utf8.count {
    case 6: self = .fixed(0xFF00_0000 | number)
    case 3:
      let (red, green, blue) = (number >> 8, number >> 4 & 15, number & 15)
      self = .fixed(0xFF00_0000 | red * 0x110000 | green * 0x1100 | blue * 0x11)
    default: return nil
    }
  }

  /// Colors of CSS and of the package `xcolor`.
  private static let named: [String: UInt32] = [
    "black": 0x000000, "white": 0xFFFFFF, "red": 0xFF0000, "green": 0x008000, "blue": 0x0000FF,
    "cyan": 0x00FFFF, "magenta": 0xFF00FF, "yellow": 0xFFFF00, "orange": 0xFFA500,
    "purple": 0x800080, "brown": 0xA52A2A, "pink": 0xFFC0CB, "gray": 0x808080, "grey": 0x808080,
    "darkgray": 0x404040, "lightgray": 0xBFBFBF, "lime": 0x00FF00, "olive": 0x808000,
    "teal": 0x008080, "violet": 0x800080, "navy": 0x000080, "maroon": 0x800000,
    "silver": 0xC0C0C0, "aqua": 0x00FFFF, "fuchsia": 0xFF00FF, "gold": 0xFFD700,
    "crimson": 0xDC143C, "indigo": 0x4B0082, "royalblue": 0x4169E1, "steelblue": 0x4682B4,
    "forestgreen": 0x228B22, "seagreen": 0x2E8B57, "darkgreen": 0x006400, "darkblue": 0x00008B,
    "darkred": 0x8B0000, "darkorange": 0xFF8C00, "dodgerblue": 0x1E90FF, "tomato": 0xFF6347,
    "turquoise": 0x40E0D0, "salmon": 0xFA8072, "coral": 0xFF7F50, "chocolate": 0xD2691E,
  ]
}

extension String {
  /// The string without spaces at its ends.
  fileprivate var trimmingSpaces: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
