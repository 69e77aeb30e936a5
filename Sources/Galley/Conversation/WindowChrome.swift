internal import GalleyGeometry
internal import GalleyWindow

/// The parts of a window around its conversation, such as a header and a list of conversations.
@MainActor protocol WindowChrome: AnyObject {
  /// Whether something covers the conversation and receives all keys.
  var isCovering: Bool { get }
  /// Returns the edges of the window that the parts cover, in points.
  func insets(in size: Size) -> Insets
  /// Places the parts.
  func layOut(in size: Size)
  /// Returns the pointer shape at a point of the window; `nil` if none of the parts is there.
  func pointerShape(at point: Point) -> Window.PointerShape?
  /// Called when the colors of the conversation have changed.
  func appearanceDidChange()
  /// Adapts the bar of a search before it is shown.
  func prepare(_ bar: SearchBar)
}
