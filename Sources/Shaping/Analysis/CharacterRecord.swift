internal import GalleyICU

/// All that the algorithms ask of one character, in 32 bits.
struct CharacterRecord: RawRepresentable, Hashable, Sendable, BitwiseCopyable {
  let rawValue: UInt32

  /// The column of ``LineBreakTable``.
  var lineBreak: Int { Int(rawValue & 0x3F) }
  /// The raw value of its ``BidiClass``.
  var bidi: BidiClass { BidiClass(rawValue: UInt8(rawValue >> 6 & 0x1F)) ?? .on }
  /// The column of ``GraphemeTable``.
  var graphemeColumn: Int { Int(rawValue >> 11 & 0x1F) }
  /// ICU's number of its script, or one of ``commonScript`` and ``inheritedScript``.
  var script: UInt8 { UInt8(truncatingIfNeeded: rawValue >> 16) }

  /// ICU's number of `Zyyy`.
  static let commonScript: UInt8 = 0
  /// ICU's number of `Zinh`.
  static let inheritedScript: UInt8 = 1

  /// Whether the character has a script of its own.
  var hasScript: Bool { script > Self.inheritedScript }
}

/// What can be said of a character, or of any character of a text, in a bit.
extension CharacterRecord {
  /// Strong from right to left, an Arabic number, or explicit formatting: UAX #9 is needed.
  static let needsBidi: UInt32 = 1 << 24
  /// More than ``TextAnalysis/isPlain`` allows.
  static let isNotPlain: UInt32 = 1 << 25
  /// Lines break by dictionary.
  static let needsDictionary: UInt32 = 1 << 26
  /// Separates paragraphs but not lines: U+001C to U+001E.
  static let isInformationSeparator: UInt32 = 1 << 27
  /// A bracket of UAX #9.
  static let isBracket: UInt32 = 1 << 28
  /// Common or inherited, but not used with every script.
  static let hasScriptExtensions: UInt32 = 1 << 29
  /// Of the Latin script.
  static let isLatin: UInt32 = 1 << 30
  /// Of a script that is not Latin.
  static let hasOtherScript: UInt32 = 1 << 31

  /// Whether one of the bits is set.
  @inline(__always) func has(_ bits: UInt32) -> Bool {
    rawValue & bits != 0
  }
}

// MARK: - Making records

extension CharacterRecord {
  /// The record of a character with these properties.
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
    if !classes.flags.isDisjoint(with: [.openingBracket, .closingBracket]) {
      bits |= Self.isBracket
    }
    if !hasScript, classes.flags.contains(.scriptExtensions) { bits |= Self.hasScriptExtensions }
    if hasScript { bits |= classes.script == Self.latin ? Self.isLatin : Self.hasOtherScript }
    rawValue = bits
  }

  /// ICU's number of the Latin script.
  private static let latin = ICU.Properties.classes(of: 0x61..<0x62)[0].script

  /// The scripts of plain text, beside common characters: those of the letters A, Α, А, Ա and Ა.
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
    let isInvisible = !classes.flags.isDisjoint(with: [.defaultIgnorable, .unassigned])
    return grapheme == .other && plainScripts.contains(classes.script) && !isInvisible
  }
}

// MARK: - Finding records

/// The records of all characters, filled in page by page as texts ask for them.
///
/// ICU takes tens of nanoseconds for each; here it is a load or two. One thread uses a table.
struct CharacterTable: Sendable {
  /// The number of code points in a page.
  static let pageSize = 128
  /// What ``pages`` says where there is no page yet.
  static let missing: UInt32 = .max

  /// Where the page of each 128 code points starts in ``records``.
  private(set) var pages = [UInt32](repeating: missing, count: 0x110000 / pageSize)
  /// The records, page after page; that of ASCII is the first.
  private(set) var records: [UInt32] = []

  // Most of the 8,704 pages have one record throughout: ideographs, or nothing.
  private var uniformPages: [UInt32: UInt32] = [:]

  /// Makes a table that knows ASCII.
  init() {
    load(pageOf: 0)
  }

  /// Fills in the page that `scalar` is on.
  mutating func load(pageOf scalar: UInt32) {
    let page = Int(scalar) / Self.pageSize
    guard pages[page] == Self.missing else { return }
    let first = UInt32(page * Self.pageSize)
    let scalars = first..<first + UInt32(Self.pageSize)
    let filled = zip(scalars, ICU.Properties.classes(of: scalars)).map {
      CharacterRecord($0, $1).rawValue
    }
    let isUniform = filled.allSatisfy { $0 == filled[0] }
    if isUniform, let known = uniformPages[filled[0]] {
      pages[page] = known
      return
    }
    pages[page] = UInt32(records.count)
    if isUniform { uniformPages[filled[0]] = pages[page] }
    records.append(contentsOf: filled)
  }

  /// The record of `scalar`, whose page has been filled in.
  @inline(__always) func known(_ scalar: UInt32) -> CharacterRecord {
    CharacterRecord(
      rawValue: records[Int(pages[Int(scalar >> 7)]) + Int(scalar & 0x7F)])
  }
}
