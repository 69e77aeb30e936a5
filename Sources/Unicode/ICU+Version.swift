internal import GalleyCICU

extension ICU {
  /// The major version of the installed library, or `nil` if there is none.
  ///
  /// The names of its files depend on it. The library is loaded to find it.
  package static var majorVersion: Int? {
    let version = Int(cicu_major_version())
    return version == 0 ? nil : version
  }
}
