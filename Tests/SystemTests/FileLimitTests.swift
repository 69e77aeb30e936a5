import Foundation
import GalleySystem
import TestSupport
import Testing

/// Files at the bounds of `Limits`; they are sparse and take no room.
@Suite struct FileLimitTests {
  let directory = TemporaryDirectory()

  /// Makes a file of zeros.
  private func file(size: Int) throws -> String {
    let path = directory.file("zeros-\(size)")
    try FileSystem.write([], to: path)
    try #require(unsafe truncate(path, size) == 0)
    return path
  }

  @Test func `an input of more than 256 MiB is refused`() throws {
    let path = try file(size: 1 << 28 + 1)
    #expect(throws: FileError(.read, path, .tooLarge(limit: 1 << 28))) {
      try FileSystem.bytes(of: path)
    }
  }

  @Test func `a font file of 512 MiB is mapped, and one more byte is refused`() throws {
    let path = try file(size: 1 << 29 + 1)
    #expect(throws: FileError(.read, path, .tooLarge(limit: 1 << 29))) {
      try MappedFile(path: path)
    }
    #expect(try MappedFile(path: file(size: 1 << 29)).count == 1 << 29)
  }

  @Test func `a line of 16 MiB is read, and a longer one is cut`() throws {
    let path = directory.file("lines")
    let line = [UInt8](repeating: 0x61, count: 16 << 20)
    try FileSystem.write(line + [0x0A] + line + [0x61, 0x0A, 0x62], to: path)
    var reader = try LineReader(path: path)
    var lengths: [Int] = []
    while let line = try reader.next() { lengths.append(line.isTooLong ? -1 : line.bytes.count) }
    #expect(lengths == [16 << 20, -1, 1])
  }
}
