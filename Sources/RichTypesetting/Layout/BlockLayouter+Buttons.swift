internal import GalleyGeometry
package import GalleyRichMessages
package import GalleyTypesetting

extension BlockLayouter {
  /// Returns the width that buttons want, in points.
  func width(of buttons: [ComposedButton]) -> Double {
    buttons.reduce(-metrics.buttonGap) {
      $0 + $1.label.size.width + 2 * metrics.buttonPadding + metrics.buttonGap
    }
  }

  /// Lays a row of buttons out.
  ///
  /// Without an alignment, the buttons share the row equally; with one, they have their own widths
  /// at that side, unless they need more room.
  func buttonRow(
    _ buttons: [ComposedButton], alignment: RichBlock.ButtonRow.Alignment?, width: Double
  ) -> BlockBox {
    let count = Double(buttons.count)
    let natural = self.width(of: buttons)
    let isShared = alignment == nil || natural > width
    let share = (width - metrics.buttonGap * (count - 1)) / max(count, 1)
    var x =
      switch isShared ? .left : alignment {
      case .center: (width - natural) / 2
      case .right: width - natural
      case .left, nil: 0.0
      }
    var items: [BlockBox.Item] = []
    for button in isRightToLeft && isShared ? buttons.reversed() : buttons {
      let own = isShared ? share : button.label.size.width + 2 * metrics.buttonPadding
      let frame = Rect(x: x, y: 0, width: max(own, 0), height: metrics.buttonHeight)
      items += self.items(of: button, in: frame)
      x += own + metrics.buttonGap
    }
    return BlockBox(size: Size(width: width, height: metrics.buttonHeight), items: items)
  }

  private func items(of button: ComposedButton, in frame: Rect) -> [BlockBox.Item] {
    var options = button.label.options
    options.width = max(frame.size.width - 2 * metrics.buttonLeastPadding, 0)
    options.maximumLines = 1
    let label = button.label.relayout(options)
    let place = Point(
      x: frame.minX + (frame.size.width - label.size.width) / 2,
      y: frame.minY + (frame.size.height - label.size.height) / 2)
    return [
      .fill(frame, radius: metrics.frameRadius, button.button.ground), .label(label, place),
      .control(.button(button.button), frame),
    ]
  }
}

extension RichText.Button {
  /// The background of the button.
  package var ground: PaintColor {
    func tint(_ color: Color) -> PaintColor {
      .fixed(Color(red: color.red, green: color.green, blue: color.blue, alpha: 0x1F))
    }
    return switch style {
    case .primary: .role(.link)
    case .danger: tint(RichColors.danger)
    case .success: tint(RichColors.success)
    case .link: .fixed(Color(red: 0, green: 0, blue: 0, alpha: 0))
    case nil: .role(.quoteFill)
    }
  }
}
