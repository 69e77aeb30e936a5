import GalleyHarfBuzz
import GalleyShaping

/// A joint between letters of an Arabic word that can be stretched.
struct KashidaJoint {
  /// The UTF-8 offset of the letter after the joint.
  var offset: Int
  /// The index of the line's run.
  var run: Int
  /// The rank of the joint; lower is better.
  var rank: Int
  /// The number of tatweels to insert.
  var count = 0
}

/// A finder of the best joint of each word of a run.
///
/// The ranking follows scribal custom, as the justification of printed Arabic does: after an
/// existing tatweel, after seen and sad, before certain word-final letters, and otherwise as late
/// in the word as possible. Lam-alef is a ligature and never split.
struct JointFinder {
  private(set) var joints: [KashidaJoint] = []
  private let run: Int
  private let letters: [Letter]

  /// A letter of the run, without its marks.
  private struct Letter {
    var scalar: UInt32
    var offset: Int
    var joining: ArabicJoining

    var joinsForward: Bool { joining == .dual }
    var joinsBackward: Bool { joining == .dual || joining == .right }
    var isLam: Bool { scalar == 0x644 || 0x6B5...0x6B8 ~= scalar }
    var isAlef: Bool {
      switch scalar {
      case 0x622, 0x623, 0x625, 0x627, 0x671...0x673, 0x675: true
      default: false
      }
    }
  }

  init(_ text: Span<UInt8>, range: Range<Int>, run: Int) {
    self.run = run
    var letters: [Letter] = []
    var offset = range.lowerBound
    while offset < range.upperBound {
      let (scalar, length) = text.scalar(at: offset)
      let joining = ArabicJoining(scalar)
      if joining != .transparent {
        letters.append(Letter(scalar: scalar, offset: offset, joining: joining))
      }
      offset += length
    }
    self.letters = letters
  }

  /// Finds joints, only between letters that begin different clusters of `glyphs`.
  mutating func run(_ glyphs: ArraySlice<Glyph>) {
    var glyph = glyphs.startIndex
    var best: KashidaJoint?
    for index in letters.indices {
      let letter = letters[index]
      if letter.joining == .none, let found = best {
        joints.append(found)
        best = nil
      }
      guard index > 0, letters[index - 1].joinsForward, letter.joinsBackward,
        !(letters[index - 1].isLam && letter.isAlef)
      else { continue }
      while glyph < glyphs.endIndex, Int(glyphs[glyph].cluster) < letter.offset { glyph += 1 }
      guard glyph < glyphs.endIndex, Int(glyphs[glyph].cluster) == letter.offset else { continue }
      let rank = rank(before: index)
      if best.map({ rank <= $0.rank }) ?? true {
        best = KashidaJoint(offset: letter.offset, run: run, rank: rank)
      }
    }
    if let best { joints.append(best) }
  }

  private func rank(before index: Int) -> Int {
    let (previous, letter) = (letters[index - 1], letters[index])
    if previous.scalar == 0x640 { return 1 }
    switch previous.scalar {
    case 0x633...0x636, 0x69A...0x69E, 0x6FA, 0x6FB: return 2
    default: break
    }
    let isFinal =
      !letter.joinsForward || index + 1 == letters.count || !letters[index + 1].joinsBackward
    guard isFinal else { return 8 }
    switch letter.scalar {
    case 0x629, 0x62D, 0x62F, 0x630, 0x647: return 3
    case 0x622, 0x623, 0x625, 0x627, 0x637, 0x638, 0x643, 0x644, 0x6A9, 0x6AF: return 4
    case 0x631, 0x632, 0x649, 0x64A, 0x6CC: return isTooth(before: index) ? 5 : 7
    case 0x624, 0x639, 0x63A, 0x641, 0x642, 0x648: return 6
    default: return 7
    }
  }

  /// Returns whether the letter before `index` is a tooth, such as beh, joined on both sides.
  private func isTooth(before index: Int) -> Bool {
    guard index > 1, letters[index - 2].joinsForward else { return false }
    switch letters[index - 1].scalar {
    case 0x626, 0x628, 0x62A, 0x62B, 0x646, 0x64A, 0x67E, 0x6CC: return true
    default: return false
    }
  }
}

/// The joining type of an Arabic letter: `Joining_Type` of the Unicode standard.
enum ArabicJoining {
  /// Joins on both sides, as tatweel does.
  case dual
  /// Joins the preceding letter only.
  case right
  /// Does not join; ends a word.
  case none
  /// A mark, which is transparent to joining.
  case transparent

  init(_ scalar: UInt32) {
    self =
      switch scalar {
      case 0x610...0x61A, 0x64B...0x65F, 0x670, 0x6D6...0x6DC, 0x6DF...0x6E4: .transparent
      case 0x6E7, 0x6E8, 0x6EA...0x6ED, 0x300...0x36F, 0x8D3...0x8FF, 0xFE00...0xFE0F: .transparent
      case 0x622...0x625, 0x627, 0x629, 0x62F...0x632, 0x648, 0x671...0x673, 0x675...0x677: .right
      case 0x688...0x699, 0x6C0, 0x6C3...0x6CB, 0x6CD, 0x6CF, 0x6D2, 0x6D3, 0x6D5: .right
      case 0x6EE, 0x6EF, 0x759...0x75B, 0x76B, 0x76C, 0x771, 0x773, 0x774, 0x778, 0x779: .right
      case 0x620, 0x626, 0x628, 0x62A...0x62E, 0x633...0x647, 0x649, 0x64A, 0x66E, 0x66F: .dual
      case 0x678...0x6D1, 0x6FA...0x6FC, 0x6FF, 0x750...0x77F: .dual
      default: .none
      }
  }
}
