import GalleySystem
import TestSupport
import Testing

@Suite struct LineReaderTests {
  @Test(arguments: [
    ("", []), ("a", ["a"]), ("a\n", ["a"]), ("a\nb", ["a", "b"]), ("\n\na", ["", "", "a"]),
    ("a\r\nb\r\n", ["a", "b"]), ("\u{FEFF}a\n\u{FEFF}b", ["a", "\u{FEFF}b"]),
  ])
  func `lines end at LF, CR LF or the end of file`(text: String, lines: [String]) throws {
    #expect(try read(text).map { String(decoding: $0.bytes, as: UTF8.self) } == lines)
  }

  @Test func `lines longer than a chunk are read whole`() throws {
    let long = String(repeating: "x", count: 200_000)
    let lines = try read("a\n\(long)\nb")
    #expect(lines.map(\.bytes.count) == [1, 200_000, 1])
    #expect(lines.map(\.number) == [1, 2, 3])
  }

  @Test func `a line over the limit is truncated, the next one complete`() throws {
    let lines = try read("abcdefgh\nxy\nabcd", longestLine: 4)
    #expect(lines.map { String(decoding: $0.bytes, as: UTF8.self) } == ["abcd", "xy", "abcd"])
    #expect(lines.map(\.isTooLong) == [true, false, false])
  }

  @Test func `an error for a missing file names its path`() {
    let error = #expect(throws: FileError.self) { _ = try LineReader(path: "/nowhere/at.all") }
    #expect(error?.description == "/nowhere/at.all: cannot read: No such file or directory")
  }

  private func read(
    _ text: String, longestLine: Int = 16 << 20
  ) throws -> [LineReader.Line] {
    let directory = TemporaryDirectory()
    let path = try directory.write(text, to: "lines")
    var reader = try LineReader(path: path, longestLine: longestLine)
    var lines: [LineReader.Line] = []
    while let line = try reader.next() { lines.append(line) }
    return lines
  }
}
