/// What stands behind a layer: lays out its sublayers, draws its contents, hears where it is.
///
/// A layer refers to its delegate weakly. All of it is called on the main actor.
@MainActor public protocol LayerDelegate: AnyObject {
  /// Begins drawing the layer's contents, which may come later.
  ///
  /// - Parameters:
  ///   - layer: The layer, which no longer counts as to be displayed.
  ///   - asynchronously: Whether contents may come later; otherwise they are set on return.
  func display(_ layer: Layer, asynchronously: Bool)

  /// Puts the layer's sublayers in their places.
  func layoutSublayers(of layer: Layer)

  /// Hears that what is being drawn for the layer is no longer wanted.
  ///
  /// Called when the layer is to be displayed again, before that is noted, and when its display is
  /// suspended.
  func cancelDisplay(of layer: Layer)

  /// Hears that the layer came on a host, left its host, or changed from one to another.
  ///
  /// Called when the tree has changed already: superlayers first when there is a host, sublayers first
  /// when there is none.
  ///
  /// - Parameters:
  ///   - layer: The layer.
  ///   - oldHost: Where it was.
  func layerDidChangeHost(_ layer: Layer, from oldHost: LayerHost?)

  /// Hears that the layer's host has another scale now; superlayers first.
  func layerDidChangeScale(_ layer: Layer)
}

extension LayerDelegate {
  /// Draws nothing.
  public func display(_ layer: Layer, asynchronously: Bool) {}

  /// Leaves the sublayers where they are.
  public func layoutSublayers(of layer: Layer) {}

  /// Has nothing to cancel.
  public func cancelDisplay(of layer: Layer) {}

  /// Does nothing about it.
  public func layerDidChangeHost(_ layer: Layer, from oldHost: LayerHost?) {}

  /// Does nothing about it.
  public func layerDidChangeScale(_ layer: Layer) {}
}

/// Something that was asked of a layer and not done, since it would not have made sense.
public enum LayerFault: Hashable, Sendable {
  /// A number that is infinite or not a number, or a scale that is not positive; the property is named.
  case invalidValue(property: String)
  /// A layer that would have become its own sublayer, directly or not.
  case cycle
  /// An index that the list of sublayers does not have.
  case indexOutOfRange(index: Int, count: Int)
  /// A neighbor that is not among the sublayers.
  case notASublayer
  /// More layers above each other than ``Layer/greatestDepth``.
  case tooDeep
}
