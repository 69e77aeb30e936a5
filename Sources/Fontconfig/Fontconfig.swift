internal import GalleyCFontconfig

/// The fonts of the system, as fontconfig knows them.
///
/// Every question goes through all fonts and takes a tenth of a millisecond and more; whoever asks
/// remembers the answers. The first one reads the configuration. All of it may be used on any thread.
package enum Fontconfig {
  /// Whether fontconfig knows the characters of a language, such as `ja` or `zh-tw`.
  ///
  /// No configuration is read for it. The C function is `FcLangGetCharSet`.
  package static func knowsLanguage(_ name: String) -> Bool {
    unsafe name.withCString { name in
      unsafe name.withMemoryRebound(to: FcChar8.self, capacity: 1) {
        unsafe FcLangGetCharSet($0) != nil
      }
    }
  }

  /// The font that comes nearest to `query`; `nil` if the system has no fonts.
  ///
  /// The C function is `FcFontMatch`.
  package static func match(_ query: FontQuery) -> FoundFont? {
    let pattern = Pattern(query)
    unsafe pattern.substitute(in: configuration.handle)
    var result = FcResultNoMatch
    let match = unsafe FcFontMatch(configuration.handle, pattern.handle, &result)
    guard let match = unsafe match else { return nil }
    return unsafe FoundFont(Pattern(owning: match))
  }

  /// All fonts, the nearest to `query` first.
  ///
  /// The C function is `FcFontSort`.
  package static func ranking(for query: FontQuery) -> FontRanking {
    let pattern = Pattern(query)
    unsafe pattern.substitute(in: configuration.handle)
    var result = FcResultNoMatch
    return unsafe FontRanking(
      owning: FcFontSort(configuration.handle, pattern.handle, FcFalse, nil, &result))
  }

  /// All faces of a family, ordered by file and index.
  ///
  /// The C function is `FcFontList`.
  package static func faces(ofFamily family: String) -> [FoundFont] {
    let pattern = Pattern()
    pattern.add(FC_FAMILY, family)
    let ranking = unsafe FontRanking(owning: FcFontList(configuration.handle, pattern.handle, nil))
    return (0..<ranking.count).compactMap(ranking.font).sorted {
      ($0.path, $0.index) < ($1.path, $1.index)
    }
  }

  /// The files and directories that answers come from: the configuration, and where fonts are.
  ///
  /// The C functions are `FcConfigGetConfigFiles` and `FcConfigGetFontDirs`.
  package static var sources: [String] {
    let files = unsafe strings(FcConfigGetConfigFiles(configuration.handle))
    let directories = unsafe strings(FcConfigGetFontDirs(configuration.handle))
    return files + directories
  }

  /// Takes all strings out of a list, and gives the list back.
  private static func strings(_ list: OpaquePointer?) -> [String] {
    guard let list = unsafe list else { return [] }
    defer { unsafe FcStrListDone(list) }
    var strings: [String] = []
    while let string = unsafe FcStrListNext(list) { unsafe strings.append(String(cString: string)) }
    return strings
  }

  private static let configuration = Configuration()
}

/// Fonts in an order.
@safe package final class FontRanking: Sendable {
  /// The number of fonts.
  package let count: Int

  // SAFETY: the set and its patterns are never changed, only read, and freed in `deinit`.
  nonisolated(unsafe) private let handle: UnsafeMutablePointer<FcFontSet>?
  // SAFETY: they belong to the patterns, live as long, and are only read.
  nonisolated(unsafe) private let characterSets: [OpaquePointer?]

  init(owning handle: UnsafeMutablePointer<FcFontSet>?) {
    unsafe self.handle = handle
    unsafe count = Int(handle?.pointee.nfont ?? 0)
    var characterSets: [OpaquePointer?] = unsafe []
    for index in 0..<count {
      var characters: OpaquePointer?
      let pattern = unsafe handle?.pointee.fonts[index]
      let result = unsafe FcPatternGetCharSet(pattern, FC_CHARSET, 0, &characters)
      unsafe characterSets.append(result == FcResultMatch ? characters : nil)
    }
    unsafe self.characterSets = characterSets
  }

  deinit {
    if let handle = unsafe handle { unsafe FcFontSetDestroy(handle) }
  }

  /// Whether the font at `index` has `scalar`, without opening its file.
  package func covers(_ scalar: UInt32, at index: Int) -> Bool {
    guard let characters = unsafe characterSets[index] else { return false }
    return unsafe FcCharSetHasChar(characters, scalar) != 0
  }

  /// The font at `index`; `nil` if it is one that cannot be scaled.
  package func font(at index: Int) -> FoundFont? {
    precondition((0..<count).contains(index), "a font is asked for by its place in the ranking")
    guard let handle = unsafe handle, let pattern = unsafe handle.pointee.fonts[index] else {
      return nil
    }
    return unsafe FoundFont(Pattern(sharing: pattern))
  }
}

/// Fontconfig's configuration, read once in the life of a process.
@safe private final class Configuration: Sendable {
  // SAFETY: the configuration is never changed once it is read, and fontconfig lets threads share it.
  nonisolated(unsafe) let handle: OpaquePointer?

  init() {
    unsafe handle = FcInitLoadConfigAndFonts()
  }
}

extension FoundFont {
  fileprivate init?(_ pattern: borrowing Pattern) {
    guard let path = pattern.strings(FC_FILE).first else { return nil }
    let isScalable = pattern.flag(FC_SCALABLE)
    isColor = pattern.flag(FC_COLOR)
    guard isScalable || isColor else { return nil }
    self.path = path
    // The upper half of the index counts a variable font's named instances.
    index = (pattern.integer(FC_INDEX) ?? 0) & 0xFFFF
    families = pattern.strings(FC_FAMILY)
    weight = pattern.range(FC_WEIGHT).map(Self.openTypeWeight) ?? 400...400
    width = pattern.range(FC_WIDTH) ?? 100...100
    slant = FontQuery.Slant(rawValue: Int32(pattern.integer(FC_SLANT) ?? 0)) ?? .upright
  }

  private static func openTypeWeight(_ weight: ClosedRange<Double>) -> ClosedRange<Double> {
    let lower = FcWeightToOpenTypeDouble(weight.lowerBound)
    return lower...max(lower, FcWeightToOpenTypeDouble(weight.upperBound))
  }
}
