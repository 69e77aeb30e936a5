import GalleyGeometry
import GalleyMessages
import GalleyRichMessages
import GalleyTypesetting
import TestSupport
import Testing

@testable import GalleyRichTypesetting

/// The colors and signs of buttons, files, maps and slideshows.
@Suite struct LookTests {
  private func blend(_ color: Color, over ground: Color) -> [Double] {
    let alpha = Double(color.alpha) / 255
    return zip(
      [color.red, color.green, color.blue], [ground.red, ground.green, ground.blue]
    ).map { Double($0) * alpha + Double($1) * (1 - alpha) }
  }

  /// The relative luminance of a color (WCAG 2.1).
  private func luminance(_ color: [Double]) -> Double {
    zip(color, [0.2126, 0.7152, 0.0722]).reduce(0) { sum, part in
      let value = part.0 / 255
      let linear = value <= 0.03928 ? value / 12.92 : power((value + 0.055) / 1.055)
      return sum + linear * part.1
    }
  }

  /// Returns a number to the power of 2.4, by Newton's method for the fifth root of its square.
  private func power(_ value: Double) -> Double {
    let square = value * value
    var root = 1.0
    for _ in 0..<60 {
      root -= (root * root * root * root * root - square) / (5 * root * root * root * root)
    }
    return square * root
  }

  @Test(
    arguments: ChatTheme.all,
    [nil, .danger, .success, .primary, .link] as [RichText.Button.Appearance?])
  func `labels of buttons have a contrast of 4.5 with their ground`(
    theme: ChatTheme, style: RichText.Button.Appearance?
  ) {
    let button = RichText.Button("Vote", style: style, action: .callback(data: "v"))
    let ground = blend(theme.palette.color(button.ground), over: theme.background)
    let label = blend(theme.palette.color(button.labelColor), over: theme.background)
    let lights = [luminance(ground), luminance(label)].sorted()
    #expect((lights[1] + 0.05) / (lights[0] + 0.05) >= 4.5)
  }

  @Test(arguments: [nil, .danger, .success, .primary] as [RichText.Button.Appearance?])
  func `a disabled button is dimmed`(style: RichText.Button.Appearance?) {
    let button = RichText.Button("Vote", style: style, action: .disabled)
    #expect(button.labelColor == .role(.secondaryText))
    #expect(
      button.ground != RichText.Button("Vote", style: .primary, action: .callback(data: "v")).ground
    )
  }

  @Test func `buttons whose labels do not fit are in rows of about equal counts`() {
    func frames(_ labels: [String], width: Double) -> [Rect] {
      let buttons = labels.map { RichText.Button(.plain($0), action: .callback(data: "v")) }
      return RichSample(
        [.paragraph(.plain(String(repeating: "m", count: 40))), .buttons(.init(buttons))],
        width: width
      ).items.compactMap { placed in
        guard case .control(.button, let frame) = placed.item else { return nil }
        return frame.offset(x: placed.origin.x, y: placed.origin.y)
      }
    }
    let one = frames(["aaaaaaaa", "bbbbbbbb", "cccccccc"], width: 300)
    #expect(Set(one.map(\.minY)).count == 1 && one.map(\.size.width) == [96, 96, 96])
    let two = frames(["aaaaaaaaaa", "bbbbbbbbbb", "cccccccccc"], width: 250)
    #expect(two.map(\.size.width) == [122, 122, 250])
    #expect(two[0].minY == two[1].minY && two[2].minY == two[0].maxY + 6)
    let three = frames(["aaaaaaaaaaaa", "bbbbbbbbbbbbb", "cccccccccccc"], width: 150)
    #expect(three.map(\.size.width) == [150, 150, 150])
  }

  @Test func `a voice note without a name is called a voice message, with its duration`() throws {
    var file = RichBlock.Media.File(id: "n")
    file.duration = 12
    let sample = RichSample([.media(RichBlock.Media(.voiceNote, files: [file]))])
    #expect(sample.layout.texts.map(\.composed.text.string) == ["Voice message", "0:12"])
  }

  @Test func `a slideshow has a dot for each picture`() {
    var file = RichBlock.Media.File(id: "p")
    (file.width, file.height) = (600, 400)
    let slides = (0..<3).map { _ in RichBlock.media(RichBlock.Media(.photo, files: [file])) }
    let sample = RichSample([.slideshow(RichBlock.Gallery(slides))], width: 300)
    let dots = sample.items.compactMap { placed -> Rect? in
      guard case .fill(let rect, _, _) = placed.item else { return nil }
      return rect
    }
    #expect(dots.map(\.minX) == [133, 147, 161] && dots.allSatisfy { $0.size.width == 6 })
  }
}
