internal import GalleyBasics
internal import GalleyCHarfBuzz

/// A language, as far as OpenType distinguishes it.
///
/// Equal languages are one interned object, so comparing and hashing are as cheap as for a pointer.
/// HarfBuzz keeps all languages ever requested in a list with linear search. For untrusted text,
/// get the language from a face (``Face/language(for:)``), which knows a closed set.
package struct Language: Hashable, Sendable {
  /// The address of the interned object, which is immutable and lives as long as the process.
  private let address: UInt

  /// Creates a language from a BCP 47 tag such as `ar` or `zh-Hant-HK`.
  ///
  /// Subtags that OpenType does not distinguish are dropped: `en-GB-x-me` equals `en`. A tag
  /// without a valid language is ``undetermined``. The C function is `hb_language_from_string`.
  package init(_ tag: String) {
    self = Language.canonicalName(of: tag).map(Language.init(canonicalName:)) ?? .undetermined
  }

  init(canonicalName name: String) {
    address = unsafe UInt(bitPattern: hb_language_from_string(name, -1))
  }

  private init() { address = 0 }

  /// No language in particular.
  package static let undetermined = Language()

  /// A number that is equal for equal languages.
  var digest: UInt { address >> 4 }

  /// The HarfBuzz object.
  var handle: OpaquePointer? { unsafe OpaquePointer(bitPattern: address) }

  /// The OpenType tags of the language, best first.
  var languageTags: [UInt32] {
    guard address != 0 else { return [] }
    // The limit is that of HarfBuzz's header.
    var (scriptCount, count): (UInt32, UInt32) = (0, 3)
    var tags = [UInt32](repeating: 0, count: 3)
    unsafe hb_ot_tags_from_script_and_language(
      HB_SCRIPT_INVALID, handle, &scriptCount, nil, &count, &tags)
    return Array(tags.prefix(Int(count)))
  }
}

extension Language {
  /// Returns the part of a tag that selects a language system, or `nil` if the tag does not begin
  /// with a language.
  ///
  /// - SeeAlso: [RFC 5646, section 2.1](https://www.rfc-editor.org/rfc/rfc5646#section-2.1).
  static func canonicalName(of tag: String) -> String? {
    let subtags = tag.lowercased().split { $0 == "-" || $0 == "_" }
    guard let language = subtags.first, (2...3).contains(language.utf8.count),
      language.utf8.allSatisfy({ (0x61...0x7A).contains($0) })
    else { return nil }
    var (script, region): (Substring?, Substring?)
    for subtag in subtags.dropFirst() {
      if subtag.utf8.count == 1 { break }  // Extensions begin here.
      if variants.contains(String(subtag)) { return "und-" + subtag }
      if subtag.utf8.count == 4, script == nil, region == nil { script = subtag }
      if subtag.utf8.count == 2, region == nil { region = subtag }
    }
    let parts = distinctions(of: String(language))
    let kept = [script, region].compactMap { $0 }.filter { parts.contains(String($0)) }
    return ([language] + kept).joined(separator: "-")
  }

  /// Returns the scripts and regions for which a language has separate language systems.
  private static func distinctions(of language: String) -> Set<String> {
    switch language {
    case "zh", "cdo", "cjy", "cmn", "cnp", "cpx", "csp", "czh", "czo", "gan", "hak", "hsn", "mnp",
      "nan", "wuu", "yue":
      ["hans", "hant", "cn", "hk", "mo", "sg", "tw"]
    case "ga": ["latg"]
    case "ro", "mo": ["md"]
    default: []
    }
  }

  /// The variants and scripts that select a language system for any language.
  private static let variants: Set = [
    "arevmda", "fonipa", "fonnapa", "geok", "polyton", "provenc", "syre", "syrj", "syrn",
  ]

  /// Returns the OpenType tag that HarfBuzz synthesizes for an unknown three-letter code, or `nil`
  /// if the code is known.
  ///
  /// - Complexity: O(log *n*), where *n* is the number of codes that HarfBuzz knows.
  static func madeUpTag(of name: String) -> UInt32? {
    let letters = Array(name.utf8)
    guard letters.count == 3 else { return nil }
    let codes = OpenTypeLanguages.codes.utf8.span
    func code(_ index: Int) -> [UInt8] { (0..<3).map { codes[4 * index + $0] } }
    let count = (codes.count + 1) / 4
    let index = (0..<count).partitioningIndex { !code($0).lexicographicallyPrecedes(letters) }
    guard index == count || code(index) != letters else { return nil }
    return letters.reduce(0) { $0 << 8 | UInt32($1 - 0x20) } << 8 | 0x20
  }
}
