import Testing

@testable import GalleyTypesetting

/// The places between characters at which lines are stretched.
@Suite struct JustificationClassTests {
  @Test(
    arguments: [
      (JustificationClass.space, [0x20, 0xA0, 0x1361, 0x3000]),
      (.opening, [0x28, 0x5B, 0x7B, 0xAB, 0x2018, 0x201C]),
      (
        .closing,
        [0x21, 0x25, 0x29, 0x2C, 0x2E, 0x3A, 0x3B, 0x3F, 0x5D, 0x7D, 0xBB, 0x2019, 0x201D]
      ),
      (
        .unseen,
        [
          0xAD, 0x200B, 0x200C, 0x200F, 0x202A, 0x202E, 0x2060, 0x206F, 0xFE00, 0xFE0F, 0xFEFF,
        ]
      ),
      (.wideOpening, [0x3008, 0x300A, 0x3010, 0x3014, 0x301A, 0x301D, 0xFF08, 0xFF3B, 0xFF5F]),
      (
        .wideClosing,
        [
          0x3001, 0x3002, 0x3009, 0x300B, 0x3011, 0x3015, 0x301B, 0x301E, 0x301F, 0x30FB, 0xFF01,
          0xFF09, 0xFF0E, 0xFF1A, 0xFF1F, 0xFF5D, 0xFF60,
        ]
      ),
      // Radicals, kana, Han, Yi, full-width letters and signs, and the planes of Han.
      (
        .wide,
        [
          0x2E80, 0x3003, 0x3007, 0x3012, 0x3013, 0x301C, 0x3042, 0x312F, 0x3190, 0x6F22, 0xA4CF,
          0xF900, 0xFAFF, 0xFE30, 0xFE4F, 0xFF00, 0xFF21, 0xFFE0, 0xFFE6, 0x1B000, 0x1B2FF,
          0x20000, 0x3FFFF,
        ]
      ),
      // Letters of scripts with spaces, Hangul among them, and what surrounds the other ranges.
      (
        .other,
        [
          0x0, 0x41, 0x5D0, 0x200A, 0x2010, 0x2029, 0x202F, 0x205F, 0x2070, 0x2E7F, 0x3130,
          0x318F, 0xA4D0, 0xAC00, 0xF8FF, 0xFB00, 0xFDFF, 0xFE10, 0xFE2F, 0xFE50, 0xFEFE, 0xFF61,
          0xFFDF, 0xFFE7, 0x1AFFF, 0x1B300, 0x1F600, 0x1FFFF, 0x40000,
        ]
      ),
    ] as [(JustificationClass, [UInt32])])
  func `each character has a class`(expected: JustificationClass, scalars: [UInt32]) {
    for scalar in scalars {
      #expect(JustificationClass(scalar) == expected, "\(String(scalar, radix: 16))")
    }
  }

  private static let all: [JustificationClass] = [
    .space, .wide, .opening, .closing, .wideOpening, .wideClosing, .unseen, .other,
  ]

  @Test(arguments: all)
  func `a line gives way after white space and beside wide characters`(next: JustificationClass) {
    let isClosed = [.closing, .wideClosing, .space, .unseen].contains(next)
    let isWide = next == .wide || next == .wideOpening
    #expect(JustificationClass.givesWay(.space, next))
    for before in [JustificationClass.wide, .wideClosing] {
      #expect(JustificationClass.givesWay(before, next) == !isClosed)
    }
    for before in [JustificationClass.opening, .wideOpening] {
      #expect(!JustificationClass.givesWay(before, next))
    }
    for before in [JustificationClass.other, .closing, .unseen] {
      #expect(JustificationClass.givesWay(before, next) == (isWide && !isClosed))
    }
  }
}
