import GalleyHarfBuzz

/// The contexts of cached words, by number.
struct WordContexts {
  /// The inputs other than font and bytes that the glyphs of a word depend on.
  private struct Context: Equatable {
    var properties: SegmentProperties
    var features: [FontFeature]
  }

  /// The maximum number of contexts; their numbers take 26 bits at most.
  private static let capacity = 1_024
  private static let recentCount = 128

  private var contexts: [Context] = []
  /// The numbers of recent contexts, by digest.
  private var recent = [UInt16](repeating: 0, count: recentCount)

  /// Returns the number of a context, and whether it is new.
  ///
  /// A new context with the number 0 is the first, because there was none or because all others
  /// were forgotten.
  mutating func index(
    of properties: SegmentProperties, _ features: [FontFeature]
  ) -> (index: Int, isNew: Bool) {
    let slot = properties.digest & (Self.recentCount - 1)
    let guess = Int(recent[slot])
    if guess < contexts.count, contexts[guess].properties == properties,
      contexts[guess].features == features
    {
      return (guess, false)
    }
    let context = Context(properties: properties, features: features)
    var index = contexts.firstIndex(of: context)
    let isNew = index == nil
    if isNew {
      if contexts.count == Self.capacity { contexts.removeAll() }
      index = contexts.count
      contexts.append(context)
    }
    let number = index ?? 0
    recent[slot] = UInt16(truncatingIfNeeded: number)
    return (number, isNew)
  }
}
