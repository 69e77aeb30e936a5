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
  /// at that side, unless they need more room. Buttons whose labels do not fit their shares are
  /// divided into several rows; a label that is too long for a row of its own is shortened.
  func buttonRow(
    _ buttons: [ComposedButton], alignment: RichBlock.ButtonRow.Alignment?, width: Double
  ) -> BlockBox {
    let natural = self.width(of: buttons)
    let isShared = alignment == nil || natural > width
    guard isShared else {
      let x =
        switch alignment {
        case .center: (width - natural) / 2
        case .right: width - natural
        case .left, nil: 0.0
        }
      let items = row(buttons[...], from: Point(x: x, y: 0)) {
        $0.label.size.width + 2 * metrics.buttonPadding
      }
      return BlockBox(size: Size(width: width, height: metrics.buttonHeight), items: items)
    }
    var items: [BlockBox.Item] = []
    var height = -metrics.buttonGap
    for row in rows(of: buttons, in: width) {
      let share = share(of: row.count, in: width)
      let ordered = isRightToLeft ? Array(row.reversed())[...] : row
      items += self.row(ordered, from: Point(x: 0, y: height + metrics.buttonGap)) { _ in share }
      height += metrics.buttonHeight + metrics.buttonGap
    }
    return BlockBox(size: Size(width: width, height: max(height, 0)), items: items)
  }

  /// Returns the items of buttons beside each other.
  private func row(
    _ buttons: ArraySlice<ComposedButton>, from start: Point, width: (ComposedButton) -> Double
  ) -> [BlockBox.Item] {
    var x = start.x
    var items: [BlockBox.Item] = []
    for button in buttons {
      let own = max(width(button), 0)
      let frame = Rect(x: x, y: start.y, width: own, height: metrics.buttonHeight)
      items += self.items(of: button, in: frame)
      x += own + metrics.buttonGap
    }
    return items
  }

  /// Returns the width of each of a number of buttons that share a row, in points.
  private func share(of count: Int, in width: Double) -> Double {
    (width - metrics.buttonGap * Double(count - 1)) / Double(max(count, 1))
  }

  /// Returns the least number of rows of about equal counts in which all labels fit.
  private func rows(
    of buttons: [ComposedButton], in width: Double
  ) -> [ArraySlice<ComposedButton>] {
    for count in stride(from: 1, to: buttons.count, by: 1) {
      let rows = buttons.divided(into: count)
      let fits = rows.allSatisfy { row in
        let room = share(of: row.count, in: width) - 2 * metrics.buttonLeastPadding
        return row.allSatisfy { $0.label.size.width <= room + Self.tolerance }
      }
      if fits { return rows }
    }
    return buttons.divided(into: max(buttons.count, 1))
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

extension [ComposedButton] {
  /// Returns parts of equal counts, of which the first ones may have one more.
  fileprivate func divided(into count: Int) -> [ArraySlice<ComposedButton>] {
    var parts: [ArraySlice<ComposedButton>] = []
    var start = 0
    for index in 0..<count {
      let end = start + self.count / count + (index < self.count % count ? 1 : 0)
      parts.append(self[start..<end])
      start = end
    }
    return parts
  }
}

extension RichText.Button {
  /// Whether the button reacts to taps.
  private var isEnabled: Bool { action != .disabled }

  /// The background of the button.
  package var ground: PaintColor {
    func tint(_ color: Color) -> PaintColor {
      .fixed(Color(red: color.red, green: color.green, blue: color.blue, alpha: 0x1F))
    }
    return switch style {
    case .link: .fixed(Color(red: 0, green: 0, blue: 0, alpha: 0))
    case nil: .role(.quoteFill)
    case .primary, .danger, .success:
      if !isEnabled {
        .role(.codeChip)
      } else if style == .primary {
        .fixed(RichColors.primary)
      } else {
        tint(style == .danger ? RichColors.danger : RichColors.success)
      }
    }
  }

  /// The color of the label.
  var labelColor: PaintColor {
    guard isEnabled else { return .role(.secondaryText) }
    return switch style {
    case .primary: .white
    case .danger: .role(.deleted)
    case .success: .role(.inserted)
    case .link, nil: .role(.link)
    }
  }
}
