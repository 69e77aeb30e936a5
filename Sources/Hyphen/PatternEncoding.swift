internal import GalleyCHyphen
internal import Glibc

/// How the letters of patterns are written down: in UTF-8, or in a byte each.
enum PatternEncoding: Sendable {
  case utf8
  /// The bytes of the scalars that have one.
  case bytes([UInt32: UInt8])

  /// Takes the name that stands in a file of patterns, such as `ISO8859-1`; `nil` if it is not known.
  init?(named name: String) {
    let name = name.replacing("microsoft-cp", with: "CP")
    if name == "UTF-8" {
      self = .utf8
      return
    }
    guard !name.isEmpty, let converter = unsafe iconv_open("UTF-32LE", name),
      Int(bitPattern: converter) != -1
    else { return nil }
    defer { unsafe iconv_close(converter) }
    var table: [UInt32: UInt8] = [:]
    for byte in UInt8.min...UInt8.max {
      guard let scalar = unsafe Self.scalar(of: byte, by: converter) else { continue }
      table[scalar] = byte
    }
    self = .bytes(table)
  }

  /// The word as the patterns have it, or `nil` if they lack one of its letters.
  func encode(_ word: [UInt32]) -> [UInt8]? {
    var encoded: [UInt8] = []
    switch self {
    case .utf8:
      for value in word {
        guard let scalar = Unicode.Scalar(value) else { return nil }
        encoded += Array(UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      }
    case .bytes(let table):
      for value in word {
        guard let byte = table[value] else { return nil }
        encoded.append(byte)
      }
    }
    return encoded
  }

  /// The scalar that a byte alone stands for, if it does.
  private static func scalar(of byte: UInt8, by converter: iconv_t) -> UInt32? {
    var input = CChar(bitPattern: byte)
    var output: UInt32 = 0
    var (inputLeft, outputLeft) = (1, MemoryLayout<UInt32>.size)
    let converted = unsafe withUnsafeMutablePointer(to: &input) { source in
      unsafe withUnsafeMutableBytes(of: &output) { target in
        var source: UnsafeMutablePointer<CChar>? = unsafe source
        var place = unsafe target.baseAddress?.assumingMemoryBound(to: CChar.self)
        return unsafe iconv(converter, &source, &inputLeft, &place, &outputLeft)
      }
    }
    guard converted == 0, outputLeft == 0 else { return nil }
    return UInt32(littleEndian: output)
  }
}
