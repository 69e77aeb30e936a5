internal import Synchronization

/// The state shared by a collection and its font sets: the provider, and the instances created.
final class FontResolver: Sendable {
  let provider: any FontProvider
  private let instances = Mutex<[FontRecipe: FontInstance]>([:])

  init(_ provider: any FontProvider) { self.provider = provider }

  /// Returns the instance of `typeface` for a style; equal requests return the same instance.
  func instance(of typeface: Typeface, _ request: StyleRequest) -> FontInstance {
    let recipe = FontRecipe(typeface, for: request)
    if let known = instances.withLock({ $0[recipe] }) { return known }
    // Created without the lock, because HarfBuzz may load tables; a concurrent duplicate is
    // discarded.
    let instance = FontInstance(recipe)
    return instances.withLock { instances in
      if let earlier = instances[recipe] { return earlier }
      // An animated axis creates an unbounded number of instances.
      if instances.count >= 2048 { instances.removeAll() }
      instances[recipe] = instance
      return instance
    }
  }

  /// Returns the primary typeface for families in order of preference.
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
