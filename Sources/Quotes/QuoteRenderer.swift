internal import GalleyGeometry
internal import GalleyPainting
package import GalleyPixels
package import GalleyTypesetting

/// A picture of messages, with remarks about the request.
package struct QuotePicture: Sendable {
  /// The pixels.
  package var bitmap: Bitmap
  /// The kind of the picture: a sticker that would be too high is a plain one.
  package var kind: QuoteRequest.Kind
  /// The file format.
  package var format: QuoteRequest.Format
  /// Remarks about the request.
  package var remarks: QuoteRemarks
  /// The frames of the bubbles, in pixels from the upper left corner of the messages.
  package var bubbles: [PixelFrame]
}

/// A rectangle in fractions of pixels.
package struct PixelFrame: Hashable, Sendable {
  /// The position of the upper left corner.
  package var x, y: Double
  /// The size.
  package var width, height: Double
}

/// A renderer of requests.
///
/// Equal requests give equal pixels, with equal fonts, on every machine and thread.
package struct QuoteRenderer: Sendable {
  /// The maximum height of a sticker before it is scaled, in pixels; a higher one is a plain
  /// picture.
  package static let stickerHeight = 2_048

  private let engine: TextEngine
  private let source: any PictureSource
  private let limits: QuoteRequest.Limits

  /// Creates a renderer.
  ///
  /// - Parameters:
  ///   - engine: The layout engine.
  ///   - source: The source of pictures.
  ///   - limits: The limits.
  package init(
    engine: TextEngine, source: any PictureSource = EmbeddedPictures(),
    limits: QuoteRequest.Limits = QuoteRequest.Limits()
  ) {
    self.engine = engine
    self.source = source
    self.limits = limits
  }

  /// Renders a request.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - isExpired: Returns whether the time is up; called between messages, lines and
  ///     parts of texts.
  /// - Returns: The picture.
  /// - Throws: `QuoteError`.
  package func picture(
    of request: QuoteRequest, isExpired: @escaping @Sendable () -> Bool = { false }
  ) throws(QuoteError) -> QuotePicture {
    let (scene, emoji, remarks) = try arrangement(of: request, isExpired: isExpired)
    let painter = QuotePainter(
      palette: scene.text.palette, emoji: emoji, isExpired: isExpired)
    let composer = QuoteComposer(scene: scene, painter: painter, request: request, limits: limits)
    let (bitmap, kind, scale) = try composer.picture()
    return QuotePicture(
      bitmap: bitmap, kind: kind,
      format: kind == .quote ? request.format ?? .webp : .png, remarks: remarks,
      bubbles: scene.bubbles.map { frame in
        PixelFrame(
          x: frame.minX * scale, y: frame.minY * scale, width: frame.size.width * scale,
          height: frame.size.height * scale)
      })
  }

  /// Lays a request out, without drawing it.
  ///
  /// - Parameters:
  ///   - request: The request, whose kind, scale and background have no effect.
  ///   - isExpired: Returns whether the time is up; called between messages and parts of
  ///     texts.
  /// - Returns: The layout.
  /// - Throws: `QuoteError`.
  package func layout(
    of request: QuoteRequest, isExpired: @escaping @Sendable () -> Bool = { false }
  ) throws(QuoteError) -> QuoteLayout {
    let (scene, _, remarks) = try arrangement(of: request, isExpired: isExpired)
    return QuoteLayout(scene, remarks)
  }

  private func arrangement(
    of request: QuoteRequest, isExpired: @escaping @Sendable () -> Bool
  ) throws(QuoteError) -> (QuoteScene, emoji: [String: Bitmap], QuoteRemarks) {
    let failures = request.messages.compactMap(\.failure)
    if failures.count == request.messages.count, let first = failures.first {
      throw .nothingDrawn(reason: first.reason)
    }
    var scene = QuoteScene(request, engine: engine, source: source, isExpired: isExpired)
    guard !isExpired() else { throw .deadline }
    let emoji = scene.emoji(of: request)
    var notes = request.notes + scene.pictures.notes
    notes += failures.map { "messages[\($0.index)]: \($0.reason)" }
    if request.wantsOtherEmoji { notes.append("emojiBrand: emoji are those of the fonts") }
    let remarks = QuoteRemarks(
      placeholders: failures.map(\.index), missingGlyphs: scene.text.missingGlyphs, notes: notes)
    return (scene, emoji, remarks)
  }
}

extension QuoteMessage {
  /// The reason for which the message is replaced; `nil` if it is valid.
  fileprivate var failure: (index: Int, reason: String)? {
    if case .failed(let reason) = body { (index, reason) } else { nil }
  }
}
