internal import GalleyFriBidi
internal import GalleyICU

/// What there is in a paragraph that matters for its embedding levels.
struct BidiCensus {
  /// The number of brackets.
  private(set) var bracketCount = 0
  /// The length in UTF-16 units.
  private(set) var unitCount = 0

  private var classes = BidiClassSet()
  private var hasMarksOnNeutrals = false
  private var firstStrong: BidiClass?

  /// Takes stock of a paragraph.
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

  /// The level of the paragraph itself (rules P2 and P3).
  func level(for direction: BaseDirection) -> UInt8 {
    switch direction {
    case .auto: firstStrong == .r || firstStrong == .al ? 1 : 0
    case .leftToRight: 0
    case .rightToLeft: 1
    }
  }

  /// Whether everything in the paragraph has the paragraph's level.
  ///
  /// At level 0 there is nothing that goes from right to left, at level 1 nothing that goes from left
  /// to right, letter or number: then W1 to W6 leave only R and neutrals, and N1 and N2 make all R.
  func isUniform(at level: UInt8) -> Bool {
    let others = level == 0 ? Self.rightToLeft : Self.leftToRight
    return classes.isDisjoint(with: others) && !hasFormatting
  }

  /// Whether there is explicit formatting.
  var hasFormatting: Bool {
    !classes.isDisjoint(with: Self.explicit)
  }

  /// Whether there are letters from right to left, no explicit formatting, and no marks on neutrals.
  var isForFriBidi: Bool {
    (classes.contains(.r) || classes.contains(.al)) && !hasFormatting && !hasMarksOnNeutrals
  }

  private static let explicit = BidiClassSet(BidiClass.allCases.filter(\.isExplicit))
  private static let lettersAndNumbers = BidiClassSet([.l, .r, .al, .en, .an])
  /// What a paragraph at level 0 may have at other levels, but for explicit formatting.
  private static let rightToLeft = BidiClassSet([.r, .al, .an])
  /// What a paragraph at level 1 may have at other levels, but for explicit formatting.
  private static let leftToRight = BidiClassSet([.l, .en, .an])
}

/// Gathers the level runs of a paragraph.
struct LevelRunBuilder {
  /// The level of the paragraph itself.
  let paragraphLevel: UInt8
  private var level: UInt8?

  /// Begins a paragraph.
  init(paragraphLevel: UInt8) {
    self.paragraphLevel = paragraphLevel
  }

  /// Adds the character at `offset`; one that rule X9 removes has the level of that before it.
  @inline(__always) mutating func append(
    _ newLevel: UInt8, isRemoved: Bool, at offset: Int, _ runs: inout [TextAnalysis.LevelRun]
  ) {
    let newLevel = isRemoved ? level ?? paragraphLevel : newLevel
    if let level, level != newLevel { runs.append(.init(end: Int32(offset), level: level)) }
    level = newLevel
  }

  /// Ends the paragraph, whose separator has the paragraph's level.
  mutating func end(
    at end: Int, contentEnd: Int, _ runs: inout [TextAnalysis.LevelRun]
  ) {
    if contentEnd < end {
      append(paragraphLevel, isRemoved: false, at: contentEnd, &runs)
    }
    runs.append(.init(end: Int32(end), level: level ?? paragraphLevel))
  }
}

/// Shows ICU a paragraph that is too long for some of what it does.
struct BidiFilter {
  private let isCapped: Bool
  private var isolateCount = 0

  /// Makes a filter, which lets everything pass unless the paragraph is over the cap.
  init(isCapped: Bool) {
    self.isCapped = isCapped
  }

  /// The scalar that ICU is to see in place of `scalar`; of as many units.
  mutating func substitute(for scalar: UInt32, _ record: CharacterRecord) -> UInt32 {
    guard isCapped else { return scalar }
    if record.has(CharacterRecord.isBracket) { return 0x2022 }  // A bullet, which is neutral.
    if record.bidi == .fsi {
      isolateCount += 1
      if isolateCount > BidiItemizer.maximumFirstStrongIsolates { return 0x2066 }  // LRI
    }
    return scalar
  }
}

extension BidiType {
  /// FriBidi's type for a class that does not format explicitly.
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
  /// FriBidi's type for a bracket of UAX #9.
  init(bracket scalar: UInt32) {
    let paired = ICU.Properties.pairedBracket(scalar)
    // A pair goes by its opening bracket, in the canonical form that pairing gives.
    self =
      ICU.Properties.isOpeningBracket(scalar)
      ? .opening(ICU.Properties.pairedBracket(paired)) : .closing(paired)
  }
}
