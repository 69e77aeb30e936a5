import Foundation
import GalleyText

/// Writes the picture of a message, and returns HTML in which its links can be clicked.
func imageMap(of message: Message, with engine: TextEngine, writingTo file: URL) throws -> String {
  let layout = engine.layout(message.attributedText(), options: LayoutOptions(width: 280))
  let image = try RenderedImage(layout, scale: 2, padding: 12, background: .white)
  try Data(image.bitmap.pngData()).write(to: file)
  let (x, y) = (Double(image.originX) / 2, Double(image.originY) / 2)
  let areas = layout.links().flatMap { link in
    link.rects.map { area(of: $0.offset(x: x, y: y), link) }
  }
  return """
    <img src="\(escaped(file.lastPathComponent))" width="\(image.bitmap.width / 2)" usemap="#links" \
    alt="\(escaped(message.plainText().string))">
    <map name="links">\(areas.joined())</map>
    """
}

/// Returns the area of a rectangle of a link; empty if the link has no address.
private func area(of rect: Rect, _ link: TextLayout.Link) -> String {
  guard let url = link.url else { return "" }
  let corners = [rect.minX, rect.minY, rect.maxX, rect.maxY].map { "\(Int($0.rounded()))" }
  return """
    <area shape="rect" coords="\(corners.joined(separator: ","))" \
    href="\(escaped(url))" alt="\(escaped(link.label.string))">
    """
}

/// Returns a text for an attribute in double quotes.
private func escaped(_ text: String) -> String {
  text.replacing("&", with: "&amp;").replacing("\"", with: "&quot;").replacing("<", with: "&lt;")
}
