internal import GalleyGeometry

/// An immutable snapshot of a layer and its descendants.
///
/// Any thread may read it. A subtree that has not changed since the last commit keeps the same
/// record.
package final class LayerRecord: Sendable {
  /// The identity of the layer.
  package let id: Layer.ID
  /// The records of the sublayers, back to front.
  package let sublayers: [LayerRecord]
  let state: LayerState
  let animations: [LayerAnimation]
  /// The end of the subtree's last animation; negative infinity if there is none.
  let endOfAnimations: Double

  init(id: Layer.ID, state: LayerState, animations: [LayerAnimation], sublayers: [LayerRecord]) {
    self.id = id
    self.state = state
    self.animations = animations
    self.sublayers = sublayers
    var end = -Double.infinity
    for animation in animations { end = max(end, animation.endTime ?? end) }
    for sublayer in sublayers { end = max(end, sublayer.endOfAnimations) }
    endOfAnimations = end
  }
}

extension LayerRecord {
  /// Creates a record without a layer, to compose it by itself.
  ///
  /// - Parameters:
  ///   - state: The properties.
  ///   - sublayers: The sublayers; among those of equal `zPosition`, later ones are in front.
  package convenience init(_ state: LayerState, sublayers: [LayerRecord] = []) {
    let order = LayerState.backToFront(sublayers.map(\.state.zPosition))
    self.init(id: .next(), state: state, animations: [], sublayers: order.map { sublayers[$0] })
  }
}

extension Layer {
  /// Returns the record of the current state, reusing records of unchanged subtrees.
  ///
  /// - Parameter time: The start time of pending animations.
  /// - Returns: The record; that of the last commit if nothing has changed.
  func commit(at time: Double) -> LayerRecord {
    if let record, pending.isDisjoint(with: .record), pendingBelow.isDisjoint(with: .record) {
      return record
    }
    let sublayers = commitSublayers(at: time)
    for index in animations.indices where animations[index].animation.beginTime == nil {
      animations[index].animation.beginTime = time
    }
    let record = LayerRecord(
      id: id, state: state, animations: animations.map(\.animation), sublayers: sublayers)
    self.record = record
    pending.remove(.record)
    pendingBelow.remove(.record)
    return record
  }

  private func commitSublayers(at time: Double) -> [LayerRecord] {
    guard let record, !hasStaleOrder else { return commitReorderedSublayers(at: time) }
    guard pendingBelow.contains(.record) else { return record.sublayers }
    var records = record.sublayers
    if let depthOrder {
      for (place, index) in depthOrder.enumerated() {
        records[place] = sublayers[index].commit(at: time)
      }
      return records
    }
    for (index, sublayer) in sublayers.enumerated()
    where !sublayer.pending.union(sublayer.pendingBelow).isDisjoint(with: .record) {
      records[index] = sublayer.commit(at: time)
    }
    return records
  }

  private func commitReorderedSublayers(at time: Double) -> [LayerRecord] {
    hasStaleOrder = false
    depthOrder = nil
    let isFlat = sublayers.allSatisfy { $0.zPosition == 0 }
    guard !isFlat else { return sublayers.map { $0.commit(at: time) } }
    let order = LayerState.backToFront(sublayers.map(\.zPosition))
    depthOrder = order
    return order.map { sublayers[$0].commit(at: time) }
  }
}
