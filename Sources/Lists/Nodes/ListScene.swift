internal import GalleyGeometry

/// The layout of a list at a time.
struct ListScene {
  let state: ListState
  let space: ListSpace
  let time: Double

  /// Returns the frame of an item in the scrolling node.
  ///
  /// - Parameters:
  ///   - index: The index of the item.
  ///   - displacement: The distance of the item from its place.
  ///   - breadth: The breadth of the item; `nil` for that of new items.
  /// - Returns: The frame.
  func frame(of index: Int, displacement: Double = 0, breadth: Double? = nil) -> Rect {
    space.frame(
      from: state.geometry.offset(of: index) + displacement,
      length: state.geometry.length(of: index), breadth: breadth)
  }

  /// Returns the position of an item at rest, relative to the viewport.
  func place(of index: Int) -> Double { state.geometry.offset(of: index) - state.offset }
}

/// The visible positions of a list's items and ghosts before a change.
@MainActor struct PlacesBefore {
  let state: ListState
  /// The positions of ghosts, relative to the viewport.
  let ghosts: [Double]
  /// The distances of items from their places, by old index.
  private let displacements: [Int: Double]

  init(_ scene: ListScene, _ live: LiveItems, _ ghosts: Ghosts) {
    state = scene.state
    self.ghosts = ghosts.places(in: scene)
    displacements = live.entries.reduce(into: [:]) {
      $0[$1.index] = $1.live.motion?.offset(at: scene.time)
    }
  }

  /// Returns the position of an item, relative to the viewport.
  func place(of index: Int) -> Double {
    state.geometry.offset(of: index) - state.offset + (displacements[index] ?? 0)
  }

  /// Returns the end of an item, relative to the viewport.
  func end(of index: Int) -> Double { place(of: index) + state.geometry.length(of: index) }

  /// Returns whether an item was at least partly visible.
  func isSeen(_ index: Int) -> Bool {
    place(of: index) < state.viewportLength && end(of: index) > 0
  }

  /// Returns the position of a run of inserted items while it has no length, relative to the
  /// viewport.
  func gap(before index: Int, in map: IndexMap) -> Double? {
    guard let run = map.arrivals.first(where: { $0.contains(index) }) else { return nil }
    if let next = map.oldIndex(of: run.upperBound) { return place(of: next) }
    return map.oldIndex(of: run.lowerBound - 1).map { end(of: $0) }
  }
}
