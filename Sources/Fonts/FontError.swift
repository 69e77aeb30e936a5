/// The reason for which a font collection could not be created.
public enum FontError: Error, Hashable, Sendable {
  /// The manifest cannot be read.
  case unreadableManifest(path: String, reason: String)
  /// The manifest is malformed.
  case invalidManifest(path: String, reason: String)
  /// A file named in the manifest does not exist.
  case missingFile(Entry)
  /// A file exists but cannot be read.
  case unreadableFile(Entry, reason: String)
  /// A file is not the one that the manifest specifies.
  case wrongDigest(Entry, expected: String, found: String)
  /// A file is not a font, or too damaged to use.
  case damagedFont(Entry, reason: String)
}

extension FontError {
  /// A reference to a manifest entry, with the details needed to fix it.
  public struct Entry: Hashable, Sendable {
    /// The path of the manifest.
    public var manifest: String
    /// The index of the entry.
    public var entry: Int
    /// The family.
    public var family: String
    /// The file, as named in the manifest or as found.
    public var file: String
    /// The Debian package that provides the file, if the manifest names it.
    public var package: String?

    /// Creates a reference.
    public init(manifest: String, entry: Int, family: String, file: String, package: String?) {
      self.manifest = manifest
      self.entry = entry
      self.family = family
      self.file = file
      self.package = package
    }
  }
}

extension FontError: CustomStringConvertible {
  /// A one-line message: the location, the problem and the remedy.
  public var description: String {
    switch self {
    case .unreadableManifest(let path, let reason):
      "\(path): cannot read the font manifest: \(reason)"
    case .invalidManifest(let path, let reason):
      "\(path): invalid font manifest: \(reason)"
    case .missingFile(let entry):
      "\(entry): \(entry.file) is neither next to the manifest nor among the system's fonts; "
        + entry.remedy
    case .unreadableFile(let entry, let reason):
      "\(entry): cannot read \(entry.file): \(reason)"
    case .wrongDigest(let entry, let expected, let found):
      "\(entry): \(entry.file) has the wrong version: expected sha256 "
        + "\(expected.prefix(12))..., found \(found.prefix(12))...; \(entry.remedy)"
    case .damagedFont(let entry, let reason):
      "\(entry): cannot use \(entry.file): \(reason); \(entry.remedy)"
    }
  }
}

extension FontError.Entry: CustomStringConvertible {
  /// The location in the manifest: its path, and the index and family of the entry.
  public var description: String { "\(manifest): fonts[\(entry)] \"\(family)\"" }

  /// The remedy for a wrong file.
  fileprivate var remedy: String {
    guard let package else { return "provide the file, or correct the entry" }
    return "install it with: apt-get install --reinstall \(package)"
  }
}
