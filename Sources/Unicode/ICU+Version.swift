internal import GalleyCICU

extension ICU {
  /// The major version of the library that is loaded, on which the names of its files depend.
  package static var majorVersion: Int { Int(cicu_major_version()) }
}
