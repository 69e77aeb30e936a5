package import GalleyHarfBuzz

/// The fonts for a style in a language.
///
/// A set is created once per style and language, and is thread-safe. It returns the same font for
/// the same cluster, regardless of earlier requests.
package final class FontSet: Sendable {
  /// The preferred font of the style.
  package let primary: FontInstance

  /// Whether the set depends on the size, because the primary font has optical sizes.
  let dependsOnSize: Bool

  private let resolver: FontResolver
  private let request: StyleRequest
  private let families: [String]
  private let language: LanguageTag?
  private let cache = SelectionCache()
  private let named = Lazy<[(index: Int, typeface: Typeface)]>()
  private let emoji = Lazy<[Typeface]>()
  private let chains = SharedCache<LanguageTag?, any FallbackChain>(limit: .max)

  init(
    _ resolver: FontResolver, request: StyleRequest, families: [String], language: LanguageTag?,
    primary: FontInstance
  ) {
    self.resolver = resolver
    self.request = request
    self.families = families
    self.language = language
    self.primary = primary
    dependsOnSize = primary.typeface.axes.contains { $0.tag == "opsz" }
  }

  /// Returns whether the primary font serves a cluster of just `scalar`.
  ///
  /// This answers nearly all requests without a lock. It is `false` for characters that may be
  /// emoji, for which ``selection(for:script:)`` decides.
  @inlinable @inline(__always) package func primaryServes(_ scalar: UInt32) -> Bool {
    primary.typeface.plainCoverage.contains(scalar)
  }

  /// Returns the font for a grapheme cluster.
  ///
  /// The fonts for text are searched in this order:
  /// 1. the families of the style in order, or the collection's default;
  /// 2. the collection's other fonts, in the order for the language and script; for punctuation
  ///    that a few scripts share, those with letters of the run's script come first;
  /// 3. the emoji font.
  ///
  /// For emoji, the emoji font is searched first. Emoji fonts in steps 1 and 2 are deferred to step
  /// 3. The first font that supports all visible characters of the cluster is chosen, else the
  /// first that supports its base, else the primary font, which shows its box.
  ///
  /// - Parameters:
  ///   - cluster: The scalars of one grapheme cluster.
  ///   - script: The script of the cluster's run.
  /// - Returns: The selection. A cluster that needs no glyph uses the primary font.
  /// - Complexity: O(1) for a cached cluster.
  package func selection(for cluster: Span<UInt32>, script: FontTag) -> FontSelection {
    guard !cluster.isEmpty else {
      return FontSelection(instance: primary, reason: .primary, isComplete: true)
    }
    if cluster.count == 1, primaryServes(cluster[0]) {
      return FontSelection(instance: primary, reason: .primary, isComplete: true)
    }
    if let known = cache.selection(for: cluster, script: script) { return known }
    let selection = search(cluster, script)
    cache.store(selection, for: cluster, script: script)
    return selection
  }

  /// Returns the first font that has a white-space character, nearly always the primary font.
  ///
  /// - Complexity: O(1) for a cached character.
  package func font(ofSpace space: UInt32, script: FontTag) -> FontInstance {
    guard !primaryServes(space) else { return primary }
    return selection(for: [space].span, script: script).instance
  }

  private func search(_ cluster: Span<UInt32>, _ script: FontTag) -> FontSelection {
    let needs = ClusterNeeds(cluster)
    guard !needs.isEmpty else {
      return FontSelection(instance: primary, reason: .primary, isComplete: true)
    }
    var search = Search(needs: needs)
    let presentation = EmojiPresentation(of: cluster)
    if presentation == .emoji { search.ask(emojiFonts, .presentation) }
    askFamilies(&search)
    if search.full == nil { askFallback(&search, script) }
    // Nearly always there is a font already, and no emoji font need be opened.
    if presentation == .text, search.full == nil { search.ask(emojiFonts, .presentation) }

    guard let (typeface, reason) = search.full ?? search.base else {
      return FontSelection(instance: primary, reason: .lastResort, isComplete: false)
    }
    return FontSelection(
      instance: instance(of: typeface), reason: reason, isComplete: search.full != nil)
  }

  /// Returns the font of the set's style with a typeface.
  private func instance(of typeface: Typeface) -> FontInstance {
    typeface === primary.typeface ? primary : resolver.instance(of: typeface, request)
  }

  /// Returns the font of the set's style with the face that has a number, as
  /// ``FontCollection/faceNumber(of:)`` returns it, or `nil` if there is no such face.
  package func font(ofFace number: UInt32) -> FontInstance? {
    guard number > 0 else { return instance(of: LastResort.typeface) }
    return resolver.provider.typeface(ofFace: Int(number) - 1).map(instance(of:))
  }

  private func askFamilies(_ search: inout Search) {
    if !primary.typeface.isEmojiFont { search.ask([primary.typeface], .primary) }
    guard families.count > 1, search.full == nil else { return }
    for (index, typeface) in namedFonts where !typeface.isEmojiFont {
      search.ask([typeface], .family(index))
    }
  }

  private func askFallback(_ search: inout Search, _ script: FontTag) {
    let chain = chain(for: script)
    if let letter = search.needs.letter(ofSharingScript: script) {
      askFallback(&search, chain, with: letter)
      if search.full != nil { return }
    }
    askFallback(&search, chain, with: nil)
  }

  /// Searches the fonts of a chain, or only those that support `letter` if it is given.
  private func askFallback(
    _ search: inout Search, _ chain: any FallbackChain, with letter: UInt32?
  ) {
    let bases = search.needs.bases
    for index in 0..<chain.count {
      guard bases.contains(where: { chain.mayCover($0, at: index) }),
        letter.map({ chain.mayCover($0, at: index) }) ?? true,
        let typeface = chain.typeface(at: index), !typeface.isEmojiFont,
        letter.map(typeface.coverage.contains) ?? true
      else { continue }
      search.ask([typeface], chain.reason(at: index))
      if search.full != nil { return }
    }
  }

  /// The available requested families except the primary font, with their indices.
  private var namedFonts: [(index: Int, typeface: Typeface)] {
    named.value {
      families.enumerated().compactMap { index, family in
        resolver.provider.typeface(ofFamily: family.lowercased(), request, language)
          .flatMap { $0 === primary.typeface ? nil : (index, $0) }
      }
    }
  }

  /// The emoji fonts among the families, followed by the collection's own.
  private var emojiFonts: [Typeface] {
    emoji.value {
      let named = ([primary.typeface] + namedFonts.map(\.typeface)).filter(\.isEmojiFont)
      let own = resolver.provider.emojiTypeface(request).map { [$0] } ?? []
      return named + own
    }
  }

  private func chain(for script: FontTag) -> any FallbackChain {
    let language = resolver.provider.fallbackLanguage(language, script: script)
    return chains.value(for: language) { resolver.provider.fallback(request, language) }
  }
}

/// A search for the first font that supports a whole cluster, and the first that supports its base.
private struct Search {
  let needs: ClusterNeeds
  var full: (typeface: Typeface, reason: FontSelection.Reason)?
  var base: (typeface: Typeface, reason: FontSelection.Reason)?

  mutating func ask(_ typefaces: [Typeface], _ reason: FontSelection.Reason) {
    guard full == nil else { return }
    for typeface in typefaces {
      switch needs.match(typeface.coverage.contains) {
      case .none: continue
      case .base: if base == nil { base = (typeface, reason) }
      case .full:
        full = (typeface, reason)
        return
      }
    }
  }
}
