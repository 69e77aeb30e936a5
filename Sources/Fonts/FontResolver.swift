internal import Synchronization

/// What a collection and its sets of fonts share: where fonts come from, and the instances made.
final class FontResolver: Sendable {
  let provider: any FontProvider
  private let instances = Mutex<[FontRecipe: FontInstance]>([:])

  init(_ provider: any FontProvider) {
    self.provider = provider
  }

  /// The instance of `typeface` for a style: equal ones are the same one.
  func instance(of typeface: Typeface, _ request: StyleRequest) -> FontInstance {
    let recipe = FontRecipe(typeface, for: request)
    if let known = instances.withLock({ $0[recipe] }) { return known }
    // Made without the lock, as it makes HarfBuzz load tables; of two made at once one is dropped.
    let instance = FontInstance(recipe)
    return instances.withLock { instances in
      if let earlier = instances[recipe] { return earlier }
      // An axis that is animated makes instances without end.
      if instances.count >= 2048 { instances.removeAll() }
      instances[recipe] = instance
      return instance
    }
  }

  /// The primary typeface for families in the order of preference.
  func primary(
    _ families: [String], _ request: StyleRequest, _ language: LanguageTag?
  ) -> Typeface {
    for family in families {
      let name = family.lowercased()
      if let typeface = provider.typeface(ofFamily: name, request, language) { return typeface }
    }
    return provider.defaultTypeface(request, language) ?? LastResort.typeface
  }
}
