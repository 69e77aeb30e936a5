internal import GalleyGeometry
public import GalleyLayers
public import GalleyLayoutSpecs
internal import GalleyScheduling
internal import Synchronization

/// The parameters of an animated change between two layouts.
public struct LayoutTransition: Sendable {
  /// The duration in seconds; 0 changes the layout at once.
  public var duration: Double
  /// The timing curve.
  public var curve: AnimationCurve
  /// Whether the layout is measured off the main actor.
  public var isAsynchronous: Bool

  /// Creates a transition.
  public init(
    duration: Double = 0.2, curve: AnimationCurve = .easeInOut, isAsynchronous: Bool = true
  ) {
    self.duration = duration
    self.curve = curve
    self.isAsynchronous = isAsynchronous
  }
}

extension DisplayNode {
  /// Measures the node again, and animates to the new layout.
  ///
  /// The old layout stays until then. Inserted nodes fade in, removed nodes fade out before they
  /// leave, remaining nodes move. A later transition supersedes this one; a change of the node
  /// during the measurement restarts the measurement.
  ///
  /// - Parameters:
  ///   - range: The permitted sizes of the node.
  ///   - transition: The parameters of the animation.
  ///   - completion: Called on the main actor with whether this transition was carried out.
  @MainActor public func transitionLayout(
    to range: SizeRange, _ transition: LayoutTransition = LayoutTransition(),
    completion: @escaping @MainActor (_ isDone: Bool) -> Void = { _ in }
  ) {
    guard !range.max.isEmpty else { return completion(false) }
    let id = Self.lastTransition.wrappingAdd(1, ordering: .relaxed).newValue
    withDescription { description in
      description.measurement.version += 1
      description.measurement.transition = id
    }
    measure(Transition(id: id, range: range, style: transition, completion: completion))
  }

  // Relaxed: the identifiers only have to differ.
  private static let lastTransition = Atomic<UInt64>(0)

  /// A transition in flight.
  private struct Transition {
    let id: UInt64
    let range: SizeRange
    let style: LayoutTransition
    let completion: @MainActor (Bool) -> Void
  }

  @MainActor private func measure(_ transition: Transition) {
    guard transition.style.isAsynchronous else {
      layoutThatFits(transition.range)
      return finish(transition)
    }
    let group = environment.loop.transactions.makeTransaction()
    group.add(workKey) { [self] _ in
      layoutThatFits(transition.range)
    } completion: { [self] _ in
      finish(transition)
    }
  }

  @MainActor private func finish(_ transition: Transition) {
    let (isNewest, measured) = withDescription { description in
      let measurement = description.measurement
      let isCurrent = measurement.measured?.version == measurement.version
      return (measurement.transition == transition.id, isCurrent ? measurement.measured : nil)
    }
    guard isNewest else { return transition.completion(false) }
    // The node changed during the measurement.
    guard let measured else { return measure(transition) }
    withDescription { $0.measurement.transition = 0 }
    let old = Set(subnodes.map(ObjectIdentifier.init))
    let removed = adopt(measured)
    let added = subnodes.filter { !old.contains(ObjectIdentifier($0)) }
    carryOut(measured, added: added, removed: removed, transition)
  }

  @MainActor private func carryOut(
    _ measured: MeasuredLayout, added: [DisplayNode], removed: [DisplayNode],
    _ transition: Transition
  ) {
    let end: @MainActor () -> Void = {
      for node in removed {
        node.removeFromSupernode()
        node.opacity = 1
      }
      transition.completion(true)
    }
    let change: @MainActor () -> Void = { [self] in
      frame.size = measured.layout.size
      place(measured.layout)
    }
    guard transition.style.duration > 0, isLoaded else {
      change()
      return end()
    }
    // Inserted nodes start at their final place.
    place(NodeLayout(size: measured.layout.size, sublayouts: measured.layout.parts(of: added)))
    for node in added { node.opacity = 0 }
    Layer.animate(duration: transition.style.duration, curve: transition.style.curve) {
      change()
      for node in added { node.opacity = 1 }
      for node in removed { node.opacity = 0 }
    } completion: { _ in
      end()
    }
  }
}

extension NodeLayout {
  /// Returns the parts of the layout that belong to the given nodes.
  fileprivate func parts(of nodes: [DisplayNode]) -> [NodeLayout] {
    sublayouts.filter { part in nodes.contains { $0 === part.element } }
  }
}
