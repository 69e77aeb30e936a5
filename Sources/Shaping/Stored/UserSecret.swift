internal import GalleySystem

/// A random key in the user's cache directory, which nobody else can read.
package enum UserSecret {
  /// The key, which is created on first use; `nil` if it can be neither read nor written.
  package static let key: [UInt8]? = FileSystem.userCache.flatMap { key(in: $0) }

  /// Returns the key in a directory, which is created if necessary.
  static func key(in directory: String) -> [UInt8]? {
    let path = directory + "/secret"
    if let known = known(path) { return known }
    var random = SystemRandomNumberGenerator()
    let new = (0..<SipHash.keyLength).map { _ in UInt8.random(in: .min ... .max, using: &random) }
    try? FileSystem.makeDirectory(directory)
    try? FileSystem.replace(path, with: new, isDurable: false, isPrivate: true)
    // That of another process, if it was written later.
    return known(path)
  }

  private static func known(_ path: String) -> [UInt8]? {
    guard let file = try? MappedFile(path: path, ofUser: true), file.count == SipHash.keyLength
    else { return nil }
    return file.bytes(0..<file.count)
  }
}
