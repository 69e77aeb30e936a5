/// The meaning of a command.
enum Command: Sendable {
  /// A character of a fixed alphabet.
  case symbol(MathSymbol)
  /// A letter, which alphabets change.
  case letter(UInt32)
  /// The name of a function.
  case function(String, LimitPlacement)
  /// An accent on the argument.
  case accent(UInt32, isWide: Bool)
  /// A line above or below the argument.
  case line(isOver: Bool)
  /// A brace or arrow that grows with the argument.
  case brace(UInt32, isOver: Bool)
  /// An arrow with labels.
  case arrow(UInt32)
  case space(MathLength)
  case size(MathSize)
  /// An alphabet for the argument.
  case alphabet(MathAlphabet)
  /// An alphabet for the rest of the group.
  case alphabetSwitch(MathAlphabet)
  /// Text as the argument.
  case text(MathText.Style)
  /// A delimiter of a given size.
  case big(UInt8, AtomClass)
  /// A fraction with a size and delimiters.
  case fraction(MathSize?, left: UInt32?, right: UInt32?, hasRule: Bool)
  /// A fraction of the surrounding group.
  case infix(left: UInt32?, right: UInt32?, hasRule: Bool)
  /// A class for the argument.
  case atomClass(AtomClass)
  /// A macro: the number of arguments and the source.
  case macro(Int, String)
  /// A command with a syntax of its own.
  case structure(Structure)
}

/// A command with a syntax of its own.
enum Structure: String, CaseIterable {
  case begin, end, left, right, middle, limits, nolimits, displaylimits, sqrt, root, cfrac, genfrac
  case overset, underset, stackrel, substack, color, textcolor, colorbox, fcolorbox
  case boxed, fbox, cancel, bcancel, xcancel, sout
  case phantom, hphantom, vphantom, smash, raisebox, rlap, llap, clap, mathrlap, mathllap, mathclap
  case kern, mkern, hskip, mskip, hspace, mspace, rule
  case newcommand, renewcommand, providecommand, def, gdef, `let`, DeclareMathOperator
  case operatorname, not, tag, label, nonumber, notag, hline, hdashline, cr, newline
  case num, si, SI, unit, qty, ang, boldsymbol, bm, pmb, mathstrut, ensuremath, href, url, ce, pu
  case operatornameWithLimits = "operatorname*"
  case plainTag = "tag*"
  case rowBreak = "\\"
  case hspaceStarred = "hspace*"
  case declareWithLimits = "DeclareMathOperator*"
  case mathOpen = "("
  case mathClose = ")"
}

/// The known commands, by name.
struct CommandTable: Sendable {
  /// The table.
  static let standard = CommandTable()

  /// The commands.
  private(set) var commands: [Command] = []
  /// The names of ``commands``.
  private(set) var names: [String] = []
  /// The index of each name.
  private(set) var indices: [String: UInt32] = [:]
  /// The symbols of characters that commands stand for.
  private(set) var symbols: [UInt32: Command] = [:]

  /// Returns whether an asterisk after a name is part of it.
  static func isStarred(_ name: ArraySlice<UInt8>) -> Bool {
    switch name.count {
    case 3: name.elementsEqual("tag".utf8)
    case 6: name.elementsEqual("hspace".utf8)
    case 12: name.elementsEqual("operatorname".utf8)
    case 19: name.elementsEqual("DeclareMathOperator".utf8)
    default: false
    }
  }

  private init() {
    addSymbols()
    addMarks()
    addFunctions()
    addSpaces()
    addAlphabets()
    addFractions()
    for (name, count, body) in Self.macros { add(name, .macro(count, body)) }
    for structure in Structure.allCases { add(structure.rawValue, .structure(structure)) }
  }

  private mutating func add(_ name: some StringProtocol, _ command: Command) {
    let name = String(name)
    if let known = indices[name] {
      commands[Int(known)] = command
      return
    }
    indices[name] = UInt32(commands.count)
    commands.append(command)
    names.append(name)
  }

  private func words(_ table: String) -> [Substring] {
    table.split(whereSeparator: \.isWhitespace)
  }

  private func pairs(_ table: String) -> [(Substring, Substring)] {
    let words = words(table)
    return stride(from: 0, to: words.count - 1, by: 2).map { (words[$0], words[$0 + 1]) }
  }

  private mutating func add(_ table: String, _ command: (UInt32) -> Command) {
    for (name, character) in pairs(table) {
      guard let scalar = character.unicodeScalars.first?.value else { continue }
      let command = command(scalar)
      add(name, command)
      if scalar >= 0x80, symbols[scalar] == nil { symbols[scalar] = command }
    }
  }

  private mutating func addSymbols() {
    add(SymbolNames.letters) { .letter($0) }
    let classes: [(String, AtomClass)] = [
      (SymbolNames.ordinary, .ordinary), (SymbolNames.binary, .binary),
      (SymbolNames.relations, .relation), (SymbolNames.arrows, .relation),
      (SymbolNames.openings, .opening), (SymbolNames.closings, .closing),
      (SymbolNames.fences, .ordinary), (SymbolNames.inner, .inner),
      (SymbolNames.punctuation, .punctuation),
    ]
    for (table, atomClass) in classes {
      add(table) { .symbol(MathSymbol($0, atomClass)) }
    }
    add(SymbolNames.sums) {
      .symbol(MathSymbol($0, .largeOperator, limits: .aboveInDisplay, isLarge: true))
    }
    add(SymbolNames.integrals) { .symbol(MathSymbol($0, .largeOperator, isLarge: true)) }
    for character in "%$#_&" {
      guard let scalar = character.unicodeScalars.first?.value else { continue }
      add(String(character), .symbol(MathSymbol(scalar, .ordinary)))
    }
    // The small integral does not grow, and the other one takes limits.
    add("smallint", .symbol(MathSymbol(0x222B, .largeOperator)))
    add(
      "intop",
      .symbol(MathSymbol(0x222B, .largeOperator, limits: .aboveInDisplay, isLarge: true)))
  }

  private mutating func addMarks() {
    for (name, code) in pairs(SymbolNames.accents) {
      let isWide = code.hasSuffix("w")
      guard let scalar = UInt32(isWide ? code.dropLast() : code, radix: 16) else { continue }
      add(name, .accent(scalar, isWide: isWide))
    }
    let braces = [
      (SymbolNames.bracesOver, true), (SymbolNames.bracesUnder, false),
      (SymbolNames.arrowsUnder, false),
    ]
    for (table, isOver) in braces {
      for (name, code) in pairs(table) {
        if let scalar = UInt32(code, radix: 16) { add(name, .brace(scalar, isOver: isOver)) }
      }
    }
    for (name, code) in pairs(SymbolNames.extensibleArrows) {
      if let scalar = UInt32(code, radix: 16) { add(name, .arrow(scalar)) }
    }
    for name in ["overline", "overbar"] { add(name, .line(isOver: true)) }
    for name in ["underline", "underbar"] { add(name, .line(isOver: false)) }
  }

  private mutating func addFunctions() {
    for name in words(SymbolNames.functions) { add(name, .function(String(name), .beside)) }
    for name in words(SymbolNames.limitFunctions) {
      add(name, .function(String(name), .aboveInDisplay))
    }
    // The names have a thin space.
    for (name, words) in [
      ("limsup", "lim\u{2009}sup"), ("liminf", "lim\u{2009}inf"), ("injlim", "inj\u{2009}lim"),
      ("projlim", "proj\u{2009}lim"), ("argmax", "arg\u{2009}max"), ("argmin", "arg\u{2009}min"),
    ] {
      add(name, .function(words, .aboveInDisplay))
    }
  }

  private mutating func addSpaces() {
    let spaces: [(String, Double)] = [
      (",", 3), ("thinspace", 3), (":", 4), (">", 4), ("medspace", 4), (";", 5), ("thickspace", 5),
      ("!", -3), ("negthinspace", -3), ("negmedspace", -4), ("negthickspace", -5), ("quad", 18),
      ("qquad", 36), ("enspace", 9), ("enskip", 9), (" ", 6), ("nobreakspace", 6), ("space", 6),
      ("\n", 6), ("\t", 6),
    ]
    for (name, width) in spaces { add(name, .space(MathLength(width, .mu))) }
    for (name, size) in [
      ("displaystyle", MathSize.display), ("textstyle", .text), ("scriptstyle", .script),
      ("scriptscriptstyle", .scriptScript),
    ] {
      add(name, .size(size))
    }
    for name in ["nolinebreak", "allowbreak", "nobreak", "relax", "strut", "null", "/", "-"] {
      add(name, .macro(0, ""))
    }
  }

  private mutating func addAlphabets() {
    let alphabets: [(String, MathAlphabet)] = [
      ("mathbb", .doubleStruck), ("Bbb", .doubleStruck), ("mathcal", .script), ("cal", .script),
      ("mathscr", .script), ("mathfrak", .fraktur), ("frak", .fraktur), ("mathrm", .upright),
      ("mathup", .upright), ("mathbf", .bold), ("mathbfup", .bold), ("symbf", .bold),
      ("mathit", .italic), ("mathsf", .sans), ("mathtt", .mono), ("mathnormal", .normal),
      ("mathbfit", .boldItalic), ("mathbfsf", .sansBold), ("mathsfit", .sansItalic),
      ("mathbfcal", .boldScript), ("mathbfscr", .boldScript), ("mathbffrak", .boldFraktur),
      ("symbb", .doubleStruck), ("symup", .upright), ("symit", .italic),
    ]
    for (name, alphabet) in alphabets { add(name, .alphabet(alphabet)) }
    let switches: [(String, MathAlphabet)] = [
      ("rm", .upright), ("bf", .bold), ("it", .italic), ("sf", .sans), ("tt", .mono),
    ]
    for (name, alphabet) in switches { add(name, .alphabetSwitch(alphabet)) }
    let plain = MathText.Style()
    var (bold, italic, both) = (plain, plain, plain)
    (bold.isBold, italic.isItalic, both.isBold, both.isItalic) = (true, true, true, true)
    for (name, style) in [
      ("text", plain), ("mbox", plain), ("textrm", plain), ("textnormal", plain), ("textup", plain),
      ("hbox", plain), ("textmd", plain), ("textbf", bold), ("textit", italic), ("emph", italic),
      ("textsl", italic), ("textsf", MathText.Style(family: .sans)),
      ("texttt", MathText.Style(family: .mono)), ("textsc", plain),
    ] {
      add(name, .text(style))
    }
    for (name, atomClass) in [
      ("mathord", AtomClass.ordinary), ("mathop", .largeOperator), ("mathbin", .binary),
      ("mathrel", .relation), ("mathopen", .opening), ("mathclose", .closing),
      ("mathpunct", .punctuation), ("mathinner", .inner),
    ] {
      add(name, .atomClass(atomClass))
    }
    for (level, name) in ["big", "Big", "bigg", "Bigg"].enumerated() {
      for (suffix, atomClass) in [
        ("", AtomClass.ordinary), ("l", .opening), ("r", .closing), ("m", .relation),
      ] {
        add(name + suffix, .big(UInt8(level + 1), atomClass))
      }
    }
  }

  private mutating func addFractions() {
    add("frac", .fraction(nil, left: nil, right: nil, hasRule: true))
    add("dfrac", .fraction(.display, left: nil, right: nil, hasRule: true))
    add("tfrac", .fraction(.text, left: nil, right: nil, hasRule: true))
    add("binom", .fraction(nil, left: 0x28, right: 0x29, hasRule: false))
    add("dbinom", .fraction(.display, left: 0x28, right: 0x29, hasRule: false))
    add("tbinom", .fraction(.text, left: 0x28, right: 0x29, hasRule: false))
    add("over", .infix(left: nil, right: nil, hasRule: true))
    add("atop", .infix(left: nil, right: nil, hasRule: false))
    add("choose", .infix(left: 0x28, right: 0x29, hasRule: false))
    add("brack", .infix(left: 0x5B, right: 0x5D, hasRule: false))
    add("brace", .infix(left: 0x7B, right: 0x7D, hasRule: false))
  }

  /// Commands that stand for source: their name, number of arguments and source.
  private static let macros: [(String, Int, String)] = [
    ("bmod", 0, #"\mkern1mu\mathbin{\operatorname{mod}}\mkern1mu"#),
    ("pmod", 1, #"\mkern18mu(\operatorname{mod}\mkern6mu #1)"#),
    ("mod", 1, #"\mkern18mu\operatorname{mod}\mkern6mu #1"#), ("pod", 1, #"\mkern18mu(#1)"#),
    ("implies", 0, #"\;\Longrightarrow\;"#), ("impliedby", 0, #"\;\Longleftarrow\;"#),
    ("iff", 0, #"\;\Longleftrightarrow\;"#), ("bra", 1, #"\langle #1|"#),
    ("ket", 1, #"|#1\rangle"#), ("braket", 1, #"\langle #1\rangle"#),
    ("Bra", 1, #"\left\langle #1\right|"#), ("Ket", 1, #"\left|#1\right\rangle"#),
    ("abs", 1, #"\left|#1\right|"#), ("norm", 1, #"\left\|#1\right\|"#),
    ("varlimsup", 0, #"\mathop{\overline{\lim}}"#),
    ("varliminf", 0, #"\mathop{\underline{\lim}}"#),
    ("TeX", 0, #"\text{TeX}"#), ("LaTeX", 0, #"\text{LaTeX}"#), ("degree", 0, "°"),
    ("celsius", 0, "°\\mathrm{C}"), ("dotsb", 0, #"\cdots"#),
    ("thinspace", 0, #"\,"#), ("colonequals", 0, #"\coloneqq"#), ("doubleprime", 0, "″"),
    ("mathdollar", 0, #"\$"#), ("argmax", 0, #"\operatorname*{arg\,max}"#),
    ("argmin", 0, #"\operatorname*{arg\,min}"#), ("Tr", 0, #"\operatorname{Tr}"#),
    ("tr", 0, #"\operatorname{tr}"#), ("plim", 0, #"\operatorname*{plim}"#),
  ]
}
