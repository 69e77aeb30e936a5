import GalleyGeometry
import GalleyPainting
import GalleyPixels
import GalleyTypesetting

/// What a picture is made as.
enum PictureFormat: String, CaseIterable, Sendable {
  case png, svg, pdf

  /// The format that the name of a file ends in, or `nil`.
  init?(path: String) {
    guard let dot = path.lastIndex(of: ".") else { return nil }
    self.init(rawValue: path[path.index(after: dot)...].lowercased())
  }
}

/// How text becomes a picture.
struct Picture: Sendable {
  /// How many pixels stand for a point; for PNG only.
  var scale = 1.0
  /// The room on each side of the layout, in points.
  var padding = 0.0
  /// What is behind the text.
  var background = Color.white

  /// Draws a layout into the bytes of a file.
  ///
  /// - Throws: `Failure`, which does not name a file, if the picture is too large.
  func data(of layout: TextLayout, as format: PictureFormat) throws -> [UInt8] {
    switch format {
    case .png: try Self.png(bitmap(of: layout))
    case .svg: try VectorImage.svg(layout, padding: padding, background: background)
    case .pdf: try VectorImage.pdf(layout, padding: padding, background: background)
    }
  }

  /// Draws a layout.
  func bitmap(of layout: TextLayout) throws -> Bitmap {
    let width = ((layout.size.width + 2 * padding) * scale).rounded(.up)
    let height = ((layout.size.height + 2 * padding) * scale).rounded(.up)
    let limit = Double(Bitmap.sideLimit)
    guard width <= limit, height <= limit else {
      throw Failure(
        "the picture would have \(Int(clamping: width)) × \(Int(clamping: height)) pixels, and "
          + "\(Bitmap.sideLimit) a side are possible; use a smaller --width, --size or --scale")
    }
    do {
      var bitmap = try Bitmap(
        width: max(1, Int(width)), height: max(1, Int(height)), color: background)
      bitmap.scale = scale
      TextPainter().paint(
        layout, at: Point(x: padding, y: padding), into: &bitmap, scale: scale)
      return bitmap
    } catch {
      throw Failure("\(error); use a smaller --width, --size or --scale")
    }
  }

  /// The bytes of a PNG file.
  static func png(_ bitmap: Bitmap) throws -> [UInt8] {
    do { return try bitmap.pngData() } catch { throw Failure("no PNG was made: \(error)") }
  }
}

extension Int {
  /// The whole number nearest to `number`.
  fileprivate init(clamping number: Double) {
    self = number.isFinite && abs(number) < 9e18 ? Int(number) : number > 0 ? .max : 0
  }
}
