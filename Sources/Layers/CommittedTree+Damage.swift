package import GalleyGeometry

extension LayerHost.CommittedTree {
  /// Returns the pixels that differ from another tree, as disjoint rectangles.
  ///
  /// - Parameters:
  ///   - time: The time of this tree, in seconds.
  ///   - old: The other tree.
  ///   - oldTime: The time of the other tree.
  ///   - ignored: The identity of a layer that is left out of both, with its descendants.
  /// - Returns: The damage, as disjoint rectangles.
  package func damage(
    at time: Double, after old: LayerHost.CommittedTree, at oldTime: Double,
    ignoring ignored: Layer.ID
  ) -> [PixelRect] {
    let before = old.without(ignored).present(at: oldTime, after: nil)
    return without(ignored).present(at: time, after: before).damage(after: before)
  }

  private func without(_ id: Layer.ID) -> LayerHost.CommittedTree {
    LayerHost.CommittedTree(
      root: root.without(id), size: size, scale: scale, backgroundColor: backgroundColor,
      version: version)
  }
}

extension LayerRecord {
  /// Returns the record without a descendant; records without it stay the same objects.
  fileprivate func without(_ id: Layer.ID) -> LayerRecord {
    if let index = sublayers.firstIndex(where: { $0.id == id }) {
      var others = sublayers
      others.remove(at: index)
      return LayerRecord(id: self.id, state: state, animations: animations, sublayers: others)
    }
    for (index, sublayer) in sublayers.enumerated() {
      let other = sublayer.without(id)
      guard other !== sublayer else { continue }
      var others = sublayers
      others[index] = other
      return LayerRecord(id: self.id, state: state, animations: animations, sublayers: others)
    }
    return self
  }
}
