internal import GalleySystem

/// The fonts of a manifest as an earlier process has verified them.
///
/// Parsing a manifest of many fonts and their verification records takes as long as everything else
/// needed to draw a line of text. A snapshot is kept in the user's cache directory, in a file for
/// each manifest. It is valid as long as the manifest, the choice of directories and the status of
/// each font file are the same.
struct ManifestSnapshot {
  /// A verified entry and its file.
  struct Face {
    var entry: FontManifest.Entry
    /// The path of the file.
    var path: String
    /// The status of the file when it was verified.
    var status: FileStatus
    /// The approximate coverage of the face.
    var pages: PageSet
    /// Whether the face is for formulas rather than text.
    var isMath: Bool
  }

  /// The faces, those for formulas last.
  var faces: [Face] = []
  /// The family used for emoji.
  var emojiFamily: String?

  /// The number of fonts from which a snapshot is kept; a manifest of fewer is read quickly.
  static let leastCount = 32

  /// Creates an empty snapshot.
  init(emojiFamily: String?) { self.emojiFamily = emojiFamily }

  /// Returns the fonts, of which processes try those that are not trusted.
  func fonts(tryingWith helpers: FontHelpers?) -> ManifestFonts {
    let emojiFamily = emojiFamily?.lowercased()
    var (textFaces, mathFaces): ([ManifestFace], [ManifestFace]) = ([], [])
    textFaces.reserveCapacity(faces.count)
    var (family, isEmoji) = ("", false)
    for face in faces {
      // Nearly all faces of a family follow each other.
      if face.entry.family != family {
        family = face.entry.family
        isEmoji = emojiFamily == family.lowercased()
      }
      let opened = ManifestFace(
        face.entry, path: face.path, pages: face.pages, isOfEmojiFamily: isEmoji, helpers: helpers)
      if face.isMath { mathFaces.append(opened) } else { textFaces.append(opened) }
    }
    return ManifestFonts(textFaces, emojiFamily: self.emojiFamily, mathFaces: mathFaces)
  }
}

/// The fields of an entry that are often those of the entry before.
private struct SharedFields: Hashable {
  var family = ""
  var languages: [String] = []
  var package: String?

  init() {}

  init(_ entry: FontManifest.Entry) {
    (family, languages, package) = (entry.family, entry.languages, entry.package)
  }
}

// MARK: - Files

extension ManifestSnapshot {
  private static let header = Array("galley manifest 2\n".utf8)

  /// Returns the file for the snapshot of a manifest.
  private static func file(of manifest: String, in folder: String) -> String {
    "\(folder)/manifest-\(Checksum(FileSystem.absolutePath(manifest).utf8).text)"
  }

  /// Reads the snapshot of a manifest; `nil` if there is none, or it is no longer valid.
  ///
  /// - Parameters:
  ///   - manifest: The path of the manifest.
  ///   - status: The status of the manifest.
  ///   - folder: The cache directory.
  ///   - directories: The directories of the manifest.
  init?(
    of manifest: String, _ status: FileStatus, in folder: String,
    _ directories: inout FontDirectories
  ) {
    let file = Self.file(of: manifest, in: folder)
    guard let bytes = try? RegularFile(path: file).bytes(limit: FontDirectories.cacheFileLimit),
      bytes.starts(with: Self.header)
    else { return nil }
    let start = Self.header.count + Checksum.length
    guard bytes.count > start,
      Checksum(text: bytes[Self.header.count..<start]) == Checksum(interleaving: bytes, from: start)
    else { return nil }
    var reader = CompactReader(bytes, from: start)
    guard reader.status() == status else { return nil }
    emojiFamily = reader.optionalString()
    let places = reader.array { (folder: $0.string(), directory: $0.string()) }
    for place in places where directories.places(of: place.folder) != [place.directory] {
      return nil
    }
    var shared = SharedFields()
    var names: [(place: Int, name: String)] = []
    faces = reader.array { $0.face(places, &shared, &names) }
    // Only now is it known that the paths are not made of damaged bytes.
    guard reader.isComplete, isCurrent(places, names) else { return nil }
  }

  /// Returns whether the files of all faces have the status of when they were verified.
  ///
  /// `names` has the place of each face's file, a folder in a directory, and its name there.
  private func isCurrent(
    _ places: [(folder: String, directory: String)], _ names: [(place: Int, name: String)]
  ) -> Bool {
    for (index, place) in places.enumerated() {
      // Finding a name in an open folder takes half as long as finding a path.
      guard let folder = try? OpenDirectory(path: place.directory + place.folder) else {
        return false
      }
      for (face, name) in zip(faces, names) where name.place == index {
        guard (try? folder.status(of: name.name)) == face.status else { return false }
      }
    }
    return true
  }

  /// Writes the snapshot, if all fonts are installed and in the only directory for their names.
  ///
  /// Failure to write is ignored; it only makes the next start slower.
  func write(
    of manifest: String, _ status: FileStatus, to folder: String,
    _ directories: inout FontDirectories
  ) {
    guard faces.count >= Self.leastCount else { return }
    var places: [(folder: String, place: String)] = []
    var indices: [Int] = []
    for face in faces {
      let folder = FontDirectories.folder(of: face.entry.file)
      let known = directories.places(of: folder)
      guard known.count == 1, face.path == known[0] + face.entry.file,
        FontDirectories.isInstalled(face.path)
      else { return }
      let index = places.firstIndex { $0.folder == folder }
      if index == nil { places.append((folder, known[0])) }
      indices.append(index ?? places.count - 1)
    }
    var writer = CompactWriter()
    writer.write(status)
    writer.write(emojiFamily)
    writer.write(places) { writer, place in
      writer.write(place.folder)
      writer.write(place.place)
    }
    writer.write(Array(faces.indices)) { writer, index in
      let place = indices[index]
      writer.write(
        faces[index], inPlace: place, folder: places[place].folder,
        after: index == 0 ? nil : faces[index - 1])
    }
    let checksum = Checksum(interleaving: writer.bytes, from: 0).text
    try? FileSystem.makeDirectory(folder)
    try? FileSystem.replace(
      Self.file(of: manifest, in: folder), with: Self.header + checksum.utf8 + writer.bytes,
      isDurable: false)
  }
}

extension CompactWriter {
  fileprivate mutating func write(_ status: FileStatus) {
    write(status.size)
    write(UInt64(bitPattern: status.modificationTime))
    write(UInt64(bitPattern: status.changeTime))
    write(status.inode)
    write(status.device)
  }

  /// Writes a face after another one, whose family, languages and package it often has.
  fileprivate mutating func write(
    _ face: ManifestSnapshot.Face, inPlace place: Int, folder: String,
    after last: ManifestSnapshot.Face?
  ) {
    let entry = face.entry
    write(place)
    write(String(Substring(entry.file.utf8.dropFirst(folder.utf8.count))))
    write(face.status)
    let isShared = last.map { SharedFields($0.entry) == SharedFields(entry) } ?? false
    write(isShared ? 1 : 0)
    if !isShared {
      write(entry.family)
      write(entry.languages) { $0.write($1) }
      write(entry.package)
    }
    write(entry.index)
    write(entry.sha256)
    write(entry.weight == nil ? 0 : 1)
    if let weight = entry.weight { write(weight.bitPattern) }
    switch entry.slant {
    case nil: write(0)
    case .upright: write(1)
    case .italic: write(2)
    case .oblique(let degrees):
      write(3)
      write(degrees.bitPattern)
    }
    write(face.pages.ranges) { writer, range in
      writer.write(UInt64(range.first))
      writer.write(UInt64(range.last))
    }
    write(face.isMath ? 1 : 0)
  }
}

extension CompactReader {
  /// Reads the status of a regular file.
  fileprivate mutating func status() -> FileStatus {
    FileStatus(
      size: Int(truncatingIfNeeded: number()), modificationTime: Int64(bitPattern: number()),
      changeTime: Int64(bitPattern: number()), inode: number(), device: number())
  }

  /// Reads a face in one of the places, which are folders and the directories that contain them,
  /// and appends the place and the name of its file.
  fileprivate mutating func face(
    _ places: [(folder: String, directory: String)], _ shared: inout SharedFields,
    _ names: inout [(place: Int, name: String)]
  ) -> ManifestSnapshot.Face {
    let place = index(below: places.count)
    let name = string()
    names.append((place, name))
    let (folder, directory) = places.isEmpty ? ("", "") : places[place]
    let status = status()
    if number() == 0 {
      shared.family = string()
      shared.languages = array { $0.string() }
      shared.package = optionalString()
    }
    var entry = FontManifest.Entry(family: shared.family, file: folder + name)
    entry.languages = shared.languages
    entry.package = shared.package
    entry.index = index(below: .max)
    entry.sha256 = optionalString()
    entry.weight = number() == 0 ? nil : Double(bitPattern: number())
    entry.slant = slant()
    let pages = PageSet(
      ranges: array { reader in
        (UInt16(truncatingIfNeeded: reader.number()), UInt16(truncatingIfNeeded: reader.number()))
      })
    return ManifestSnapshot.Face(
      entry: entry, path: directory + entry.file, status: status, pages: pages,
      isMath: number() != 0)
  }

  private mutating func slant() -> FontDescription.Slant? {
    switch number() {
    case 1: .upright
    case 2: .italic
    case 3: .oblique(degrees: Double(bitPattern: number()))
    default: nil
    }
  }
}
