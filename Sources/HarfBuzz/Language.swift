internal import GalleyCHarfBuzz

/// A language that text is in, as HarfBuzz interns it.
///
/// Equal languages are one object, so comparing and hashing cost a pointer's worth.
package struct Language: Hashable, Sendable {
  /// Where the interned object is; it is immutable and lives as long as the process.
  private let address: UInt

  /// Makes a language from a BCP 47 tag such as `ar` or `zh-Hant-HK`.
  ///
  /// A tag that HarfBuzz does not know still gives a language; it merely selects no language system
  /// of a font. The C function is `hb_language_from_string`.
  package init(_ tag: String) {
    var tag = tag
    address = tag.withUTF8 { bytes in
      let characters = unsafe UnsafeRawPointer(bytes.baseAddress)?
        .assumingMemoryBound(to: CChar.self)
      return unsafe UInt(bitPattern: hb_language_from_string(characters, Int32(bytes.count)))
    }
  }

  private init() {
    address = 0
  }

  /// No language in particular.
  package static let undetermined = Language()

  /// The object as HarfBuzz knows it.
  var handle: OpaquePointer? { unsafe OpaquePointer(bitPattern: address) }
}
