internal import GalleySystem
internal import Synchronization

/// A cache of verified font files, so that they are not read again at each start.
///
/// A file counts as unchanged if its path, size, times and inode are the same. Records are cached
/// in memory and in a file in the user's cache directory; without one, in memory only.
final class VerificationCache: Sendable {
  /// The record of a file.
  struct Record: Hashable, Sendable {
    var status: FileStatus
    /// The digest, or an empty string if it has not been computed.
    var digest = ""
    /// The faces that have been verified, with their approximate coverage.
    var faces: [Int: PageSet] = [:]
  }

  /// The cache of this process.
  static let shared = VerificationCache(path: defaultPath)

  private struct Contents {
    /// The records that were requested or are new.
    var records: [String: Record] = [:]
    /// The records on disk, or `nil` if they have not been read.
    var stored: VerificationRecords?
    var isChanged = false

    /// Returns the record of the file at `path`.
    mutating func record(of path: String) -> Record? {
      if let record = records[path] { return record }
      let record = stored?[path]
      records[path] = record
      return record
    }
  }

  private let path: String?
  private let contents = Mutex(Contents())

  /// Creates a cache stored in the file at `path`, or in memory only if `path` is `nil`.
  init(path: String?) { self.path = path }

  /// The directory of the file; `nil` if records are in memory only.
  var folder: String? { path.flatMap(FileSystem.directory) }

  private static var defaultPath: String? { FontDirectories.cache.map { $0 + "/fonts" } }

  /// Returns the record of the file at `path` if it still has the given status.
  func record(of path: String, _ status: FileStatus) -> Record? {
    let record = contents.withLock { contents in
      if contents.stored == nil { contents.stored = readFile() }
      return contents.record(of: path)
    }
    return record?.status == status ? record : nil
  }

  /// Stores the record of the file at `path`.
  func store(_ record: Record, for path: String) {
    contents.withLock {
      $0.records[path] = record
      $0.isChanged = true
    }
  }

  /// Writes new records to disk.
  ///
  /// Failure to write is ignored; it only makes the next start slower.
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

  /// Returns the records of earlier processes to keep in addition to this process's own.
  ///
  /// If there are too many, records of missing or changed files are removed first.
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
