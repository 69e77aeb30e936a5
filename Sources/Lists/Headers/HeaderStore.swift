internal import GalleyDisplay
internal import GalleyGeometry
internal import GalleyLayers

/// The live headers of a list, one per run of consecutive items.
@MainActor struct HeaderStore {
  /// The identifier of a header, and of its run among those with the same header.
  struct Key: Hashable {
    let id: ListHeader.ID
    let affinity: Int
  }

  /// A live header.
  struct Entry {
    var header: ListHeader
    let node: DisplayNode
    var stick = -1.0
    /// The fade-in of the header, if any.
    var fade: ItemFade?
  }

  /// The time that floating headers stay visible after scrolling, in seconds.
  nonisolated static let flashDuration = 0.3
  /// The duration of their fades, in seconds.
  nonisolated static let fadeDuration = 0.3
  /// The duration of a header's fade-in while items are animated, in seconds.
  static let appearDuration = 0.2

  private(set) var entries: [Key: Entry] = [:]
  /// The run that each element belonged to, by lane.
  private var affinities: [Int: [ElementID: Key]] = [:]
  private var nextAffinity = 0
  private var flash = HeaderFlash()
  /// The nearby sections with their headers, in coordinates of the scrolling node; `nil` if they
  /// are stale.
  var sections: [(key: Key, section: HeaderSection)]?

  /// Marks the sections as stale because items were inserted, deleted or moved.
  mutating func forgetSections() { sections = nil }

  /// Whether any header is being animated.
  var isAnimating: Bool { flash.isRunning || entries.values.contains { $0.fade != nil } }

  /// Whether there are no headers.
  var isEmpty: Bool { entries.isEmpty }

  /// Shows floating headers because the list scrolls.
  mutating func noteScrolling() { flash.begin() }

  /// Starts the time after which floating headers fade out.
  mutating func noteEndOfScrolling(at time: Double) { flash.end(at: time) }

  /// Shows floating headers for a duration.
  mutating func flash(for duration: Double, at time: Double) {
    flash.begin()
    flash.end(at: time + max(0, duration) - Self.flashDuration)
  }

  /// Returns the header of each section, reusing the previous one of any of its items.
  mutating func keys(of sections: [HeaderSection]) -> [Key] {
    var (taken, next): (Set<Key>, [Int: [ElementID: Key]]) = ([], [:])
    var keys: [Key] = []
    for section in sections {
      let id = section.header.id
      let lane = affinities[id.space] ?? [:]
      let known = section.elements.lazy.compactMap { lane[$0] }
        .first { $0.id == id && !taken.contains($0) }
      let key = known ?? Key(id: id, affinity: nextAffinity)
      if known == nil { nextAffinity += 1 }
      taken.insert(key)
      for element in section.elements { next[id.space, default: [:]][element] = key }
      keys.append(key)
    }
    affinities = next
    return keys
  }

  /// Removes all headers except the given ones.
  mutating func removeAll(except keys: [Key]) {
    let kept = Set(keys)
    for (key, entry) in entries where !kept.contains(key) {
      entry.node.removeFromSupernode()
      entries[key] = nil
    }
  }

  /// Returns the node of a header, creating it if needed.
  mutating func node(
    of key: Key, _ header: ListHeader, in list: DisplayNode, fadesIn: Bool, at time: Double
  ) -> DisplayNode {
    if let entry = entries[key] {
      entries[key]?.header = header
      return entry.node
    }
    let node = header.makeNode(list.environment)
    node.zPosition = 1
    list.addSubnode(node)
    var entry = Entry(header: header, node: node)
    if fadesIn {
      entry.fade = ItemFade(
        from: 0, to: 1, start: time,
        animation: ListAnimation(duration: Self.appearDuration, curve: .easeInOut))
    }
    entries[key] = entry
    return node
  }

  /// Updates the sticking fraction and the opacity of a header.
  mutating func update(_ key: Key, stick: Double, at time: Double) {
    guard var entry = entries[key] else { return }
    if entry.stick != stick {
      entry.stick = stick
      entry.header.onStick?(entry.node, stick)
    }
    var opacity = entry.fade?.opacity(at: time) ?? 1
    if let fade = entry.fade, fade.isOver(at: time) { entry.fade = nil }
    if entry.header.isFloating, stick > 0 { opacity *= flash.opacity }
    if entry.node.opacity != opacity { entry.node.opacity = opacity }
    entries[key] = entry
  }

  /// Advances the opacity of floating headers.
  mutating func advance(to time: Double) { flash.advance(to: time) }
}

/// The opacity of floating headers, which are visible during scrolling and for some time after it.
struct HeaderFlash {
  /// The current opacity.
  private(set) var opacity = 0.0
  private var time: Double?
  /// The time at which scrolling ended; `nil` during scrolling.
  private var end: Double? = -.infinity

  /// Whether the opacity is changing or about to change.
  var isRunning: Bool {
    guard let end else { return opacity < 1 }
    return opacity > 0 || (time ?? end) < end
  }

  mutating func begin() { end = nil }

  mutating func end(at time: Double) {
    if end == nil { end = time }
  }

  /// Advances the opacity to a time.
  mutating func advance(to time: Double) {
    let last = self.time ?? time
    self.time = time
    let risen = min(time, end ?? time) - last
    if risen > 0 { opacity = min(1, opacity + risen / HeaderStore.fadeDuration) }
    guard let end else { return }
    let fallen = time - max(last, end + HeaderStore.flashDuration)
    if fallen > 0 { opacity = max(0, opacity - fallen / HeaderStore.fadeDuration) }
  }
}
