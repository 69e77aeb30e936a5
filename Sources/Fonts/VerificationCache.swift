internal import GalleyFiles
internal import Synchronization

/// What was found out about font files, so that they are not read again at each start.
///
/// A file is the same as before if its place, size, times and number on the disk are. What is known
/// is kept in memory and in a file in the user's cache directory; without one, in memory only.
final class VerificationCache: Sendable {
  /// What is known of one file.
  struct Record: Hashable, Sendable {
    var status: FileStatus
    /// The digest; empty if nobody has asked for it yet.
    var digest = ""
    /// The faces that were opened and found in order, and roughly what they cover.
    var faces: [Int: PageSet] = [:]
  }

  /// The cache of this process.
  static let shared = VerificationCache(path: defaultPath)

  private struct Contents {
    var records: [String: Record] = [:]
    var isLoaded = false
    var isChanged = false
  }

  private let path: String?
  private let contents = Mutex(Contents())

  /// Makes a cache that is kept in the file at `path`; `nil` keeps it in memory.
  init(path: String?) {
    self.path = path
  }

  private static var defaultPath: String? {
    FontDirectories.cache.map { $0 + "/fonts" }
  }

  /// What is known of the file at `path` if it is still as `status` says.
  func record(of path: String, _ status: FileStatus) -> Record? {
    loadOnce()
    let record = contents.withLock { $0.records[path] }
    return record?.status == status ? record : nil
  }

  /// Remembers what was found out about the file at `path`.
  func store(_ record: Record, for path: String) {
    contents.withLock {
      $0.records[path] = record
      $0.isChanged = true
    }
  }

  /// Writes what is new to disk.
  ///
  /// That it cannot be written is no error: it is only slower next time.
  func save() {
    guard let path else { return }
    let records = contents.withLock { contents in
      defer { contents.isChanged = false }
      return contents.isChanged ? contents.records : nil
    }
    // More files than anybody has fonts, and so mostly files that are long gone.
    guard let records, records.count <= 8192 else { return }
    let lines = records.keys.sorted().compactMap { path in
      records[path].flatMap { $0.line(for: path) }
    }
    let text = ([Self.header] + lines).joined(separator: "\n")
    if let directory = FileSystem.directory(of: path) { try? FileSystem.makeDirectory(directory) }
    try? FileSystem.write(Array(text.utf8), to: path, isDurable: false)
  }

  private static let header = "galley fonts 2"

  private func loadOnce() {
    let isLoaded = contents.withLock { contents in
      defer { contents.isLoaded = true }
      return contents.isLoaded
    }
    guard !isLoaded, let path, let bytes = try? FileSystem.bytes(of: path) else { return }
    let lines = bytes.split(separator: UInt8(ascii: "\n"))
    guard lines.first.map({ $0.elementsEqual(Self.header.utf8) }) ?? false else { return }
    let records = lines.dropFirst().compactMap(Record.parse)
    contents.withLock { contents in
      for (path, record) in records where contents.records[path] == nil {
        contents.records[path] = record
      }
    }
  }
}

extension VerificationCache.Record {
  /// The record as a line of text: numbers, the digest, the faces, and the path, which comes last
  /// because it may have spaces.
  fileprivate func line(for path: String) -> String? {
    guard !path.utf8.contains(UInt8(ascii: "\n")) else { return nil }
    let numbers = [
      "\(status.size)", "\(status.modificationTime)", "\(status.changeTime)", "\(status.inode)",
      "\(status.device)",
    ]
    let faces = faces.keys.sorted().map { "\($0):\(self.faces[$0]?.text ?? "-")" }
    let rest = [
      digest.isEmpty ? "-" : digest, faces.isEmpty ? "-" : faces.joined(separator: ";"), path,
    ]
    return (numbers + rest).joined(separator: " ")
  }

  fileprivate static func parse(_ line: ArraySlice<UInt8>) -> (path: String, Self)? {
    let fields = line.split(separator: UInt8(ascii: " "), maxSplits: 7)
    guard fields.count == 8, let size = Int(exactly: fields[0].decimal),
      let modified = Int64(exactly: fields[1].decimal),
      let changed = Int64(exactly: fields[2].decimal)
    else { return nil }
    let status = FileStatus(
      size: size, modificationTime: modified, changeTime: changed, inode: fields[3].decimal,
      device: fields[4].decimal)
    var record = Self(status: status)
    if fields[5].count == 64 { record.digest = String(decoding: fields[5], as: UTF8.self) }
    for face in fields[6].split(separator: UInt8(ascii: ";")) {
      let parts = face.split(separator: UInt8(ascii: ":"))
      guard parts.count == 2, let pages = PageSet(text: parts[1]) else { continue }
      record.faces[Int(clamping: parts[0].decimal)] = pages
    }
    return (String(decoding: fields[7], as: UTF8.self), record)
  }
}

extension ArraySlice<UInt8> {
  /// The number that decimal digits stand for; what is none gives some number or other, which then
  /// is not that of any file.
  fileprivate var decimal: UInt64 {
    reduce(0) { $0 &* 10 &+ UInt64($1 & 15) }
  }
}
