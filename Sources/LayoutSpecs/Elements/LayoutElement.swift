public import GalleyGeometry

/// Something that has a size and may have parts: a node, or a spec that says where others stand.
///
/// Specs are values; nodes are ``IdentifiedElement``s. Both are laid out on any thread.
public protocol LayoutElement: Sendable {
  /// What the element asks of what it stands in.
  var style: LayoutStyle { get }

  /// The element as one that has an identity, if it has.
  ///
  /// There is nothing to write: an ``IdentifiedElement`` is one, all others are not.
  var identified: (any IdentifiedElement)? { get }

  /// Whether the element lays out the same parts, at the same indices, for every range.
  ///
  /// What is known of the parts then serves each further range of the same pass. `false` if the parts
  /// are made anew, or chosen by the range.
  var hasFixedParts: Bool { get }

  /// Finds the element's size, and where its parts are.
  ///
  /// Not for those who want a layout, but for those who have to tell one:
  /// ``LayoutContext/layout(of:at:thatFits:parentSize:)`` calls it with what the style leaves of the
  /// range, and puts the answer into that range.
  ///
  /// - Parameters:
  ///   - range: The sizes it may have, in whole pixels.
  ///   - parentSize: What fractions refer to, in points; infinite where it is not known.
  ///   - context: The pass, through which parts are laid out.
  /// - Returns: The layout, without a position.
  func layout(thatFits range: SizeRange, parentSize: Size, in context: LayoutContext) -> NodeLayout
}

extension LayoutElement {
  /// None, for a value.
  public var identified: (any IdentifiedElement)? { nil }
  /// Parts may be others for each range.
  public var hasFixedParts: Bool { false }

  /// Lays the element out in a pass of its own, at scale 1.
  public func layout(thatFits range: SizeRange) -> NodeLayout {
    LayoutContext().layout(of: self, thatFits: range, parentSize: range.max)
  }
}

/// An element that is itself and no other: a node.
///
/// Such elements are what is left of a layout that is flattened, and in a pass each is asked once
/// for a range.
public protocol IdentifiedElement: AnyObject, LayoutElement {}

extension IdentifiedElement {
  /// The element itself.
  public var identified: (any IdentifiedElement)? { self }
}

/// Gathers the elements that a spec is written with.
@resultBuilder public enum ElementBuilder {
  /// One element.
  public static func buildExpression(_ element: any LayoutElement) -> [any LayoutElement] {
    [element]
  }
  /// Many elements.
  public static func buildExpression(_ elements: [any LayoutElement]) -> [any LayoutElement] {
    elements
  }
  /// Elements in a row.
  public static func buildBlock(_ parts: [any LayoutElement]...) -> [any LayoutElement] {
    parts.flatMap(\.self)
  }
  /// Elements of a loop.
  public static func buildArray(_ parts: [[any LayoutElement]]) -> [any LayoutElement] {
    parts.flatMap(\.self)
  }
  /// Elements, or none.
  public static func buildOptional(_ part: [any LayoutElement]?) -> [any LayoutElement] {
    part ?? []
  }
  /// Elements if a condition is true.
  public static func buildEither(first part: [any LayoutElement]) -> [any LayoutElement] { part }
  /// Elements if it is not.
  public static func buildEither(second part: [any LayoutElement]) -> [any LayoutElement] { part }
}
