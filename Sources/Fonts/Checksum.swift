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

  /// Creates the checksum of four interleaved sequences of bytes, which takes a third of the time.
  init(interleaving bytes: [UInt8], from start: Int) {
    var lanes = (state, state, state, state)
    var index = start
    while bytes.count - index >= 4 {
      lanes.0 = (lanes.0 ^ UInt64(bytes[index])) &* 0x100_0000_01B3
      lanes.1 = (lanes.1 ^ UInt64(bytes[index + 1])) &* 0x100_0000_01B3
      lanes.2 = (lanes.2 ^ UInt64(bytes[index + 2])) &* 0x100_0000_01B3
      lanes.3 = (lanes.3 ^ UInt64(bytes[index + 3])) &* 0x100_0000_01B3
      index += 4
    }
    for byte in bytes[index...] { lanes.0 = (lanes.0 ^ UInt64(byte)) &* 0x100_0000_01B3 }
    for lane in [lanes.0, lanes.1, lanes.2, lanes.3] { state = (state ^ lane) &* 0x100_0000_01B3 }
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
