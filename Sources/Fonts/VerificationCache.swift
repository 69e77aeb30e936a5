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
    /// The records that were asked for, or are new.
    var records: [String: Record] = [:]
    /// What the file had; `nil` until it was read.
    var stored: VerificationRecords?
    var isChanged = false

    /// What is known of the file at `path`.
    mutating func record(of path: String) -> Record? {
      if let record = records[path] { return record }
      let record = stored?[path]
      records[path] = record
      return record
    }
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
    let record = contents.withLock { contents in
      if contents.stored == nil { contents.stored = readFile() }
      return contents.record(of: path)
    }
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
    let records: [String: Record]? = contents.withLock { contents in
      defer { contents.isChanged = false }
      guard contents.isChanged else { return nil }
      return contents.records.merging(Self.others(in: contents.stored ?? readFile(), contents)) {
        own, _ in own
      }
    }
    guard let records else { return }
    if let directory = FileSystem.directory(of: path) { try? FileSystem.makeDirectory(directory) }
    let bytes = VerificationRecords.bytes(of: records)
    try? FileSystem.replace(path, with: bytes, isDurable: false)
  }

  /// Returns the records of an earlier process that are kept beside this process's own.
  ///
  /// Records of files that are gone or have changed are the first to be left out of too many.
  private static func others(
    in stored: VerificationRecords, _ contents: Contents
  ) -> [String: Record] {
    let others = stored.all.filter { contents.records[$0.key] == nil }
    let room = max(0, recordLimit - contents.records.count)
    guard others.count > room else { return others }
    let current = others.filter { (try? FileStatus(path: $0.key)) == $0.value.status }
    let kept = Set(current.keys.sorted().prefix(room))
    return current.filter { kept.contains($0.key) }
  }

  private func readFile() -> VerificationRecords {
    let bytes = path.flatMap {
      try? RegularFile(path: $0).bytes(limit: FontDirectories.cacheFileLimit)
    }
    return bytes.map { VerificationRecords($0) } ?? VerificationRecords()
  }

  /// The maximum number of records on disk, unless one process uses more.
  static let recordLimit = 8_192
}
