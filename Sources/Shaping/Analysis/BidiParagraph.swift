internal import GalleyBasics
internal import GalleyUnicode

/// The contents of a paragraph that matter for its embedding levels.
struct BidiCensus {
  /// The number of brackets.
  private(set) var bracketCount = 0
  /// The length in UTF-16 units.
  private(set) var unitCount = 0

  private var classes = BidiClassSet()
  private var hasMarksOnNeutrals = false
  private var firstStrong: BidiClass?

  /// Examines a paragraph.
  init(of content: Range<Int>, in text: Span<UInt8>, characters: borrowing CharacterTable) {
    let lettersAndNumbers = Self.lettersAndNumbers
    var base = BidiClass.on
    var openIsolates = 0
    var offset = content.lowerBound
    while offset < content.upperBound {
      let (scalar, length) = text.scalar(at: offset)
      let record = characters.known(scalar)
      let bidi = record.bidi
      classes.insert(bidi)
      if bidi == .nsm {
        if !lettersAndNumbers.contains(base) { hasMarksOnNeutrals = true }
      } else if bidi != .bn {
        base = bidi
      }
      if record.has(CharacterRecord.isBracket) { bracketCount += 1 }
      unitCount += length == 4 ? 2 : 1
      if firstStrong == nil {
        switch bidi {
        case .lri, .rli, .fsi: openIsolates += 1
        case .pdi: openIsolates = max(0, openIsolates - 1)
        case .l, .r, .al: if openIsolates == 0 { firstStrong = bidi }
        default: break
        }
      }
      offset += length
    }
  }

  /// Returns the paragraph level (rules P2 and P3).
  func level(for direction: BaseDirection) -> UInt8 {
    switch direction {
    case .auto: firstStrong == .r || firstStrong == .al ? 1 : 0
    case .leftToRight: 0
    case .rightToLeft: 1
    }
  }

  /// Returns whether the whole paragraph has the paragraph level.
  ///
  /// At level 0 it then contains nothing right-to-left; at level 1, no left-to-right letters or
  /// numbers, so that W1 to W6 leave only R and neutrals, which N1 and N2 resolve to R.
  func isUniform(at level: UInt8) -> Bool {
    let others = level == 0 ? Self.rightToLeft : Self.leftToRight
    return classes.isDisjoint(with: others) && !hasFormatting
  }

  /// Whether the paragraph contains explicit formatting.
  var hasFormatting: Bool { !classes.isDisjoint(with: Self.explicit) }

  /// Whether the paragraph has right-to-left letters, but no explicit formatting and no marks on
  /// neutrals.
  var isForFriBidi: Bool {
    (classes.contains(.r) || classes.contains(.al)) && !hasFormatting && !hasMarksOnNeutrals
  }

  private static let explicit = BidiClassSet(BidiClass.allCases.filter(\.isExplicit))
  private static let lettersAndNumbers = BidiClassSet([.l, .r, .al, .en, .an])
  /// The classes that can get another level in a paragraph at level 0, excluding explicit
  /// formatting.
  private static let rightToLeft = BidiClassSet([.r, .al, .an])
  /// The classes that can get another level in a paragraph at level 1, excluding explicit
  /// formatting.
  private static let leftToRight = BidiClassSet([.l, .en, .an])
}

/// Builds the level runs of a paragraph.
struct LevelRunBuilder {
  /// The level of the paragraph.
  let paragraphLevel: UInt8
  private var level: UInt8?

  /// Creates a builder for a paragraph.
  init(paragraphLevel: UInt8) { self.paragraphLevel = paragraphLevel }

  /// Appends the character at `offset`; one removed by rule X9 takes the level of the one before
  /// it.
  @inline(__always) mutating func append(
    _ newLevel: UInt8, isRemoved: Bool, at offset: Int, _ runs: inout [TextAnalysis.LevelRun]
  ) {
    let newLevel = isRemoved ? level ?? paragraphLevel : newLevel
    if let level, level != newLevel { runs.append(.init(end: Int32(offset), level: level)) }
    level = newLevel
  }

  /// Ends the paragraph, whose separator has the paragraph's level.
  mutating func end(at end: Int, contentEnd: Int, _ runs: inout [TextAnalysis.LevelRun]) {
    if contentEnd < end { append(paragraphLevel, isRemoved: false, at: contentEnd, &runs) }
    runs.append(.init(end: Int32(end), level: level ?? paragraphLevel))
  }
}

/// Simplifies a paragraph that is too long for some of ICU's algorithms.
struct BidiFilter {
  private let isCapped: Bool
  private var isolateCount = 0

  /// Creates a filter, which passes everything unless the paragraph exceeds the cap.
  init(isCapped: Bool) { self.isCapped = isCapped }

  /// Returns the replacement of a scalar, with the same number of UTF-16 units.
  mutating func substitute(for scalar: UInt32, _ record: CharacterRecord) -> UInt32 {
    guard isCapped else { return scalar }
    if record.has(CharacterRecord.isBracket) { return 0x2022 }  // A bullet, which is neutral.
    if record.bidi == .fsi {
      isolateCount += 1
      if isolateCount > Limits.Bidi.firstStrongIsolates { return 0x2066 }  // LRI
    }
    return scalar
  }
}

extension BidiType {
  /// Creates the type of a class other than explicit formatting.
  init(_ class_: BidiClass) {
    self =
      switch class_ {
      case .l: .l
      case .r: .r
      case .al: .al
      case .en: .en
      case .an: .an
      case .es: .es
      case .et: .et
      case .cs: .cs
      case .nsm: .nsm
      case .bn: .bn
      case .b: .b
      case .s: .s
      case .ws: .ws
      default: .on
      }
  }
}

extension BracketType {
  /// Creates the type of a bracket as defined by UAX #9.
  init(bracket scalar: UInt32) {
    let paired = ICU.Properties.pairedBracket(scalar)
    // A pair is identified by its opening bracket, in canonical form.
    self =
      ICU.Properties.isOpeningBracket(scalar)
      ? .opening(ICU.Properties.pairedBracket(paired)) : .closing(paired)
  }
}
