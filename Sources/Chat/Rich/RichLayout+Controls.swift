package import GalleyGeometry
internal import GalleyRichMessages
package import GalleyRichTypesetting
internal import GalleyTypesetting

extension RichLayout {
  /// Returns the frame of a control.
  ///
  /// - Parameters:
  ///   - control: The control, of which there may be several, such as equal buttons.
  ///   - point: A point that tells equal ones apart; `nil` for the first.
  /// - Returns: The frame; `nil` if the layout does not have the control.
  package func frame(of control: Control, at point: Point? = nil) -> Rect? {
    if case .quotation(let path, _) = control {
      let text = texts.first { $0.path == path }
      return text.map { Rect(origin: $0.origin, size: $0.layout.size) }
    }
    var frames: [Rect] = []
    visitItems { item, origin in
      guard case .control(control, let frame) = item else { return }
      frames.append(frame.offset(x: origin.x, y: origin.y))
    }
    if case .button(let button) = control { frames += self.frames(ofInline: button) }
    return point.flatMap { point in frames.first { $0.contains(point) } } ?? frames.first
  }

  /// Returns the frames of a button in the texts.
  private func frames(ofInline button: RichText.Button) -> [Rect] {
    texts.flatMap { text in
      text.composed.objects.flatMap { offset, object -> [Rect] in
        guard case .button(let inline) = object, inline.button == button else { return [] }
        // The object is a character of three bytes.
        return text.layout.rects(of: offset..<offset + 3).map {
          $0.offset(x: text.origin.x, y: text.origin.y)
        }
      }
    }
  }
}
