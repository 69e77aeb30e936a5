internal import GalleyCInterface
internal import GalleyFonts
internal import GalleyGeometry
internal import GalleyJSON
internal import GalleyMessageOutput
internal import GalleyMessages
internal import GalleyPixels
internal import GalleyRichMessages
internal import GalleyTypesetting

/// An engine of the C interface, with its limits.
final class Engine: Sendable {
  /// The limits of an engine, in bytes.
  struct Limits {
    /// The maximum size of the cached texts.
    var cache = 16 << 20
    /// The maximum size of a message.
    var message = 4 << 20
    /// The maximum size of the pixels of a picture.
    var picture = Bitmap.byteLimit
  }

  private let engine: TextEngine
  private let limits: Limits

  /// Creates an engine.
  ///
  /// - Parameters:
  ///   - manifest: The path of a font manifest; `nil` for the fonts of the system.
  ///   - files: The paths of font files before these fonts.
  ///   - limits: The limits.
  /// - Throws: `InterfaceError` if the fonts cannot be used.
  init(manifest: String?, files: [String], limits: Limits) throws(InterfaceError) {
    var fonts = FontCollection.system
    do throws(FontError) {
      if let manifest { fonts = try FontCollection(manifest: manifest) }
    } catch { throw InterfaceError(GALLEY_ERROR_FONTS, error.description) }
    do throws(FaceFileError) {
      if !files.isEmpty { fonts = try fonts.adding(files.map { FaceFile(path: $0) }) }
    } catch { throw InterfaceError(GALLEY_ERROR_FONTS, error.description) }
    engine = TextEngine(fonts: fonts, cacheLimit: limits.cache)
    self.limits = limits
  }

  /// Throws if a message has more bytes than the limit, before it is copied.
  func check(messageSize count: Int) throws(InterfaceError) {
    // A size above the signed maximum is negative here.
    guard count < 0 || count > limits.message else { return }
    throw InterfaceError(
      GALLEY_ERROR_LIMIT, "the message has more bytes than the limit of \(limits.message)")
  }

  /// Returns the layout of a message as JSON.
  func layout(
    _ bytes: [UInt8], _ format: MessageFormat, _ settings: CallSettings
  ) throws(InterfaceError) -> [UInt8] {
    let layout = try laidOut(bytes, format, settings.layout)
    var writer = JSONWriter()
    writer.layout(layout, revealed: settings.picture.revealed)
    return writer.bytes
  }

  /// Returns the picture of a message.
  func picture(
    _ bytes: [UInt8], _ format: MessageFormat, _ settings: CallSettings
  ) throws(InterfaceError) -> Picture {
    var layoutSettings = settings.layout
    if settings.format.isRaster {
      layoutSettings.options.lineGrid = PixelGrid(scale: settings.picture.scale)
    }
    let layout = try laidOut(bytes, format, layoutSettings)
    let failures = Bitmap.Pool.shared.failureCount
    do throws(PictureError) {
      guard settings.format.isRaster else {
        let format: PictureFormat = settings.format == .svg ? .svg : .pdf
        return Picture(data: try settings.picture.data(of: layout, as: format))
      }
      try check(layout.size, settings.picture)
      let bitmap = try settings.picture.bitmap(of: layout)
      guard Bitmap.Pool.shared.failureCount == failures else {
        throw PictureError.outOfMemory
      }
      try check(byteCount: Double(bitmap.width * bitmap.height * 4))
      let data: [UInt8] =
        switch settings.format {
        case .webp: try PictureSettings.data(bitmap, as: .webp)
        case .rgba: bitmap.rgbaData
        case .png, .svg, .pdf: try PictureSettings.png(bitmap)
        }
      return Picture(data: data, width: bitmap.width, height: bitmap.height)
    } catch { throw InterfaceError(error) }
  }

  /// Lays a message out.
  private func laidOut(
    _ bytes: [UInt8], _ format: MessageFormat, _ settings: LayoutSettings
  ) throws(InterfaceError) -> LaidOutMessage {
    let families = settings.theme.text.font.families
    if let first = families.first, !families.contains(where: engine.fonts.hasFamily) {
      throw .argument("there is no font family \"\(first)\"")
    }
    return settings.layout(try format.message(bytes, settings.richOptions), with: engine)
  }

  /// Throws if the picture of a layout would be too large, before it is drawn.
  private func check(_ size: Size, _ picture: PictureSettings) throws(PictureError) {
    let sides = [size.width, size.height].map { ($0 + 2 * picture.padding) * picture.scale }
    try check(byteCount: sides[0] * sides[1] * 4)
  }

  private func check(byteCount: Double) throws(PictureError) {
    guard byteCount > Double(limits.picture) else { return }
    throw .tooLarge(
      "the picture's pixels take more than the limit of \(limits.picture) bytes; use a smaller "
        + "width, size or scale")
  }
}

/// A picture as a file, or as pixels.
struct Picture {
  let data: [UInt8]
  /// The size in pixels, of pictures of pixels; otherwise zero.
  var width = 0
  var height = 0
}
