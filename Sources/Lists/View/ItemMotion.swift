internal import GalleyLayers

/// How far an item is from its place while it goes there.
struct ItemMotion: Hashable, Sendable {
  /// How far it was at first, in points along the list.
  let distance: Double
  /// When it began, in seconds.
  let start: Double
  let animation: ListAnimation

  /// Which part of the way is still to be gone at a time.
  func rest(at time: Double) -> Double {
    1 - animation.curve.progress(at: time - start, duration: animation.duration)
  }

  /// How far the item is from its place at a time.
  func offset(at time: Double) -> Double { distance * rest(at: time) }

  /// Whether it has come to its place.
  func isOver(at time: Double) -> Bool { time - start >= animation.duration }
}

/// How an item becomes more or less opaque.
struct ItemFade: Hashable, Sendable {
  let from: Double
  let to: Double
  /// When it began, in seconds.
  let start: Double
  let animation: ListAnimation

  /// How opaque the item is at a time.
  func opacity(at time: Double) -> Double {
    let part = animation.curve.progress(at: time - start, duration: animation.duration)
    return max(0, min(from + (to - from) * part, 1))
  }

  /// Whether the item is as opaque as it will be.
  func isOver(at time: Double) -> Bool { time - start >= animation.duration }
}
