import Foundation

/// A file of the Unicode Character Database in Debian's package.
struct UnicodeData {
  /// The file's bytes.
  let bytes: [UInt8]

  /// Reads the file `name`, such as `"auxiliary/LineBreakTest.txt"`.
  ///
  /// - Throws: ``Missing`` if the file does not exist.
  init(_ name: String) throws {
    let path = "/usr/share/unicode/" + name
    guard let data = FileManager.default.contents(atPath: path) else { throw Missing(path: path) }
    bytes = [UInt8](data)
  }

  /// The error thrown if the file is not installed.
  struct Missing: Error, CustomStringConvertible {
    let path: String

    var description: String { "\(path) is missing: install it with `apt-get install unicode-data`" }
  }

  /// Calls `body` with the number, from 1, and the bytes of each nonempty line, without its
  /// comment.
  func forEachLine(_ body: (Int, Span<UInt8>) -> Void) {
    let all = bytes.span
    var start = 0
    var number = 1
    var end = -1  // The start of the comment, if any.
    for index in 0..<all.count {
      let byte = all[index]
      if byte == 0x0A {
        let stop = end < 0 ? index : end
        if stop > start { body(number, all.extracting(start..<stop)) }
        start = index + 1
        number += 1
        end = -1
      } else if byte == 0x23, end < 0 {
        end = index
      }
    }
  }
}

/// Returns the value of a hexadecimal digit, or `nil` for any other byte.
@inline(__always) func digit(_ byte: UInt8) -> UInt32? {
  switch byte {
  case 0x30...0x39: UInt32(byte) - 0x30
  case 0x41...0x46: UInt32(byte) - 0x37
  default: nil
  }
}

/// A case of the break tests: `÷ 0020 × 0308 ÷`.
struct BreakCase {
  /// The text in UTF-8.
  private(set) var text: [UInt8] = []
  /// The offsets of ÷, except at the start of the text.
  private(set) var boundaries: [Int] = []

  /// Reads a line without its comment.
  init(_ line: Span<UInt8>) {
    var scalar: UInt32?
    for index in 0..<line.count {
      let byte = line[index]
      if let digit = digit(byte) {
        scalar = (scalar ?? 0) << 4 | digit
        continue
      }
      if let complete = scalar { append(complete, to: &text) }
      scalar = nil
      let isDivision = byte == 0xC3 && line[index + 1] == 0xB7  // ÷; × is C3 97.
      if isDivision, !text.isEmpty { boundaries.append(text.count) }
    }
  }

  private func append(_ scalar: UInt32, to text: inout [UInt8]) {
    text.append(contentsOf: utf8([scalar]))
  }
}
