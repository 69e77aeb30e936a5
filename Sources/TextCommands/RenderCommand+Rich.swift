import GalleyGeometry
import GalleyMessageOutput
import GalleyMessages
import GalleyPixels
import GalleySystem
import GalleyTypesetting

extension RenderCommand {
  /// Draws a rich message to a file.
  func renderRich(
    to output: String, as format: PictureFormat, _ settings: LayoutSettings, with engine: TextEngine
  ) throws {
    let message = try input.richMessage(arguments)
    let layout = settings.layout(message, with: engine)
    let picture = appearance.picture(theme: appearance.themes.first ?? .light)
    let data: [UInt8]
    do { data = try picture.data(of: layout, as: format) } catch {
      throw Failure("\(output): \(error)")
    }
    try write(data, to: output)
  }

  /// Draws the rich messages of a folder to a contact sheet, in bubbles.
  ///
  /// - Throws: `Failure` if the input is no folder of rich messages, or one of them is invalid.
  func renderRichSheet(to path: String, with engine: TextEngine) throws {
    guard let folder = input.source, (try? FileStatus(path: folder))?.kind == .directory else {
      throw Failure("\(input.source ?? "standard input"): not a directory")
    }
    let names: [String]
    do { names = try FileSystem.names(in: folder) } catch { throw Failure(error) }
    let files = names.filter { RichFormat(path: $0) != nil }.sorted()
    guard !files.isEmpty else { throw Failure("\(folder): no .json, .md or .html file in it") }
    let settings = LayoutSettings(arguments, grid: appearance.grid(of: .png))
    var sheet = ContactSheet(appearance: appearance, engine: engine, settings: settings)
    for file in files {
      var input = input
      input.source = "\(folder)/\(file)"
      let message = try input.richMessage(arguments)
      let layout = settings.layout(message, with: engine)
      let pictures = try appearance.pictures.map { picture in
        var bitmap = try picture.bitmap(of: layout)
        bitmap.roundCorners(radius: Self.bubbleRadius * appearance.scale.scale)
        return bitmap
      }
      try sheet.add(pictures, caption: file)
    }
    try write(try PictureSettings.png(try sheet.draw()), to: path)
  }

  /// The radius of a bubble's corners, in points.
  private static let bubbleRadius = 14.0
}

extension Bitmap {
  /// Makes the corners round, with a radius in pixels; the pixels outside become transparent.
  fileprivate mutating func roundCorners(radius: Double) {
    let radius = min(radius, Double(min(width, height)) / 2)
    let (columns, rows) = (Double(width), Double(height))
    fade(bounds) { x, y in
      let (x, y) = (Double(x) + 0.5, Double(y) + 0.5)
      // The distance from the rectangle that the centers of the corners' circles span.
      let across = max(radius - x, x - (columns - radius), 0)
      let down = max(radius - y, y - (rows - radius), 0)
      let distance = (across * across + down * down).squareRoot()
      return UInt8(255 * min(1, max(0, radius + 0.5 - distance)))
    }
  }
}
