import GalleyShaping

/// The paragraph of the next line of a flow.
struct ParagraphCursor {
  private(set) var style = ParagraphStyle()
  private(set) var isRightToLeft = false
  /// The end of the paragraph as a UTF-8 offset.
  private(set) var end: Int32 = -1
  private var index = 0
  private let text: AttributedText
  private let shaped: ShapedText
  private let hasStyles: Bool

  init(_ text: AttributedText, shaped: ShapedText) {
    self.text = text
    self.shaped = shaped
    hasStyles = text.structure.read { !$0.paragraphStyles.spans.isEmpty }
  }

  /// Advances to the paragraph that begins at or contains an offset.
  ///
  /// - Returns: The space above the paragraph, in points.
  mutating func advance(to offset: Int32) -> Double {
    let (paragraphs, before) = (shaped.paragraphs, style.spacingAfter)
    while index + 1 < paragraphs.count, paragraphs[index].end <= offset { index += 1 }
    let level = paragraphs.isEmpty ? shaped.firstLevel : paragraphs[index].level
    end = paragraphs.isEmpty ? shaped.length : paragraphs[index].end
    isRightToLeft = level & 1 == 1
    guard hasStyles else { return 0 }
    style = text.paragraphStyle(at: Int(offset))
    return before.distance + style.spacingBefore.distance
  }

  /// Returns the free space beside a line that is due to the paragraph's indents.
  func indents(beginsParagraph: Bool) -> SideSpace {
    var (start, end) = (0.0, 0.0)
    if hasStyles {
      start = max(0, style.indent.offset + (beginsParagraph ? style.firstLineIndent.offset : 0))
      end = style.endIndent.distance
    }
    return SideSpace(left: isRightToLeft ? end : start, right: isRightToLeft ? start : end)
  }
}
