internal import GalleyGeometry
package import GalleyMath
package import GalleyRichMessages
internal import GalleyShaping
package import GalleyTypesetting

/// A text of a rich message, shaped, with the objects that it contains.
package final class ComposedText: Sendable {
  /// The text on lines without a limit, from which layouts of other widths derive without shaping.
  package let natural: TextLayout
  /// The targets of links within the message.
  package let targets: [Target]
  /// The objects in the text, by the offset of their placeholder.
  package let objects: [Int: ComposedObject]
  /// The part of the block that the text is.
  package let slot: Slot
  /// The strings, dates and objects of the rich text in the order of its tree, as byte ranges.
  let leaves: [Range<Int>]
  /// The index of the text's first spoiler among those of the message.
  package let firstSpoiler: Int
  /// Whether the text is a placeholder for a message that is being thought out.
  package let isPlaceholder: Bool
  /// Whether the text is a part of a block whose ground and marks are painted around it.
  package let isPart: Bool
  /// Whether some paragraph is right-to-left.
  let hasRightToLeftLines: Bool

  /// A part of a block with a text of its own.
  package enum Slot: Hashable, Sendable {
    /// The text of a paragraph, quotation or other block, or the summary of a section.
    case text
    /// The credit of a quotation or a caption.
    case credit
    /// The caption of a table or of media.
    case caption
    /// A cell of a table, by its row and its index in it.
    case cell(row: Int, index: Int)
    /// A text that is not in the message, such as the name of a file.
    case label(Int)
  }

  /// A place that a link within the message leads to.
  package struct Target: Hashable, Sendable {
    package var name: String
    /// Whether the target is a reference, such as the body of a footnote, and no anchor.
    package var isReference: Bool
    /// The byte range, empty for an anchor.
    package var range: Range<Int>
  }

  init(
    _ natural: TextLayout, slot: Slot, targets: [Target] = [],
    objects: [Int: ComposedObject] = [:], leaves: [Range<Int>] = [], firstSpoiler: Int = 0,
    isPlaceholder: Bool = false, isPart: Bool = false
  ) {
    self.natural = natural
    self.slot = slot
    self.targets = targets
    self.objects = objects
    self.leaves = leaves
    self.firstSpoiler = firstSpoiler
    self.isPlaceholder = isPlaceholder
    self.isPart = isPart
    let shaped = natural.shaped
    hasRightToLeftLines =
      shaped.firstLevel & 1 == 1 || shaped.paragraphs.contains { $0.level & 1 == 1 }
    isRigid = !natural.isFlowed && natural.options.alignment != .justified
  }

  /// Whether every layout that is at least as wide as ``natural`` has the same lines in the same
  /// places, except for an alignment to a width.
  private let isRigid: Bool

  /// Returns whether ``natural`` serves as the layout of a width.
  func fits(_ width: Double) -> Bool { isRigid && natural.size.width <= width }

  /// The same text as a placeholder.
  var placeholder: ComposedText {
    ComposedText(
      natural, slot: slot, targets: targets, objects: objects, leaves: leaves,
      firstSpoiler: firstSpoiler, isPlaceholder: true)
  }

  /// The same text as a part of a block whose ground is painted around it.
  var part: ComposedText {
    ComposedText(
      natural, slot: slot, targets: targets, objects: objects, leaves: leaves,
      firstSpoiler: firstSpoiler, isPart: true)
  }

  /// The text.
  package var text: AttributedText { natural.text }
  /// Whether the text has neither characters nor objects.
  package var isEmpty: Bool { natural.text.length == 0 }
}

/// An object in a text.
package enum ComposedObject: Sendable {
  /// A part of a formula between two breaks, at a font size in points.
  case formula(FormulaLayout, FormulaLayout.Segment, size: Double)
  case button(ComposedButton)
}

/// A button of a rich message, with its label on one line.
package struct ComposedButton: Sendable {
  package var button: RichText.Button
  package var label: TextLayout
}
