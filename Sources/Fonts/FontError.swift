/// Why a collection of fonts could not be made.
public enum FontError: Error, Hashable, Sendable {
  /// The manifest cannot be read.
  case unreadableManifest(path: String, reason: String)
  /// The manifest is not what a manifest has to be.
  case invalidManifest(path: String, reason: String)
  /// A file that the manifest names is nowhere.
  case missingFile(FontEntryReference)
  /// A file is there, and cannot be read.
  case unreadableFile(FontEntryReference, reason: String)
  /// A file is another than the one that the manifest means.
  case wrongDigest(FontEntryReference, expected: String, found: String)
  /// A file is no font, or too damaged to use.
  case damagedFont(FontEntryReference, reason: String)
}

/// One entry of a manifest, by what one needs to find it and to put it right.
public struct FontEntryReference: Hashable, Sendable {
  /// The manifest.
  public var manifest: String
  /// Which entry it is, counting from zero.
  public var entry: Int
  /// The family.
  public var family: String
  /// The file, as the manifest names it or where it was found.
  public var file: String
  /// The Debian package that has the file, if the manifest says so.
  public var package: String?

  /// Makes a reference.
  public init(manifest: String, entry: Int, family: String, file: String, package: String?) {
    self.manifest = manifest
    self.entry = entry
    self.family = family
    self.file = file
    self.package = package
  }
}

extension FontError: CustomStringConvertible {
  /// One line: where, what is wrong, and what to do.
  public var description: String {
    switch self {
    case .unreadableManifest(let path, let reason):
      "\(path): the font manifest cannot be read: \(reason)"
    case .invalidManifest(let path, let reason):
      "\(path): not a font manifest: \(reason)"
    case .missingFile(let entry):
      "\(entry): there is no \(entry.file) beside the manifest or among the system's fonts; "
        + entry.remedy
    case .unreadableFile(let entry, let reason):
      "\(entry): \(entry.file) cannot be read: \(reason)"
    case .wrongDigest(let entry, let expected, let found):
      "\(entry): \(entry.file) is another version than the manifest means "
        + "(sha256 \(found.prefix(12))... instead of \(expected.prefix(12))...); \(entry.remedy)"
    case .damagedFont(let entry, let reason):
      "\(entry): \(entry.file) cannot be used: \(reason); \(entry.remedy)"
    }
  }
}

extension FontEntryReference: CustomStringConvertible {
  /// The place in the manifest: its path, and the number and family of the entry.
  public var description: String {
    "\(manifest): fonts[\(entry)] \"\(family)\""
  }

  /// What to do about a file that is not right.
  fileprivate var remedy: String {
    guard let package else { return "put the right file there, or correct the entry" }
    return "install it with: apt-get install --reinstall \(package)"
  }
}
