internal import GalleyUnicode

/// The properties of a character used by all algorithms, in 32 bits.
struct CharacterRecord: RawRepresentable, Hashable, Sendable, BitwiseCopyable {
  let rawValue: UInt32

  /// The column of the character in ``LineBreakTable``.
  var lineBreak: Int { Int(rawValue & 0x3F) }
  /// The character's ``BidiClass``.
  var bidi: BidiClass { BidiClass(rawValue: UInt8(rawValue >> 6 & 0x1F)) ?? .on }
  /// The column of the character in ``GraphemeTable``.
  var graphemeColumn: Int { Int(rawValue >> 11 & 0x1F) }
  /// ICU's script code, or ``commonScript`` or ``inheritedScript``.
  var script: UInt8 { UInt8(truncatingIfNeeded: rawValue >> 16) }

  /// ICU's code for `Zyyy`.
  static let commonScript: UInt8 = 0
  /// ICU's code for `Zinh`.
  static let inheritedScript: UInt8 = 1

  /// Whether the character has a script other than common and inherited.
  var hasScript: Bool { script > Self.inheritedScript }
}

/// Flags of a character, or of any character in a text.
extension CharacterRecord {
  /// A strong right-to-left letter, an Arabic number, or explicit formatting, which require UAX #9.
  static let needsBidi: UInt32 = 1 << 24
  /// A character not allowed by ``TextAnalysis/isPlain``.
  static let isNotPlain: UInt32 = 1 << 25
  /// A character of a script whose lines break by dictionary.
  static let needsDictionary: UInt32 = 1 << 26
  /// A paragraph separator that is not a line break: U+001C to U+001E.
  static let isInformationSeparator: UInt32 = 1 << 27
  /// A bracket as defined by UAX #9.
  static let isBracket: UInt32 = 1 << 28
  /// A common or inherited character that is not used with every script.
  static let hasScriptExtensions: UInt32 = 1 << 29
  /// A Latin character.
  static let isLatin: UInt32 = 1 << 30
  /// A character of a script other than Latin.
  static let hasOtherScript: UInt32 = 1 << 31

  /// Returns whether any of the bits is set.
  @inline(__always) func has(_ bits: UInt32) -> Bool { rawValue & bits != 0 }
}

// MARK: - Creating records

extension CharacterRecord {
  /// Creates the record of a character with the given properties.
  init(_ scalar: UInt32, _ classes: ICU.Properties.Classes) {
    let grapheme = GraphemeClass(classes)
    let bidi = BidiClass(rawValue: classes.bidi.rawValue) ?? .on
    var bits = UInt32(LineBreakClass(scalar, classes).rawValue)
    bits |= UInt32(bidi.rawValue) << 6
    bits |= UInt32(grapheme.rawValue) << 11
    bits |= UInt32(classes.script) << 16

    let hasScript = classes.script > Self.inheritedScript
    if bidi.needsBidi { bits |= Self.needsBidi }
    if bidi.needsBidi || !Self.isPlain(scalar, classes, grapheme) { bits |= Self.isNotPlain }
    if classes.lineBreak == .sa { bits |= Self.needsDictionary }
    if (0x1C...0x1E).contains(scalar) { bits |= Self.isInformationSeparator }
    if classes.flags.has(.bracket) { bits |= Self.isBracket }
    if !hasScript, classes.flags.has(.scriptExtensions) { bits |= Self.hasScriptExtensions }
    if hasScript { bits |= classes.script == Self.latin ? Self.isLatin : Self.hasOtherScript }
    rawValue = bits
  }

  /// ICU's code for the Latin script.
  private static let latin = ICU.Properties.classes(of: 0x61..<0x62)[0].script

  /// The scripts of plain text: common, and those of the letters A, Α, А, Ա and Ა.
  private static let plainScripts: [UInt8] =
    [0x41, 0x391, 0x410, 0x531, 0x10D0].map { ICU.Properties.classes(of: $0..<$0 + 1)[0].script }
    + [commonScript]

  private static func isPlain(
    _ scalar: UInt32, _ classes: ICU.Properties.Classes, _ grapheme: GraphemeClass
  ) -> Bool {
    switch scalar {
    case 0x09, 0x0A, 0x0D: return true
    default: break
    }
    let isInvisible = classes.flags.has(.defaultIgnorable) || classes.flags.has(.unassigned)
    return grapheme == .other && plainScripts.contains(classes.script) && !isInvisible
  }
}

// MARK: - Finding records

/// The records of all characters, loaded page by page on demand.
///
/// Their properties are found by a binary search, or by ICU; a table lookup is one or two loads. A
/// table is not thread-safe.
struct CharacterTable: Sendable {
  /// The number of code points in a page.
  static let pageSize = 128
  /// The value in ``pages`` of a page that is not loaded.
  static let missing: UInt32 = .max

  /// The start in ``records`` of each page of 128 code points.
  private(set) var pages = [UInt32](repeating: missing, count: 0x110000 / pageSize)
  /// The records of the loaded pages; ASCII comes first.
  private(set) var records: [UInt32] = []

  // Most of the 8,704 pages are uniform: ideographs, or unassigned. They share their records.
  private var uniformPages: [UInt32: UInt32] = [:]

  /// Creates a table with the ASCII page loaded.
  init() { load(pageOf: 0) }

  /// Loads the page that contains `scalar`, and uniform pages after it with the same properties.
  mutating func load(pageOf scalar: UInt32) {
    let page = Int(scalar) / Self.pageSize
    guard pages[page] == Self.missing else { return }
    let first = UInt32(page * Self.pageSize)
    let end = first + UInt32(Self.pageSize)
    let run = ICU.Properties.run(at: first)
    if run.end >= end, !Self.hasExceptions(page) {
      let start = start(ofUniformPage: CharacterRecord(first, run.classes).rawValue)
      for page in page..<Int(run.end) / Self.pageSize where pages[page] == Self.missing {
        pages[page] = start
      }
      return
    }
    let start = records.count
    appendRecords(first..<end, hasExceptions: Self.hasExceptions(page))
    let record = records[start]
    if records[start...].allSatisfy({ $0 == record }) {
      records.removeLast(Self.pageSize)
      pages[page] = self.start(ofUniformPage: record)
    } else {
      pages[page] = UInt32(start)
    }
  }

  /// Appends the records of the characters of a page, one by one if its records depend on more than
  /// properties.
  private mutating func appendRecords(_ scalars: Range<UInt32>, hasExceptions: Bool) {
    records.reserveCapacity(records.count + scalars.count)
    var scalar = scalars.lowerBound
    while scalar < scalars.upperBound {
      let run = ICU.Properties.run(at: scalar)
      let record = CharacterRecord(scalar, run.classes).rawValue
      let end = hasExceptions ? scalar + 1 : min(run.end, scalars.upperBound)
      for _ in scalar..<end { records.append(record) }
      scalar = end
    }
  }

  /// Returns the start in ``records`` of the page whose records all have a value.
  private mutating func start(ofUniformPage record: UInt32) -> UInt32 {
    if let known = uniformPages[record] { return known }
    let start = UInt32(records.count)
    uniformPages[record] = start
    for _ in 0..<Self.pageSize { records.append(record) }
    return start
  }

  /// Returns whether records of a page depend on more than properties: those of ASCII, which has
  /// controls of lines, and of the punctuation from U+2000.
  private static func hasExceptions(_ page: Int) -> Bool {
    page == 0 || page == 0x2000 / pageSize
  }

  /// Returns the record of `scalar`, whose page must be loaded.
  @inline(__always) func known(_ scalar: UInt32) -> CharacterRecord {
    CharacterRecord(rawValue: records[Int(pages[Int(scalar >> 7)]) + Int(scalar & 0x7F)])
  }
}
