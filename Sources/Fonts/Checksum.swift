/// An FNV-1a checksum with 64 bits, which detects accidental changes.
///
/// It does not protect against an attacker who can change the checksum too.
struct Checksum: Hashable, Sendable {
  /// The length of ``text`` in characters.
  static let length = 16

  private var state: UInt64 = 0xCBF2_9CE4_8422_2325

  /// Creates the checksum of bytes, which differs if a single byte does.
  init(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { state = (state ^ UInt64(byte)) &* 0x100_0000_01B3 }
  }

  /// Parses a checksum written by ``text``, or returns `nil` if the text is malformed.
  init?(text: ArraySlice<UInt8>) {
    guard text.count == Self.length else { return nil }
    state = 0
    for byte in text {
      switch byte {
      case 0x30...0x39: state = state << 4 | UInt64(byte - 0x30)
      case 0x61...0x66: state = state << 4 | UInt64(byte - 0x57)
      default: return nil
      }
    }
  }

  /// The checksum as hexadecimal digits.
  var text: String {
    let digits = String(state, radix: 16)
    return String(repeating: "0", count: Self.length - digits.count) + digits
  }
}
