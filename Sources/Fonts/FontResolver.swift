/// The state shared by a collection and its font sets: the provider, and the instances created.
final class FontResolver: Sendable {
  let provider: any FontProvider
  // Limited, because an animated axis creates any number of instances.
  private let instances = SharedCache<FontRecipe, FontInstance>(limit: 2048)

  init(_ provider: any FontProvider) { self.provider = provider }

  /// Returns the instance of `typeface` for a style; equal requests return the same instance.
  func instance(of typeface: Typeface, _ request: StyleRequest) -> FontInstance {
    let recipe = FontRecipe(typeface, for: request)
    return instances.value(for: recipe) { FontInstance(recipe) }
  }

  /// Returns the primary typeface for families in order of preference.
  func primary(
    _ families: [String], _ request: StyleRequest, _ language: LanguageTag?
  ) -> Typeface {
    for family in families {
      let name = family.lowercased()
      if let typeface = provider.typeface(ofFamily: name, request, language) { return typeface }
    }
    if let typeface = provider.defaultTypeface(request, language) { return typeface }
    FontFailures.noteLackOfFonts()
    return LastResort.typeface
  }
}
