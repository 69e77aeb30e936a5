/// A delegate that lays out a layer's sublayers, draws its contents, and follows its host.
///
/// Layers refer to their delegates weakly. All methods are called on the main actor.
@MainActor public protocol LayerDelegate: AnyObject {
  /// Draws the layer's contents.
  ///
  /// - Parameters:
  ///   - layer: The layer, which no longer needs display.
  ///   - asynchronously: Whether contents may be set later rather than before returning.
  func display(_ layer: Layer, asynchronously: Bool)

  /// Lays out the sublayers.
  func layoutSublayers(of layer: Layer)

  /// Called when the layer has entered or left a host, or moved between hosts.
  ///
  /// The tree has already changed; superlayers are notified first on entering a host, sublayers
  /// first on leaving.
  ///
  /// - Parameters:
  ///   - layer: The layer.
  ///   - oldHost: The previous host.
  func layerDidChangeHost(_ layer: Layer, from oldHost: LayerHost?)

  /// Called when the scale of the layer's host has changed; superlayers first.
  func layerDidChangeScale(_ layer: Layer)
}

extension LayerDelegate {
  /// Does nothing.
  public func display(_ layer: Layer, asynchronously: Bool) {}

  /// Does nothing.
  public func layoutSublayers(of layer: Layer) {}

  /// Does nothing.
  public func layerDidChangeHost(_ layer: Layer, from oldHost: LayerHost?) {}

  /// Does nothing.
  public func layerDidChangeScale(_ layer: Layer) {}
}

extension Layer {
  /// A rejected request to a layer.
  public enum Fault: Hashable, Sendable {
    /// The value of the named property is not finite, or a scale that is not positive.
    case invalidValue(property: String)
    /// The layer would become its own descendant.
    case cycle
    /// The index is not in `0...count`.
    case indexOutOfRange(index: Int, count: Int)
    /// The given sibling is not a sublayer.
    case notASublayer
    /// The tree would be deeper than ``Layer/maximumDepth``.
    case tooDeep
  }
}
