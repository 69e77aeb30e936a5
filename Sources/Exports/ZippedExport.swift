internal import GalleyBasics
internal import GalleySystem
internal import GalleyZip

/// The zip file of an export, which is unpacked into the user's cache.
///
/// It is unpacked once; a file with another path, size or time is another one. Each entry is
/// streamed into a file that gets its name when it is complete, so that an interrupted unpacking is
/// repeated without harm. Only regular files and folders are created, whatever the entries are.
/// Folders that were not opened for ``unusedTime`` are removed when another file is unpacked.
enum ZippedExport {
  /// The time after which an unpacked file that was not opened is removed, in seconds.
  private static let unusedTime = 30 * 86_400

  /// Returns whether a file begins as zip files do.
  static func isZip(_ path: String) throws(FileError) -> Bool {
    let start = try RegularFile(path: path).bytes(from: 0, count: 4)
    return start == [0x50, 0x4B, 3, 4] || start == [0x50, 0x4B, 5, 6]
  }

  /// Unpacks a zip file, unless it was before, and returns the folder with the export.
  static func folder(of path: String) throws(ExportError) -> String {
    let status: FileStatus
    do { status = try FileStatus(path: path) } catch { throw .file(error) }
    guard let cache = FileSystem.userCache else {
      throw .archive(path: path, reason: "neither XDG_CACHE_HOME nor HOME is set")
    }
    let identity =
      "\(FileSystem.absolutePath(path))\n\(status.size) \(status.modificationTime)"
      + " \(status.inode) \(status.device)"
    let digest = SHA256.hexDigest(of: Array(identity.utf8).span)
    let place = "\(cache)/unpacked/\(digest.prefix(32))"
    // Some exports have their title in the name of the archive only.
    let file = path.split(separator: "/").last ?? "export"
    let title = file.lowercased().hasSuffix(".zip") ? file.dropLast(4) : file
    let folder = place + "/" + (title.isEmpty || title.hasPrefix(".") ? "export" : title)
    let isUnpacked = (try? FileStatus(path: mark(of: place))) != nil
    if !isUnpacked {
      removeUnused(in: cache + "/unpacked", besides: place)
      try unpack(path, size: status.size, into: folder)
    }
    do {
      // The time of the mark is that of the last use.
      try FileSystem.write([], to: mark(of: place))
      return try root(of: folder)
    } catch { throw .file(error) }
  }

  private static func mark(of place: String) -> String { place + "/.complete" }

  /// Removes the folders that were not opened for a long time, and those that are not complete.
  ///
  /// A folder that cannot be removed is left.
  private static func removeUnused(in folder: String, besides place: String) {
    for name in (try? FileSystem.names(in: folder)) ?? [] where folder + "/" + name != place {
      let path = folder + "/" + name
      let used = (try? FileStatus(path: mark(of: path))) ?? (try? FileStatus(path: path))
      guard let used, used.age > unusedTime else { continue }
      try? FileSystem.removeTree(path)
    }
  }

  /// Returns a folder, or its only subfolder if there is nothing else in it.
  private static func root(of folder: String) throws(FileError) -> String {
    let names = try FileSystem.names(in: folder).filter { $0 != "__MACOSX" }
    guard names.count == 1, let name = names.first else { return folder }
    let inner = folder + "/" + name
    return try FileStatus(path: inner).kind == .directory ? inner : folder
  }

  private static func unpack(
    _ path: String, size: Int, into folder: String
  ) throws(ExportError) {
    do throws(ZipError) {
      let archive = try ZipArchive(path: path)
      let entries = try checked(archive, size: size)
      do throws(FileError) { try FileSystem.makeDirectory(folder) } catch {
        throw ZipError(description: error.description)
      }
      for entry in entries { try write(entry, of: archive, to: folder + "/" + entry.name) }
    } catch { throw .archive(path: path, reason: error.description) }
  }

  /// Returns the files of an archive, after all of them were found to be within the limits.
  private static func checked(
    _ archive: borrowing ZipArchive, size: Int
  ) throws(ZipError) -> [ZipArchive.Entry] {
    guard archive.count <= Limits.Exports.entries else {
      throw ZipError(description: "it has more than \(Limits.Exports.entries) files")
    }
    var entries: [ZipArchive.Entry] = []
    var total = 0
    for index in 0..<archive.count {
      var entry = try archive.entry(index)
      guard let name = ExportPath.checked(entry.name) else {
        throw ZipError(description: "the name of a file leads outside the archive: \(entry.name)")
      }
      guard !entry.name.hasSuffix("/") else { continue }
      guard !entry.isEncrypted else {
        throw ZipError(description: "it is encrypted; unpack it with its password first")
      }
      let sum = total.addingReportingOverflow(entry.size)
      guard !sum.overflow, sum.partialValue <= Limits.Exports.unpackedSize,
        sum.partialValue <= Limits.Exports.smallArchive
          || sum.partialValue / Limits.Exports.ratio <= size
      else { throw ZipError(description: "its files are too large for its size") }
      total = sum.partialValue
      entry.name = name
      entries.append(entry)
    }
    return entries
  }

  private static func write(
    _ entry: ZipArchive.Entry, of archive: borrowing ZipArchive, to path: String
  ) throws(ZipError) {
    let file: DraftFile
    do throws(FileError) {
      if let directory = FileSystem.directory(of: path) {
        try FileSystem.makeDirectory(directory)
      }
      file = try DraftFile(path: path)
    } catch { throw ZipError(description: error.description) }
    try archive.read(entry) { file.write($0) }
    do { try file.publish() } catch { throw ZipError(description: error.description) }
  }
}
