internal import GalleyBasics
internal import Glibc

/// A reader of lines that keeps only one line and one chunk of the file in memory.
package struct LineReader: ~Copyable {
  /// A line without its line end.
  package struct Line: Sendable {
    /// The line's number; the first is 1.
    package var number: Int
    /// The bytes, without LF or CR LF; truncated if the line is too long.
    package var bytes: [UInt8]
    /// Whether the line exceeds the maximum length.
    package var isTooLong: Bool
    /// The offset of the end of the line in the file, after its line end.
    package var end: Int
    /// Whether the line has a line end, as all but the last line of a file have.
    package var hasEnd: Bool

    /// Whether the line is empty or white space.
    package var isBlank: Bool { bytes.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D } }
  }

  /// The file as the caller named it, or `standard input`.
  package let path: String
  private let descriptor: Int32
  private let isOwner: Bool
  /// The file that keeps the descriptor, if it is another's.
  private let file: RegularFile?
  private var chunk: [UInt8] = []
  private var index = 0
  private var number = 0
  /// The number of bytes before ``chunk``.
  private var chunkStart = 0
  private let longestLine: Int

  /// Opens the file at `path`, which may be a pipe.
  package init(path: String, longestLine: Int = Limits.Files.line) throws(FileError) {
    descriptor = try FileSystem.openForReading(path)
    self.path = path
    self.longestLine = longestLine
    isOwner = true
    file = nil
  }

  /// Creates a reader of a file that nothing was read from yet.
  package init(_ file: consuming RegularFile, longestLine: Int = Limits.Files.line) {
    path = file.path
    descriptor = file.withDescriptor { $0 }
    self.longestLine = longestLine
    isOwner = false
    self.file = consume file
  }

  /// Creates a reader of standard input.
  package init() {
    path = "standard input"
    descriptor = STDIN_FILENO
    longestLine = Limits.Files.line
    isOwner = false
    file = nil
  }

  deinit {
    if isOwner { close(descriptor) }
  }

  /// Returns the next line, or `nil` at the end of the file.
  ///
  /// A byte order mark before the first line is skipped.
  package mutating func next() throws(FileError) -> Line? {
    var line: [UInt8] = []
    var isTooLong = false
    while true {
      if index == chunk.count {
        chunkStart += chunk.count
        chunk = try FileSystem.chunk(ofDescriptor: descriptor, path: path, room: 1 << 16)
        index = 0
        if chunk.isEmpty {
          guard !line.isEmpty else { return nil }
          return finish(line, isTooLong, hasEnd: false)
        }
      }
      let end = lineFeed ?? chunk.count
      let room = longestLine - line.count
      isTooLong = isTooLong || end - index > room
      line.append(contentsOf: chunk[index..<min(end, index + room)])
      index = end
      if end < chunk.count {
        index += 1
        return finish(line, isTooLong, hasEnd: true)
      }
    }
  }

  /// The index of the next LF of the chunk; `nil` if there is none.
  private var lineFeed: Int? {
    unsafe chunk.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { return nil }
      let place = unsafe memchr(start + index, 0x0A, bytes.count - index)
      return unsafe place.map { unsafe UnsafeRawPointer($0) - start }
    }
  }

  private mutating func finish(_ bytes: [UInt8], _ isTooLong: Bool, hasEnd: Bool) -> Line {
    number += 1
    var bytes = bytes
    if bytes.last == 0x0D { bytes.removeLast() }
    if number == 1, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
    return Line(
      number: number, bytes: bytes, isTooLong: isTooLong, end: chunkStart + index, hasEnd: hasEnd)
  }
}
