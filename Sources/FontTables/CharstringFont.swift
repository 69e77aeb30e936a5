internal import GalleyBasics

/// The parts of a `CFF ` or `CFF2` table that the execution of charstrings needs.
///
/// - SeeAlso: Adobe Technical Note 5176, "The Compact Font Format Specification"; OpenType 1.9,
///   "CFF2".
struct CharstringFont: Sendable {
  /// The data of a private dictionary, which several glyphs share.
  struct Dictionary: Sendable {
    var subroutines = CharstringIndex()
    var variationIndex = 0
  }

  let isVersion2: Bool
  let charstrings: CharstringIndex
  let globalSubroutines: CharstringIndex
  private let table: FontTable
  private let dictionaries: [Dictionary]
  private let selection: FontTable?
  private let charset: Int
  private let variations: FontTable?

  /// Reads a table of version 1; `nil` if it is damaged, or its charstrings are not of type 2.
  init?(_ table: FontTable) {
    guard let start = table.unsigned(2, 1), let names = CharstringIndex(table, at: start),
      let tops = CharstringIndex(table, at: names.end), let top = tops[0],
      let strings = CharstringIndex(table, at: tops.end)
    else { return nil }
    self.init(table, top: top, subroutinesAt: strings.end, isVersion2: false)
  }

  /// Reads a table of version 2; `nil` if it is damaged.
  init?(version2 table: FontTable) {
    guard let start = table.unsigned(2, 1), let count = table.unsigned(3, 2),
      let top = table.part(from: start, count: count)
    else { return nil }
    self.init(table, top: top, subroutinesAt: start + count, isVersion2: true)
  }

  private init?(_ table: FontTable, top: FontTable, subroutinesAt start: Int, isVersion2: Bool) {
    let countSize = isVersion2 ? 4 : 2
    guard let fields = Self.fields(of: top), fields[.charstringType]?[0] ?? 2 == 2,
      let offset = fields[.charstrings]?[0],
      let charstrings = CharstringIndex(table, at: offset, countSize: countSize),
      let globals = CharstringIndex(table, at: start, countSize: countSize), globals.isOrdered
    else { return nil }
    self.table = table
    self.isVersion2 = isVersion2
    self.charstrings = charstrings
    globalSubroutines = globals
    charset = fields[.charset]?[0] ?? 0
    variations = fields[.variations].flatMap { table.part(from: $0[0] + 2) }
    guard isVersion2 || fields[.registry] != nil, let array = fields[.fontArray]?[0] else {
      guard let dictionary = Self.dictionary(fields, table, countSize: countSize) else {
        return nil
      }
      (dictionaries, selection) = ([dictionary], nil)
      return
    }
    selection = fields[.fontSelection].flatMap { table.part(from: $0[0]) }
    guard let fonts = CharstringIndex(table, at: array, countSize: countSize), fonts.count <= 65_536
    else { return nil }
    var dictionaries: [Dictionary] = []
    for number in 0..<fonts.count {
      guard let fields = fonts[number].flatMap({ Self.fields(of: $0) }),
        let dictionary = Self.dictionary(fields, table, countSize: countSize)
      else { return nil }
      dictionaries.append(dictionary)
    }
    self.dictionaries = dictionaries
  }

  /// Reads the private dictionary that a dictionary refers to; `nil` if it is damaged.
  private static func dictionary(
    _ fields: [Field: [Int]], _ table: FontTable, countSize: Int
  ) -> Dictionary? {
    var dictionary = Dictionary()
    guard let place = fields[.privateDictionary] else { return dictionary }
    guard let part = table.part(from: place[1], count: max(0, place[0])),
      let fields = Self.fields(of: part)
    else { return nil }
    if let offset = fields[.subroutines]?[0] {
      guard let index = CharstringIndex(table, at: place[1] + offset, countSize: countSize),
        index.isOrdered
      else { return nil }
      dictionary.subroutines = index
    }
    dictionary.variationIndex = fields[.variationIndex]?[0] ?? 0
    return dictionary
  }

  /// Returns the private dictionary of a glyph; `nil` if it has none.
  func dictionary(of glyph: Int) -> Dictionary? {
    let number = selection.map { Self.fontNumber(of: glyph, $0) } ?? 0
    guard let number, dictionaries.indices.contains(number) else { return nil }
    return dictionaries[number]
  }

  private static func fontNumber(of glyph: Int, _ table: FontTable) -> Int? {
    switch table.unsigned(0, 1) {
    case 0: return table.unsigned(1 + glyph, 1)
    case 3: return fontNumber(of: glyph, table, count: table.unsigned(1, 2), from: 3, sizes: (2, 1))
    case 4: return fontNumber(of: glyph, table, count: table.unsigned(1, 4), from: 5, sizes: (4, 2))
    default: return nil
    }
  }

  /// Finds the range of a glyph; a range has its first glyph and the index of a dictionary.
  private static func fontNumber(
    of glyph: Int, _ table: FontTable, count: Int?, from start: Int, sizes: (Int, Int)
  ) -> Int? {
    let length = sizes.0 + sizes.1
    let end = (0..<(count ?? 0)).partitioningIndex { index in
      table.unsigned(start + index * length, sizes.0).map { $0 > glyph } ?? true
    }
    return end > 0 ? table.unsigned(start + end * length - sizes.1, sizes.1) : nil
  }

  /// Returns the number of regions of a delta set; `nil` if there is no such set.
  func regionCount(at index: Int) -> Int? {
    guard let variations, let count = variations.unsigned(6, 2), (0..<count).contains(index),
      let offset = variations.unsigned(8 + index * 4, 4)
    else { return nil }
    return variations.unsigned(offset + 4, 2)
  }
}

// MARK: - Accented letters

extension CharstringFont {
  /// The first codes and lengths of the ranges of Standard Encoding, whose characters have
  /// consecutive string identifiers from 1.
  private static let standardCodes = [
    (32, 95), (161, 15), (177, 4), (182, 8), (191, 1), (193, 8), (202, 2), (205, 4), (225, 1),
    (227, 1), (232, 4), (241, 1), (245, 1), (248, 4),
  ]

  /// Returns the glyph of a character of Standard Encoding; `nil` if the font has none.
  func glyph(ofStandardCode code: Int) -> Int? {
    var identifier = 1
    for (first, count) in Self.standardCodes {
      if code >= first, code < first + count { return glyph(of: identifier + code - first) }
      identifier += count
    }
    return nil
  }

  private func glyph(of identifier: Int) -> Int? {
    // In the predefined character set 0, glyph indices equal string identifiers.
    guard charset > 2 else { return charset == 0 ? identifier : nil }
    guard let format = table.unsigned(charset, 1), format <= 2 else { return nil }
    var (glyph, place) = (1, charset + 1)
    while glyph < charstrings.count, let first = table.unsigned(place, 2) {
      let count = format == 0 ? 0 : table.unsigned(place + 2, format) ?? 0
      if identifier >= first, identifier <= first + count { return glyph + identifier - first }
      glyph += count + 1
      place += 2 + format
    }
    return nil
  }
}

// MARK: - Dictionaries

extension CharstringFont {
  /// A field of a dictionary, by its operator; operators of two bytes begin at 256.
  private enum Field: Int {
    case charset = 15
    case charstrings = 17
    case privateDictionary = 18
    case subroutines = 19
    case variationIndex = 22
    case variations = 24
    case charstringType = 262
    case registry = 286
    case fontArray = 292
    case fontSelection = 293

    /// The number of operands.
    var operandCount: Int {
      switch self {
      case .privateDictionary: 2
      case .registry: 3
      default: 1
      }
    }
  }

  /// Reads the required fields of a dictionary; `nil` if it is damaged, or if one of these fields
  /// has a fractional operand or the wrong number of operands.
  private static func fields(of table: FontTable) -> [Field: [Int]]? {
    var fields: [Field: [Int]] = [:]
    var operands: [Int?] = []
    var place = 0
    while let byte = table.unsigned(place, 1) {
      place += 1
      switch byte {
      case 28:
        guard let number = table.signed(place) else { return nil }
        operands.append(number)
        place += 2
      case 29:
        guard let number = table.signed(place, 4) else { return nil }
        operands.append(number)
        place += 4
      case 30:
        // A decimal number, which ends with the half byte 0xF.
        while let pair = table.unsigned(place, 1) {
          place += 1
          if pair & 15 == 15 || pair >> 4 == 15 { break }
        }
        operands.append(nil)
      case 32...246: operands.append(byte - 139)
      case 247...254:
        guard let second = table.unsigned(place, 1) else { return nil }
        operands.append(
          byte < 251 ? (byte - 247) * 256 + second + 108 : -(byte - 251) * 256 - second - 108)
        place += 1
      case 0...27:
        var number = byte
        if byte == 12 {
          number = 256 + (table.unsigned(place, 1) ?? 0)
          place += 1
        }
        if let field = Field(rawValue: number) {
          let numbers = operands.compactMap(\.self)
          guard numbers.count == operands.count, numbers.count == field.operandCount else {
            return nil
          }
          fields[field] = numbers
        }
        operands = []
      default: return nil
      }
    }
    return fields
  }
}

/// An index of a `CFF ` or `CFF2` table: an array of byte strings.
struct CharstringIndex: Sendable {
  /// The number of strings.
  let count: Int
  /// The offset of the end of the index.
  let end: Int
  private let table: FontTable?
  private let offsets: Int
  private let offsetSize: Int
  private let data: Int

  /// Creates an empty index.
  init() { (count, end, table, offsets, offsetSize, data) = (0, 0, nil, 0, 0, 0) }

  /// Reads the header of an index; `nil` if it is not in the table.
  init?(_ table: FontTable, at start: Int, countSize: Int = 2) {
    guard let count = table.unsigned(start, countSize) else { return nil }
    self.count = count
    self.table = table
    offsets = start + countSize + 1
    guard count > 0 else {
      (offsetSize, data, end) = (1, 0, start + countSize)
      return
    }
    guard let size = table.unsigned(start + countSize, 1), (1...4).contains(size) else {
      return nil
    }
    offsetSize = size
    // Offsets are relative to the byte before the first string.
    data = offsets + (count + 1) * size - 1
    guard let last = table.unsigned(offsets + count * size, size) else { return nil }
    end = data + last
  }

  /// Whether the strings are adjacent and within the table.
  var isOrdered: Bool {
    guard let table else { return true }
    var last = 1
    for number in 0..<(count > 0 ? count + 1 : 0) {
      guard let offset = table.unsigned(offsets + number * offsetSize, offsetSize), offset >= last
      else { return false }
      last = offset
    }
    return data + last <= table.count
  }

  /// The difference between the index of a subroutine and the operand of a call.
  var bias: Int { count < 1_240 ? 107 : count < 33_900 ? 1_131 : 32_768 }

  /// The string at an index; `nil` if there is none.
  subscript(_ number: Int) -> FontTable? {
    guard let table, number >= 0, number < count,
      let first = table.unsigned(offsets + number * offsetSize, offsetSize),
      let next = table.unsigned(offsets + (number + 1) * offsetSize, offsetSize), first > 0,
      next >= first
    else { return nil }
    return table.part(from: data + first, count: next - first)
  }
}
