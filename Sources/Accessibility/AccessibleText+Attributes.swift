internal import GalleyFonts
internal import GalleyGeometry
internal import GalleyTypesetting

extension Accessible.Text {
  /// The attributes of text without a style of its own, by AT-SPI's names.
  package var defaultAttributes: [String: String] {
    var attributes = layout.text.baseStyle.attributes
    attributes["direction"] = layout.isRightToLeft ? "rtl" : "ltr"
    attributes["language"] = layout.text.language
    return attributes
  }

  /// Returns the attributes of a code point that differ from the defaults, and the range around it
  /// with the same attributes.
  package func attributes(at index: Int) -> (attributes: [String: String], range: Range<Int>) {
    guard (0..<count).contains(index) else { return ([:], count..<count) }
    let source = sourceRange(of: index..<index + 1).lowerBound
    let style = layout.text.style(at: source)
    let defaults = layout.text.baseStyle.attributes
    let attributes = style.attributes.filter { defaults[$0.key] != $0.value }
    return (attributes, range(ofSource: layout.text.styleRange(at: source)))
  }
}

extension TextStyle {
  /// The attributes by AT-SPI's names, which are those of ATK.
  fileprivate var attributes: [String: String] {
    var attributes = [
      "weight": "\(Int(font.weight))", "size": "\(font.size)pt",
      "style": font.slant == .upright ? "normal" : "italic",
      "underline": paint.underline == nil ? "none" : "single",
      "strikethrough": paint.strikethrough == nil ? "false" : "true",
    ]
    attributes["family-name"] = font.families.first
    attributes["language"] = language
    if case .fixed(let color) = paint.color {
      // Sixteen bits per component.
      attributes["fg-color"] = [color.red, color.green, color.blue].map { "\(Int($0) * 257)" }
        .joined(separator: ",")
    }
    return attributes
  }
}
