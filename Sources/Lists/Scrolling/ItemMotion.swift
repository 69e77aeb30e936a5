internal import GalleyLayers

/// The animated distance of an item from its place.
struct ItemMotion: Sendable {
  /// The initial distance, in points along the list.
  let distance: Double
  /// The start time, in seconds.
  let start: Double
  let animation: ListAnimation

  /// Returns the distance of the item from its place at a time.
  func offset(at time: Double) -> Double {
    distance * (1 - animation.curve.progress(at: time - start, duration: animation.duration))
  }

  /// Returns whether the item has reached its place.
  func isOver(at time: Double) -> Bool { time - start >= animation.duration }
}

/// An animated change of an item's opacity.
struct ItemFade: Sendable {
  let from: Double
  let to: Double
  /// The start time, in seconds.
  let start: Double
  let animation: ListAnimation

  /// Returns the opacity at a time.
  func opacity(at time: Double) -> Double {
    let part = animation.curve.progress(at: time - start, duration: animation.duration)
    return max(0, min(from + (to - from) * part, 1))
  }

  /// Returns whether the final opacity has been reached.
  func isOver(at time: Double) -> Bool { time - start >= animation.duration }
}
