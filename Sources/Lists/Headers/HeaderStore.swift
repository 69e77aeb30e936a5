internal import GalleyDisplay
internal import GalleyGeometry
internal import GalleyLayers

/// The headers of a list that are there, each for one run of items.
@MainActor struct HeaderStore {
  /// A header by its name, and which of the runs with that name it is for.
  struct Key: Hashable {
    let id: ListHeader.ID
    let affinity: Int
  }

  /// A header that is there.
  struct Entry {
    var header: ListHeader
    let node: DisplayNode
    var stick = -1.0
    /// How it comes.
    var fade: ItemFade?
  }

  /// How long floating headers are seen after scrolling, in seconds.
  nonisolated static let flashDuration = 0.3
  /// How long they take to go and to come, in seconds.
  nonisolated static let fadeDuration = 0.3
  /// How long a header takes that comes while items do, in seconds.
  static let appearDuration = 0.2

  private(set) var entries: [Key: Entry] = [:]
  /// Which run an item was in, for each lane.
  private var affinities: [Int: [ElementID: Key]] = [:]
  private var nextAffinity = 0
  private var flash = HeaderFlash()
  /// The sections that are near with their headers, in the coordinates of what scrolls; `nil` if they have to be
  /// found again.
  var sections: [(key: Key, section: HeaderSection)]?

  /// Has the sections be found again, since items came, went or are elsewhere.
  mutating func forgetSections() { sections = nil }

  /// Whether headers are changing by themselves.
  var isAnimating: Bool { flash.isRunning || entries.values.contains { $0.fade != nil } }

  /// Whether there are headers.
  var isEmpty: Bool { entries.isEmpty }

  /// Takes note that there is scrolling.
  mutating func noteScrolling() { flash.begin() }

  /// Takes note that there is no scrolling since a time.
  mutating func noteEndOfScrolling(at time: Double) { flash.end(at: time) }

  /// Shows floating headers for a while.
  mutating func flash(for duration: Double, at time: Double) {
    flash.begin()
    flash.end(at: time + max(0, duration) - Self.flashDuration)
  }

  /// Finds which header each section has: the one of before if one of its items had it.
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

  /// Takes away the headers that are not among some.
  mutating func removeAll(except keys: [Key]) {
    let kept = Set(keys)
    for (key, entry) in entries where !kept.contains(key) {
      entry.node.removeFromSupernode()
      entries[key] = nil
    }
  }

  /// The node of a header, which is made if need be.
  mutating func node(
    of key: Key, _ header: ListHeader, in list: DisplayNode, fadesIn: Bool, at time: Double
  ) -> DisplayNode {
    if let entry = entries[key] {
      entries[key]?.header = header
      return entry.node
    }
    let node = header.makeNode()
    node.zPosition = 1
    try? list.addSubnode(node)
    var entry = Entry(header: header, node: node)
    if fadesIn {
      entry.fade = ItemFade(
        from: 0, to: 1, start: time,
        animation: ListAnimation(duration: Self.appearDuration, curve: .easeInOut))
    }
    entries[key] = entry
    return node
  }

  /// Has a header be as far from its own place as it is, and as opaque as that makes it.
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

  /// Lets the flash go on.
  mutating func advance(to time: Double) { flash.advance(to: time) }
}

/// How opaque floating headers are: all while there is scrolling, and not at all some time later.
struct HeaderFlash {
  /// How opaque floating headers are now.
  private(set) var opacity = 0.0
  private var time: Double?
  /// When scrolling ended; `nil` while it goes on.
  private var end: Double? = -.infinity

  /// Whether the opacity changes by itself, or will.
  var isRunning: Bool {
    guard let end else { return opacity < 1 }
    return opacity > 0 || (time ?? end) < end
  }

  mutating func begin() { end = nil }

  mutating func end(at time: Double) {
    if end == nil { end = time }
  }

  /// Goes on to a time.
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
