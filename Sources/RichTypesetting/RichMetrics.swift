/// The measures of rich messages, in points, for a body text of one size.
///
/// They are ratios of the body size, chosen between those of Telegram's clients for bubbles and for
/// pages (the sizes of headings follow those of the user-agent style sheet of HTML, compressed for
/// narrow columns).
struct RichMetrics: Hashable, Sendable {
  /// The size of body text.
  let size: Double

  /// Creates the measures for a size, which is limited as the sizes of fonts are; none is negative.
  init(size: Double) { self.size = size.isFinite ? min(max(size, 0), 10_000) : 0 }

  // MARK: Vertical rhythm

  /// The space around a block: the gap between two blocks is the larger of their spaces.
  struct Skip: Hashable, Sendable {
    var above: Double
    var below: Double
  }

  /// The space around paragraphs and footers.
  var paragraph: Skip { both(0.35) }
  /// The space around headings.
  var heading: Skip { Skip(above: 0.75 * size, below: 0.35 * size) }
  /// The space around all other blocks.
  var block: Skip { both(0.6) }
  /// The space between the paragraphs of a list item, and between the items of a list.
  var item: Skip { both(0.2) }

  private func both(_ ratio: Double) -> Skip { Skip(above: ratio * size, below: ratio * size) }

  // MARK: Text

  /// Returns the size of a heading of a level from 1 to 6.
  func headingSize(_ level: Int) -> Double {
    let ratios = [1.45, 1.35, 1.27, 1.18, 1.1, 1.05]
    return ratios[min(max(level, 1), ratios.count) - 1] * size
  }

  /// The size of footers.
  var footerSize: Double { 0.85 * size }
  /// The size of captions.
  var captionSize: Double { 0.9 * size }
  /// The size of pull quotations.
  var pullQuoteSize: Double { 1.1 * size }
  /// The size of display formulas.
  var formulaSize: Double { 1.2 * size }
  /// The width up to which inline formulas are not broken, in ems; the narrowest item has more.
  static let unbrokenFormula = 6.0

  // MARK: Lists

  /// The minimum width of the column of a list's markers.
  var markerColumn: Double { 1.4 * size }
  /// The gap between the column of markers and the items.
  var markerGap: Double { 0.5 * size }
  /// The least width of an item's text; deeper lists are not indented any further.
  var leastItemWidth: Double { 8 * size }
  /// The side of a checkbox, the radius of its corners, and the width of its outline.
  var checkbox: Double { size }
  var checkboxRadius: Double { 0.2 * size }
  var checkboxLine: Double { 1.5 }
  /// The radius of a bullet.
  var bulletRadius: Double { 0.16 * size }

  // MARK: Tables

  /// The horizontal and vertical padding of a cell.
  func cellPadding(isCompact: Bool) -> (x: Double, y: Double) { isCompact ? (4, 3) : (8, 6) }
  /// The greatest least width of a cell: longer words are broken.
  var greatestCellWord: Double { 12 * size }
  /// The maximum width of a column of a table that scrolls, as a part of the room.
  var scrolledColumnShare: Double { 0.6 }
  /// The width of borders, and the radius of the outer corners.
  var border: Double { 1 }
  var tableRadius: Double { 6 }
  /// The gap between a caption and its table or picture.
  var captionGap: Double { 6 }

  // MARK: Quotations and details

  /// The inset of a quotation's contents at the side of its bar, at the other side, and above and
  /// below.
  var quoteBarInset: Double { 12 }
  var quoteInset: Double { 9 }
  var quotePadding: Double { 5 }
  /// The gap above the credit of a quotation.
  var creditGap: Double { 0.2 * size }
  /// The maximum width of a pull quotation, and the width of the marks at its sides.
  var pullQuoteWidth: Double { 24 * size }
  var pullQuoteMark: Double { 1.4 * size }
  /// The padding of the summary and the contents of details, and the gap after the chevron.
  var summaryPadding: Double { 8 }
  var detailsInset: Double { 10 }
  var chevronGap: Double { 8 }
  /// The radius of the frames of details, files and formulas in error.
  var frameRadius: Double { 8 }

  // MARK: Others

  /// The height of a divider.
  var divider: Double { 1 }
  /// The padding above and below a display formula.
  var formulaPadding: Double { 8 }
  /// The height of a button, the gap between buttons, and the padding of a label.
  var buttonHeight: Double { 2 * size }
  var buttonGap: Double { 6 }
  var buttonPadding: Double { 14 }
  var buttonLeastPadding: Double { 4 }
  var buttonLabelSize: Double { 0.88 * size }
  /// The size of an inline button's label, and its padding.
  var inlineButtonSize: Double { 0.85 * size }
  var inlineButtonPadding: (x: Double, y: Double) { (6, 2) }
  /// The height of a file's row, and the side of its icon.
  var fileHeight: Double { 3.2 * size }
  var fileIcon: Double { 2.2 * size }
  /// The side of the dots of a slideshow, and the distance between two of them.
  var slideDot: Double { 6 }
  var slideDotPitch: Double { 14 }
  /// The gap between the pictures of a collage.
  var collageGap: Double { 2 }
  /// The height of a scroll bar with the gap above it.
  var scrollBar: Double { 8 }
  /// The least width of the part of a message that scrolls: in less room, the container of a wide
  /// block scrolls.
  var leastScrolledWidth: Double { 160 }
}
