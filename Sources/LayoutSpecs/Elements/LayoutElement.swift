public import GalleyGeometry

/// An element of a layout: a node, or a spec that arranges other elements.
///
/// Specs are values; nodes are objects, which have an identity. Both are laid out on any thread.
public protocol LayoutElement: Sendable {
  /// The layout attributes of the element for its parent spec.
  var style: LayoutStyle { get }

  /// The element itself if it has an identity, `nil` otherwise.
  ///
  /// The default implementations are sufficient: an object returns itself, a value `nil`.
  var identified: NodeLayout.Element? { get }

  /// Whether the element lays out the same parts, at the same indices, for every range.
  ///
  /// The cached layouts of the parts are then reused for further ranges in the same pass. `false`
  /// if the parts are created anew, or depend on the range.
  var hasFixedParts: Bool { get }

  /// Returns the element's size and the layouts of its parts.
  ///
  /// An implementation point, not meant to be called directly:
  /// ``LayoutContext/layout(of:at:thatFits:parentSize:)`` calls it with the range constrained by
  /// the style, and clamps the result to that range.
  ///
  /// - Parameters:
  ///   - range: The permitted sizes, in whole pixels.
  ///   - parentSize: The size that fractions refer to, in points; infinite where unknown.
  ///   - context: The pass, through which parts are laid out.
  /// - Returns: The layout, without a position.
  func layout(thatFits range: SizeRange, parentSize: Size, in context: LayoutContext) -> NodeLayout
}

extension LayoutElement {
  /// Always `nil`: values have no identity.
  public var identified: NodeLayout.Element? { nil }
  /// Always `false`: parts may differ for each range.
  public var hasFixedParts: Bool { false }

  /// Lays the element out in a pass of its own, at scale 1.
  public func layout(thatFits range: SizeRange) -> NodeLayout {
    LayoutContext().layout(of: self, thatFits: range, parentSize: range.max)
  }
}

extension LayoutElement where Self: AnyObject {
  /// The element itself.
  public var identified: NodeLayout.Element? { self }
}

/// A result builder of a spec's elements.
@resultBuilder public enum LayoutBuilder {
  /// Returns a single element.
  public static func buildExpression(_ element: any LayoutElement) -> [any LayoutElement] {
    [element]
  }
  /// Returns an array of elements.
  public static func buildExpression(_ elements: [any LayoutElement]) -> [any LayoutElement] {
    elements
  }
  /// Concatenates elements.
  public static func buildBlock(_ parts: [any LayoutElement]...) -> [any LayoutElement] {
    parts.flatMap(\.self)
  }
  /// Concatenates the elements of a loop.
  public static func buildArray(_ parts: [[any LayoutElement]]) -> [any LayoutElement] {
    parts.flatMap(\.self)
  }
  /// Returns the elements of an optional branch, if any.
  public static func buildOptional(_ part: [any LayoutElement]?) -> [any LayoutElement] {
    part ?? []
  }
  /// Returns the elements of the first branch.
  public static func buildEither(first part: [any LayoutElement]) -> [any LayoutElement] { part }
  /// Returns the elements of the second branch.
  public static func buildEither(second part: [any LayoutElement]) -> [any LayoutElement] { part }
}
