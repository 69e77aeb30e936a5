internal import GalleyDisplay
internal import GalleyGeometry
internal import GalleyLayers

/// The live headers of a list, one per run of consecutive items.
@MainActor final class HeaderStore {
  /// The identifier of a header, and of its run among those with the same header.
  private struct Key: Hashable {
    let id: ListHeader.ID
    let run: Int
  }

  /// A live header.
  private struct Entry {
    var header: ListHeader
    let node: DisplayNode
    var stick = -1.0
    /// The fade-in of the header, if any.
    var fade: ItemFade?
  }

  /// The opacity of floating headers.
  var flash = HeaderFlash()
  private var entries: [Key: Entry] = [:]
  /// The run that each element belonged to, by lane.
  private var runs: [Int: [ElementID: Key]] = [:]
  private var nextRun = 0
  /// The nearby sections with their headers, in coordinates of the scrolling node; `nil` if they
  /// are stale.
  private var sections: [(key: Key, section: HeaderSection)]?

  /// Whether any header is being animated.
  var isAnimating: Bool { flash.isRunning || entries.values.contains { $0.fade != nil } }

  /// The frames of the live headers, in the list's coordinates, from top left to bottom right.
  var frames: [(id: ListHeader.ID, frame: Rect, node: DisplayNode)] {
    entries.map { ($0.key.id, $0.value.node.frame, $0.value.node) }
      .sorted {
        $0.frame.minY == $1.frame.minY
          ? $0.frame.minX < $1.frame.minX : $0.frame.minY < $1.frame.minY
      }
  }

  // MARK: Sections

  /// Whether the sections have to be found, because items were placed, inserted or removed.
  var needsSections: Bool { sections == nil }

  /// Marks the sections as stale.
  func setNeedsSections() { sections = nil }

  /// Groups items into sections, and removes the headers of others.
  ///
  /// A section reuses the previous header of any of its items.
  func setSections(of items: [HeaderItem]) {
    guard !items.isEmpty || !entries.isEmpty else { return sections = [] }
    let sections = HeaderSection.sections(of: items)
    let keys = keys(of: sections)
    let kept = Set(keys)
    for (key, entry) in entries where !kept.contains(key) {
      entry.node.removeFromSupernode()
      entries[key] = nil
    }
    self.sections = zip(keys, sections).map { (key: $0, section: $1) }
  }

  private func keys(of sections: [HeaderSection]) -> [Key] {
    var (taken, next): (Set<Key>, [Int: [ElementID: Key]]) = ([], [:])
    var keys: [Key] = []
    for section in sections {
      let id = section.header.id
      let lane = runs[id.lane] ?? [:]
      var key = Key(id: id, run: nextRun)
      for element in section.elements {
        guard let known = lane[element], known.id == id, !taken.contains(known) else { continue }
        key = known
        break
      }
      if key.run == nextRun { nextRun += 1 }
      taken.insert(key)
      var members = next.removeValue(forKey: id.lane) ?? [:]
      members.reserveCapacity(members.count + section.elements.count)
      for element in section.elements { members[element] = key }
      next[id.lane] = members
      keys.append(key)
    }
    runs = next
    return keys
  }

  // MARK: Placement

  /// Places the headers of the sections on the root node of the list.
  ///
  /// New headers fade in while items are being animated.
  func place(
    on list: DisplayNode, in space: ListSpace, offset: Double, isAnimating: Bool, at time: Double
  ) {
    guard let sections, !sections.isEmpty else { return }
    let origin = space.extent(of: space.bounds(offset: offset)).lowerBound
    let clear = space.clearRange
    let seen = (clear.lowerBound + origin)..<(clear.upperBound + origin)
    for (key, section) in sections {
      let (start, stick) = section.place(in: seen)
      let node = node(of: key, section.header, on: list, fadesIn: isAnimating, at: time)
      let frame = space.screenFrame(
        from: space.rounded(start - origin), length: section.header.length)
      if node.frame != frame { node.frame = frame }
      update(key, stick: stick, at: time)
    }
  }

  /// Returns the node of a header, creating it if needed.
  private func node(
    of key: Key, _ header: ListHeader, on list: DisplayNode, fadesIn: Bool, at time: Double
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
  private func update(_ key: Key, stick: Double, at time: Double) {
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

  /// The duration of a header's fade-in while items are animated, in seconds.
  private static let appearDuration = 0.2
}
