internal import GalleyFiles

/// What a ``VerificationCache`` keeps on disk, read no further than it is asked for.
///
/// It is text, a line for each file: the path, a tab, and then with a space between them size, time of
/// modification, time of change, number on the disk, device, digest, faces, and the checksum of all
/// before it. The lines ascend by the bytes of their paths, so that one is found without reading the
/// others. A line with another checksum than its own does not count.
struct VerificationRecords: Sendable {
  private static let header = Array("galley fonts 4\n".utf8)

  private let bytes: [UInt8]
  /// Where each line ends, at its line feed; the one before the first is the header's.
  private let ends: [Int]

  /// Nothing.
  init() { (bytes, ends) = ([], []) }

  /// Takes what the file had; nothing if that is something else.
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

  /// What was kept of the file at `path`.
  ///
  /// - Complexity: O(log *n*) in the number of files.
  subscript(path: String) -> VerificationCache.Record? {
    let wanted = Array(path.utf8)
    var (low, high) = (1, ends.count)
    // How many bytes the lines around have in common with it, and so do those between them.
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

  /// Everything there is.
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

  private func line(_ index: Int) -> Line {
    Line(bytes: bytes, index: ends[index - 1] + 1, end: ends[index])
  }

  /// The bytes of a file that has these records.
  ///
  /// Paths that would break a line are left out.
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
  /// The record without its path, as a line has it.
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

/// A line that is being read.
private struct Line {
  let bytes: [UInt8]
  var index: Int
  private(set) var end: Int

  init(bytes: [UInt8], index: Int, end: Int) {
    (self.bytes, self.index, self.end) = (bytes, index, end)
  }

  /// Removes the checksum from the end of a line that was not read yet.
  ///
  /// - Returns: Whether the line has the checksum of its bytes.
  mutating func removeChecksum() -> Bool {
    let rest = end - Checksum.length - 1
    guard rest >= index, bytes[rest] == UInt8(ascii: " "),
      Checksum(text: bytes[(rest + 1)..<end]) == Checksum(bytes[index..<rest])
    else { return false }
    end = rest
    return true
  }

  /// Where the line stands to the one that is looked for.
  enum Order {
    case before, same, after
  }

  /// Compares the path of the line with another, after a number of bytes that they share.
  ///
  /// - Returns: How many bytes they share in all, and where the line stands.
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

  /// Goes past the path.
  mutating func path() -> String {
    String(decoding: bytes[field(before: UInt8(ascii: "\t"))], as: UTF8.self)
  }

  /// Reads what follows the path; `nil` if it is something else.
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

  /// The number that decimal digits stand for; what is none gives some number or other, which then is
  /// not that of any file.
  private mutating func number(before separator: UInt8 = UInt8(ascii: " ")) -> UInt64 {
    var number: UInt64 = 0
    for place in field(before: separator) {
      number = number &* 10 &+ UInt64(bytes[place] & 15)
    }
    return number
  }

  /// What stands before the next separator, or the end; goes past both.
  private mutating func field(before separator: UInt8) -> Range<Int> {
    let start = index
    while index < end, bytes[index] != separator { index += 1 }
    defer { index = min(index + 1, end) }
    return start..<index
  }
}
