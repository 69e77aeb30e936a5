import GalleyHarfBuzz
import Testing

@testable import GalleyTypesetting

/// The joints at which Arabic words are stretched, in letters given by their code points.
@Suite struct KashidaJointTests {
  /// A joint: the index of the letter after it, and its rank.
  private struct Joint: Equatable {
    var letter: Int?
    var rank: Int
  }

  /// Returns the joints of letters behind a prefix of other runs; `clusters` has the letters that
  /// begin a cluster, or is `nil` for all.
  private func joints(
    _ letters: [UInt32], behind prefix: String = "", clusters: [Int]? = nil
  ) -> [Joint] {
    var (text, offsets): (String, [Int]) = (prefix, [])
    for letter in letters {
      offsets.append(text.utf8.count)
      if let scalar = Unicode.Scalar(letter) { text.unicodeScalars.append(scalar) }
    }
    let glyphs = (clusters ?? Array(letters.indices)).map {
      Glyph(id: 1, cluster: Int32(offsets[$0]), advance: 100)
    }
    let bytes = Array(text.utf8)
    var finder = JointFinder(bytes.span, range: prefix.utf8.count..<bytes.count, run: 3)
    finder.run(glyphs[...])
    #expect(finder.joints.allSatisfy { $0.run == 3 && $0.count == 0 })
    return finder.joints.map { Joint(letter: offsets.firstIndex(of: $0.offset), rank: $0.rank) }
  }

  private func ranks(_ letters: [UInt32]) -> [Int] { joints(letters).map(\.rank) }

  @Test func `the joint after a tatweel is the best of a word`() {
    // Before the tatweel and before the final dal, there are joints as well.
    #expect(joints([0x633, 0x640, 0x628, 0x62F]) == [Joint(letter: 2, rank: 1)])
    #expect(joints([0x628, 0x640, 0x62F]) == [Joint(letter: 2, rank: 1)])
    #expect(joints([0x640, 0x628, 0x640, 0x628]) == [Joint(letter: 3, rank: 1)])
  }

  @Test(arguments: [0x633, 0x634, 0x635, 0x636, 0x69A, 0x69B, 0x69E, 0x6FA, 0x6FB] as [UInt32])
  func `the joint after seen or sad precedes those before final letters`(letter: UInt32) {
    #expect(joints([letter, 0x628, 0x62F]) == [Joint(letter: 1, rank: 2)])
    #expect(ranks([letter, 0x62F]) == [2])
  }

  @Test(
    arguments: [
      ([0x629, 0x62D, 0x62F, 0x630, 0x647], 3),
      ([0x622, 0x623, 0x625, 0x627, 0x637, 0x638, 0x643, 0x644, 0x6A9, 0x6AF], 4),
      ([0x624, 0x639, 0x63A, 0x641, 0x642, 0x648], 6),
      // Reh and yeh not after a tooth, and any other letter.
      ([0x631, 0x632, 0x649, 0x64A, 0x6CC, 0x628, 0x69F, 0x6FC, 0x671], 7),
    ] as [([UInt32], Int)])
  func `the joint before a final letter is ranked by the letter`(letters: [UInt32], rank: Int) {
    for letter in letters {
      let name = String(letter, radix: 16)
      #expect(ranks([0x628, letter]) == [rank], "\(name)")
      #expect(ranks([0x637, letter]) == [rank], "\(name)")
      // Before a space or hamza, which do not join, a letter is final too.
      #expect(ranks([0x628, letter, 0x20]) == [rank], "\(name)")
      #expect(ranks([0x628, letter, 0x621]) == [rank], "\(name)")
      // Inside the word, only letters that join nothing after them are final.
      let inner = joints([0x628, letter, 0x644, 0x627])
      let isDual = ArabicJoining(letter) == .dual
      #expect(
        inner == [isDual ? Joint(letter: 2, rank: 8) : Joint(letter: 1, rank: rank)], "\(name)")
    }
  }

  @Test(
    arguments: [0x626, 0x628, 0x62A, 0x62B, 0x646, 0x64A, 0x67E, 0x6CC] as [UInt32],
    [0x631, 0x632, 0x649, 0x64A, 0x6CC] as [UInt32])
  func `reh and yeh after a tooth that is joined on both sides rank higher`(
    tooth: UInt32, letter: UInt32
  ) {
    #expect(joints([0x628, tooth, letter]) == [Joint(letter: 2, rank: 5)])
    #expect(joints([0x62F, 0x641, tooth, letter]) == [Joint(letter: 3, rank: 5)])
    // At the start of a word or after dal, the tooth is joined on one side only.
    #expect(joints([tooth, letter]) == [Joint(letter: 1, rank: 7)])
    #expect(joints([0x62F, tooth, letter]) == [Joint(letter: 2, rank: 7)])
    #expect(joints([0x20, tooth, letter]) == [Joint(letter: 2, rank: 7)])
    // Hah is no tooth.
    #expect(joints([0x628, 0x62D, letter]) == [Joint(letter: 2, rank: 7)])
  }

  @Test func `a word is stretched at its best joint, or the last of several`() {
    // Dal precedes a final kaf, wherever it is.
    #expect(joints([0x628, 0x62F, 0x628, 0x643]) == [Joint(letter: 1, rank: 3)])
    #expect(joints([0x628, 0x643, 0x62F]) == [Joint(letter: 2, rank: 3)])
    #expect(joints([0x628, 0x62F, 0x628, 0x62F]) == [Joint(letter: 3, rank: 3)])
    #expect(joints([0x628, 0x628, 0x628, 0x628]) == [Joint(letter: 3, rank: 7)])
  }

  @Test func `each word has a joint, and a word whose letters do not join has none`() {
    #expect(
      joints([0x628, 0x62F, 0x20, 0x628, 0x627, 0x621, 0x62A, 0x631])
        == [Joint(letter: 1, rank: 3), Joint(letter: 4, rank: 4), Joint(letter: 7, rank: 7)])
    #expect(joints([0x20, 0x628, 0x62F, 0x20]) == [Joint(letter: 2, rank: 3)])
    #expect(joints([0x62F, 0x631, 0x627]) == [])
    #expect(joints([0x628]) == [])
    #expect(joints([0x627, 0x628, 0x20, 0x628]) == [])
    #expect(joints([]) == [])
  }

  @Test func `offsets are those of the text, of which the run is a part`() {
    #expect(joints([0x628, 0x62F], behind: "abc ") == [Joint(letter: 1, rank: 3)])
    // The letters before the run do not count.
    #expect(joints([0x62F], behind: "\u{628}") == [])
    #expect(joints([0x628, 0x631], behind: "\u{628}\u{628}") == [Joint(letter: 1, rank: 7)])
  }

  @Test func `marks do not part letters`() {
    #expect(joints([0x628, 0x64E, 0x62F], clusters: [0, 2]) == [Joint(letter: 2, rank: 3)])
    #expect(
      joints([0x628, 0x651, 0x64E, 0x628, 0x650, 0x631], clusters: [0, 3, 5])
        == [Joint(letter: 5, rank: 5)])
    #expect(joints([0x628, 0x64E, 0x628, 0x650, 0x631, 0x650], clusters: [0, 2, 4]).count == 1)
  }

  @Test func `letters of one cluster are not parted`() {
    #expect(joints([0x628, 0x62F], clusters: [0]) == [])
    #expect(joints([0x628, 0x628, 0x62F], clusters: [0, 1]) == [Joint(letter: 1, rank: 8)])
    #expect(joints([0x628, 0x628, 0x62F], clusters: [0, 2]) == [Joint(letter: 2, rank: 3)])
    #expect(joints([0x628, 0x62F], clusters: []) == [])
  }

  @Test(
    arguments: [0x644, 0x6B5, 0x6B8] as [UInt32],
    [0x622, 0x623, 0x625, 0x627, 0x671, 0x672, 0x673, 0x675] as [UInt32])
  func `lam and alef are not parted`(lam: UInt32, alef: UInt32) {
    #expect(joints([lam, alef]) == [])
    #expect(joints([0x628, lam, alef]) == [Joint(letter: 1, rank: 8)])
    // Other letters that look like them are.
    #expect(joints([lam, 0x62F]) == [Joint(letter: 1, rank: 3)])
    for other in [0x643, 0x6B4, 0x6B9] as [UInt32] {
      #expect(joints([other, alef]).map(\.letter) == [1])
    }
    for other in [0x624, 0x629, 0x676, 0x677] as [UInt32] {
      #expect(joints([lam, other]).map(\.letter) == [1])
    }
  }

  /// - SeeAlso: `Joining_Type` in `ArabicShaping.txt` of the Unicode standard; tatweel, which
  ///   causes joining, counts as a letter that joins on both sides.
  @Test(
    arguments: [
      (
        ArabicJoining.transparent,
        [
          0x300, 0x36F, 0x610, 0x61A, 0x64B, 0x65F, 0x670, 0x6D6, 0x6DC, 0x6DF, 0x6E4, 0x6E7,
          0x6E8, 0x6EA, 0x6ED, 0x8D3, 0x8FF, 0xFE00, 0xFE0F,
        ]
      ),
      (
        .none,
        [
          0x20, 0x2FF, 0x370, 0x60F, 0x61B, 0x621, 0x660, 0x66D, 0x674, 0x6D4, 0x6DD, 0x6DE,
          0x6E5, 0x6E6, 0x6E9, 0x6FD, 0x6FE, 0x700, 0x780, 0xFDFF, 0xFE10,
        ]
      ),
      (
        .right,
        [
          0x622, 0x625, 0x627, 0x629, 0x62F, 0x632, 0x648, 0x671, 0x673, 0x675, 0x677, 0x688,
          0x699, 0x6C0, 0x6C3, 0x6CB, 0x6CD, 0x6CF, 0x6D2, 0x6D3, 0x6D5, 0x6EE, 0x6EF, 0x759,
          0x75B, 0x76B, 0x76C, 0x771, 0x773, 0x774, 0x778, 0x779,
        ]
      ),
      (
        .dual,
        [
          0x620, 0x626, 0x628, 0x62A, 0x62E, 0x633, 0x640, 0x647, 0x649, 0x64A, 0x66E, 0x66F,
          0x678, 0x687, 0x69A, 0x6BF, 0x6C1, 0x6C2, 0x6CC, 0x6CE, 0x6D0, 0x6D1, 0x6FA, 0x6FC, 0x6FF,
          0x750, 0x758, 0x75C, 0x76A, 0x76D, 0x770, 0x772, 0x775, 0x777, 0x77A, 0x77F,
        ]
      ),
    ] as [(ArabicJoining, [UInt32])])
  func `letters join as the Unicode standard tells`(joining: ArabicJoining, letters: [UInt32]) {
    for letter in letters {
      #expect(ArabicJoining(letter) == joining, "\(String(letter, radix: 16))")
    }
  }
}
