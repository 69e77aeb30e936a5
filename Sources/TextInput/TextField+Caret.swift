internal import GalleyGeometry
internal import GalleyTypesetting

extension TextField {
  /// The frame of the caret in the coordinates of the text, in points; `nil` if text is selected.
  var caretInText: Rect? {
    text.selection.range.isEmpty ? caret(at: text.selection.focus) : nil
  }

  /// Returns the frame of a caret, which is as high as its line and without width.
  ///
  /// White space at the end of a line takes no room in a layout; a caret in it moves as far as the
  /// field is wide.
  func caret(at position: TextPosition) -> Rect {
    let width = textArea.size.width
    guard let caret = layout.caret(at: position) else {
      return Rect(x: placeholderIsRightToLeft ? width : 0, y: 0, width: 0, height: lineHeight)
    }
    let line = layout.line(at: caret.line)
    let hang = hangWidth(before: caret.position.offset, on: line)
    guard hang > 0 else { return caret.frame }
    var frame = caret.frame
    frame.origin.x = max(0, min(frame.minX + (line.isRightToLeft ? -hang : hang), width))
    return frame
  }

  /// Returns the width of the hanging white space of a line before an offset, in points.
  private func hangWidth(before offset: Int, on line: TextLayout.Line) -> Double {
    let bytes = Array(text.string.utf8)
    let end = min(offset, line.range.upperBound)
    func isSpace(_ index: Int) -> Bool { bytes[index] == 0x20 || bytes[index] == 0x09 }
    let rest = end..<line.range.upperBound
    guard rest.allSatisfy({ isSpace($0) || bytes[$0] == 0x0A }) else { return 0 }
    var start = end
    while start > line.range.lowerBound, isSpace(start - 1) { start -= 1 }
    guard start < end else { return 0 }
    func width(_ string: String) -> Double {
      engine.layout(AttributedText(string, style: appearance.style)).size.width
    }
    let spaces = String(decoding: bytes[start..<end], as: UTF8.self)
    return width("x\(spaces)x") - width("xx")
  }
}
