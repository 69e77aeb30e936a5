internal import GalleyCSystem
internal import Glibc

/// The shared libraries of the system.
package enum SharedLibrary {
  /// Returns the path of the file that a library is loaded from, with symbolic links resolved.
  ///
  /// - Parameter name: The name of the library, such as `libcairo.so.2`.
  /// - Returns: The path, whose file name mostly has the version; `nil` if the library is missing.
  package static func path(of name: String) -> String? {
    let bytes = unsafe [CChar](unsafeUninitializedCapacity: Int(PATH_MAX)) { buffer, count in
      guard let start = buffer.baseAddress else { return }
      unsafe library_find(name, start, buffer.count)
      count = unsafe strlen(start)
    }
    return bytes.isEmpty ? nil : String(decoding: bytes.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
