internal import GalleyCFontconfig

/// The fonts of the system, according to fontconfig.
///
/// Every request searches all fonts and takes at least a tenth of a millisecond, so callers cache
/// the results. The first one loads the configuration. All members are thread-safe.
package enum Fontconfig {
  /// Returns whether fontconfig knows the characters of a language, such as `ja` or `zh-tw`.
  ///
  /// This does not load the configuration. The C function is `FcLangGetCharSet`.
  package static func knowsLanguage(_ name: String) -> Bool {
    unsafe name.withCString { name in
      unsafe name.withMemoryRebound(to: CFcChar8.self, capacity: 1) {
        unsafe fontconfig.FcLangGetCharSet($0) != nil
      }
    }
  }

  /// Returns the font that best matches `query`, or `nil` if the system has no fonts.
  ///
  /// The C function is `FcFontMatch`.
  package static func match(_ query: FontQuery) -> FoundFont? {
    let pattern = Pattern(query)
    unsafe pattern.substitute(in: configuration.handle)
    var result = CFcResultNoMatch
    let match = unsafe fontconfig.FcFontMatch(configuration.handle, pattern.handle, &result)
    guard let match = unsafe match else { return nil }
    return unsafe FoundFont(Pattern(owning: match))
  }

  /// Returns all fonts, best matches for `query` first.
  ///
  /// The C function is `FcFontSort`.
  package static func ranking(for query: FontQuery) -> FontRanking {
    let pattern = Pattern(query)
    unsafe pattern.substitute(in: configuration.handle)
    var result = CFcResultNoMatch
    return unsafe FontRanking(
      owning: fontconfig.FcFontSort(
        configuration.handle, pattern.handle, CFcBool(CFcFalse), nil, &result))
  }

  /// Returns all faces of a family, ordered by file and index.
  ///
  /// The C function is `FcFontList`.
  package static func faces(ofFamily family: String) -> [FoundFont] {
    let pattern = Pattern()
    pattern.add(CFC_FAMILY, family)
    let ranking = unsafe FontRanking(
      owning: fontconfig.FcFontList(configuration.handle, pattern.handle, nil))
    return (0..<ranking.count).compactMap(ranking.font).sorted {
      ($0.path, $0.index) < ($1.path, $1.index)
    }
  }

  /// The files and directories that results depend on: the configuration, and the font directories.
  ///
  /// The C functions are `FcConfigGetConfigFiles` and `FcConfigGetFontDirs`.
  package static var sources: [String] {
    let files = unsafe strings(fontconfig.FcConfigGetConfigFiles(configuration.handle))
    let directories = unsafe strings(fontconfig.FcConfigGetFontDirs(configuration.handle))
    return files + directories
  }

  /// Returns all strings of a list, and frees the list.
  private static func strings(_ list: OpaquePointer?) -> [String] {
    guard let list = unsafe list else { return [] }
    defer { unsafe fontconfig.FcStrListDone(list) }
    var strings: [String] = []
    while let string = unsafe fontconfig.FcStrListNext(list) {
      unsafe strings.append(String(cString: string))
    }
    return strings
  }

  private static let configuration = Configuration()
}

/// The functions of fontconfig.
var fontconfig: cfontconfig_functions { unsafe cfontconfig_table().pointee }

/// A ranked list of fonts.
@safe package final class FontRanking: Sendable {
  /// The number of fonts.
  package let count: Int

  // SAFETY: the set and its patterns are immutable, and freed in `deinit`.
  nonisolated(unsafe) private let handle: UnsafeMutablePointer<CFcFontSet>?
  // SAFETY: owned by the patterns, valid as long as these, and only read.
  nonisolated(unsafe) private let characterSets: [OpaquePointer?]

  init(owning handle: UnsafeMutablePointer<CFcFontSet>?) {
    unsafe self.handle = handle
    unsafe count = Int(handle?.pointee.nfont ?? 0)
    var characterSets: [OpaquePointer?] = unsafe []
    for index in 0..<count {
      var characters: OpaquePointer?
      let pattern = unsafe handle?.pointee.fonts[index]
      let result = unsafe fontconfig.FcPatternGetCharSet(pattern, CFC_CHARSET, 0, &characters)
      unsafe characterSets.append(result == CFcResultMatch ? characters : nil)
    }
    unsafe self.characterSets = characterSets
  }

  deinit {
    if let handle = unsafe handle { unsafe fontconfig.FcFontSetDestroy(handle) }
  }

  /// Returns whether the font at `index` supports `scalar`, without opening its file.
  package func covers(_ scalar: UInt32, at index: Int) -> Bool {
    guard let characters = unsafe characterSets[index] else { return false }
    return unsafe fontconfig.FcCharSetHasChar(characters, scalar) != 0
  }

  /// Returns the font at `index`, or `nil` if it is not scalable.
  package func font(at index: Int) -> FoundFont? {
    precondition((0..<count).contains(index), "index out of range")
    guard let handle = unsafe handle, let pattern = unsafe handle.pointee.fonts[index] else {
      return nil
    }
    return unsafe FoundFont(Pattern(sharing: pattern))
  }
}

/// Fontconfig's configuration, loaded once per process.
@safe private final class Configuration: Sendable {
  // SAFETY: the configuration is immutable once loaded, and fontconfig lets threads share it.
  nonisolated(unsafe) let handle: OpaquePointer?

  init() { unsafe handle = fontconfig.FcInitLoadConfigAndFonts() }
}

extension FoundFont {
  fileprivate init?(_ pattern: borrowing Pattern) {
    guard let path = pattern.strings(CFC_FILE).first else { return nil }
    let isScalable = pattern.flag(CFC_SCALABLE)
    isColor = pattern.flag(CFC_COLOR)
    guard isScalable || isColor else { return nil }
    self.path = path
    // The upper half of the index is that of a named instance of a variable font.
    index = (pattern.integer(CFC_INDEX) ?? 0) & 0xFFFF
    families = pattern.strings(CFC_FAMILY)
    weight = pattern.range(CFC_WEIGHT).map(Self.openTypeWeight) ?? 400...400
    width = pattern.range(CFC_WIDTH) ?? 100...100
    slant = FontQuery.Slant(rawValue: Int32(pattern.integer(CFC_SLANT) ?? 0)) ?? .upright
  }

  private static func openTypeWeight(_ weight: ClosedRange<Double>) -> ClosedRange<Double> {
    let lower = fontconfig.FcWeightToOpenTypeDouble(weight.lowerBound)
    return lower...max(lower, fontconfig.FcWeightToOpenTypeDouble(weight.upperBound))
  }
}
