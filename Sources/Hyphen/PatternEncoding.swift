internal import GalleyCHyphen
internal import Glibc

/// The encoding of the letters in patterns: UTF-8, or a single byte each.
enum PatternEncoding: Sendable {
  case utf8
  /// An encoding with one byte per scalar, for those in the table.
  case bytes([UInt32: UInt8])

  /// Creates the encoding with the name in a pattern file, such as `ISO8859-1`, or `nil` if it is
  /// unknown.
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

  /// Returns the word in the encoding, or `nil` if it cannot represent a letter.
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

  /// Returns the scalar that a single byte encodes, if any.
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
