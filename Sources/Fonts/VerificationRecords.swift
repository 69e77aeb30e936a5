internal import GalleySystem

/// The records of a ``VerificationCache`` on disk, parsed on demand.
///
/// The format is text with a line for each file: the path, a tab, and, separated by spaces, size,
/// modification time, change time, inode, device, digest, faces, and the checksum of the line up to
/// there. Lines are sorted by the bytes of their paths, for binary search. A line with a wrong
/// checksum is ignored.
struct VerificationRecords: Sendable {
  private static let header = Array("galley fonts 4\n".utf8)

  private let bytes: [UInt8]
  /// The offset of each line feed; the first is that of the header.
  private let ends: [Int]

  /// Creates an empty set of records.
  init() { (bytes, ends) = ([], []) }

  /// Creates records from the contents of a file, or empty ones if the contents are malformed.
  init(_ bytes: [UInt8]) {
    guard bytes.starts(with: Self.header) else {
      (self.bytes, ends) = ([], [])
      return
    }
    self.bytes = bytes
    var ends: [Int] = []
    for index in bytes.indices where bytes[index] == UInt8(ascii: "\n") { ends.append(index) }
    self.ends = ends
  }

  /// Accesses the record of the file at `path`.
  ///
  /// - Complexity: O(log *n*), where *n* is the number of files.
  subscript(path: String) -> VerificationCache.Record? {
    let wanted = Array(path.utf8)
    var (low, high) = (1, ends.count)
    // The number of leading bytes shared with the surrounding lines, and therefore with all lines
    // between.
    var (sharedBelow, sharedAbove) = (0, 0)
    while low < high {
      let middle = (low + high) / 2
      let (shared, order) = line(middle).compare(with: wanted, from: min(sharedBelow, sharedAbove))
      switch order {
      case .before: (low, sharedBelow) = (middle + 1, shared)
      case .after: (high, sharedAbove) = (middle, shared)
      case .same:
        var line = line(middle)
        guard line.removeChecksum() else { return nil }
        line.index += wanted.count + 1
        return line.record()
      }
    }
    return nil
  }

  /// All records.
  var all: [String: VerificationCache.Record] {
    var all: [String: VerificationCache.Record] = [:]
    for index in ends.indices.dropFirst() {
      var line = line(index)
      guard line.removeChecksum() else { continue }
      let path = line.path()
      all[path] = line.record()
    }
    return all
  }

  private func line(_ index: Int) -> RecordLine {
    RecordLine(bytes: bytes, index: ends[index - 1] + 1, end: ends[index])
  }

  /// Returns the contents of a file with the given records.
  ///
  /// Paths with tabs or line feeds are omitted.
  static func bytes(of records: [String: VerificationCache.Record]) -> [UInt8] {
    let paths = records.keys.filter { path in
      !path.utf8.contains(UInt8(ascii: "\n")) && !path.utf8.contains(UInt8(ascii: "\t"))
    }
    var bytes = header
    for path in paths.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
      guard let record = records[path] else { continue }
      let line = "\(path)\t\(record.text)"
      bytes.append(contentsOf: "\(line) \(Checksum(line.utf8).text)\n".utf8)
    }
    return bytes
  }
}

extension VerificationCache.Record {
  /// The record without its path, as in a line.
  fileprivate var text: String {
    let faces = faces.keys.sorted().map { "\($0):\(self.faces[$0]?.text ?? "-")" }
    let fields = [
      "\(status.size)", "\(status.modificationTime)", "\(status.changeTime)", "\(status.inode)",
      "\(status.device)", digest.isEmpty ? "-" : digest,
      faces.isEmpty ? "-" : faces.joined(separator: ";"),
    ]
    return fields.joined(separator: " ")
  }
}

/// A line being parsed.
private struct RecordLine {
  let bytes: [UInt8]
  var index: Int
  private(set) var end: Int

  init(bytes: [UInt8], index: Int, end: Int) {
    (self.bytes, self.index, self.end) = (bytes, index, end)
  }

  /// Removes the checksum from the end of an unparsed line.
  ///
  /// - Returns: Whether the checksum is correct.
  mutating func removeChecksum() -> Bool {
    let rest = end - Checksum.length - 1
    guard rest >= index, bytes[rest] == UInt8(ascii: " "),
      Checksum(text: bytes[(rest + 1)..<end]) == Checksum(bytes[index..<rest])
    else { return false }
    end = rest
    return true
  }

  /// The position of a line relative to the one sought.
  enum Order { case before, same, after }

  /// Compares the path of the line with another, after a shared prefix of known length.
  ///
  /// - Returns: The length of the whole shared prefix, and the position of the line.
  func compare(with path: [UInt8], from start: Int) -> (shared: Int, order: Order) {
    var shared = start
    while shared < path.count, index + shared < end {
      let (own, other) = (bytes[index + shared], path[shared])
      if own != other {
        let isBefore = own == UInt8(ascii: "\t") || own < other
        return (shared, isBefore ? .before : .after)
      }
      shared += 1
    }
    guard index + shared < end else { return (shared, .before) }
    return (shared, bytes[index + shared] == UInt8(ascii: "\t") ? .same : .after)
  }

  /// Parses and consumes the path.
  mutating func path() -> String {
    String(decoding: bytes[field(before: UInt8(ascii: "\t"))], as: UTF8.self)
  }

  /// Parses the rest of the line, or returns `nil` if it is malformed.
  mutating func record() -> VerificationCache.Record? {
    guard let size = Int(exactly: number()), let modified = Int64(exactly: number()),
      let changed = Int64(exactly: number())
    else { return nil }
    let status = FileStatus(
      size: size, modificationTime: modified, changeTime: changed, inode: number(),
      device: number())
    var record = VerificationCache.Record(status: status)
    let digest = field(before: UInt8(ascii: " "))
    if digest.count == 64 { record.digest = String(decoding: bytes[digest], as: UTF8.self) }
    guard index < end else { return nil }
    while index < end {
      let face = Int(clamping: number(before: UInt8(ascii: ":")))
      let text = bytes[field(before: UInt8(ascii: ";"))]
      if let pages = PageSet(text: text) { record.faces[face] = pages }
    }
    return record
  }

  /// Parses a decimal number; malformed digits yield an arbitrary number, which matches no file.
  private mutating func number(before separator: UInt8 = UInt8(ascii: " ")) -> UInt64 {
    var number: UInt64 = 0
    for place in field(before: separator) {
      number = number &* 10 &+ UInt64(bytes[place] & 15)
    }
    return number
  }

  /// Returns the field up to the next separator or the end, and consumes both.
  private mutating func field(before separator: UInt8) -> Range<Int> {
    let start = index
    while index < end, bytes[index] != separator { index += 1 }
    defer { index = min(index + 1, end) }
    return start..<index
  }
}
