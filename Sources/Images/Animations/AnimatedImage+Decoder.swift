internal import GalleyGeometry
public import GalleyPixels

extension AnimatedImage {
  /// A decoder of frames in order, which holds a single canvas.
  ///
  /// It may be used on any thread, off the main actor because decoding takes milliseconds. A copy
  /// continues independently.
  public struct Decoder: Sendable {
    private let image: AnimatedImage
    private let pool: Bitmap.Pool
    /// The canvas with the frames so far; `nil` before the first.
    private var canvas: Bitmap?
    /// The pixels of the last frame's area before it was drawn, if it restores them.
    private var saved: Bitmap?
    private var failure: ImageError?
    /// The index of the frame that ``next()`` decodes; the number of frames at the end.
    public private(set) var nextIndex = 0

    init(_ image: AnimatedImage, pool: Bitmap.Pool) {
      self.image = image
      self.pool = pool
    }

    /// Decodes the next frame, as it is shown with the frames before.
    ///
    /// - Returns: The oriented pixels of the whole canvas, at one pixel per point; `nil` after the
    ///   last frame.
    /// - Throws: ``ImageError`` if the frame is damaged; so does every later call before
    ///   ``rewind()``.
    public mutating func next() throws(ImageError) -> Bitmap? {
      if let failure { throw failure }
      guard nextIndex < image.frameCount else { return nil }
      do throws(ImageError) {
        try advance()
        nextIndex += 1
        guard let canvas else { return nil }
        do throws(BitmapError) {
          return try image.source.header.orientation.applied(to: canvas, pool: pool)
        } catch {
          throw .bitmap(error)
        }
      } catch {
        failure = error
        throw error
      }
    }

    /// Decodes the frame at an index, with those before it that have not been decoded.
    ///
    /// - Parameter index: A valid frame index; one that has passed starts from the first frame.
    /// - Returns: The oriented pixels of the whole canvas, at one pixel per point.
    /// - Throws: ``ImageError``, as ``next()`` does.
    public mutating func frame(at index: Int) throws(ImageError) -> Bitmap {
      precondition(image.frames.indices.contains(index), "the frame index must be valid")
      if index < nextIndex { rewind() }
      while let frame = try next() {
        if nextIndex == index + 1 { return frame }
      }
      throw .truncated(image.source.header.format)
    }

    /// Returns to the first frame.
    public mutating func rewind() {
      (canvas, saved, failure, nextIndex) = (nil, nil, nil, 0)
    }

    /// Draws the next frame on the canvas.
    private mutating func advance() throws(ImageError) {
      let frame = image.frames[nextIndex]
      let pixels = try decode(frame)
      do throws(BitmapError) {
        try dispose()
        let header = image.source.header
        let isWhole =
          frame.area
          == PixelRect(minX: 0, minY: 0, maxX: header.storedWidth, maxY: header.storedHeight)
        guard !isWhole || frame.isBlended && canvas != nil || frame.disposal == .restore else {
          return canvas = pixels
        }
        var canvas = try takeCanvas()
        let area = frame.area.intersection(canvas.bounds)
        if frame.disposal == .restore, !area.isEmpty { saved = try canvas.copy(of: area) }
        try canvas.makeUnique()
        if !frame.isBlended { canvas.replace(area, with: .clear) }
        canvas.draw(pixels, x: frame.x, y: frame.y)
        self.canvas = canvas
      } catch {
        throw .bitmap(error)
      }
    }

    /// Returns the canvas and gives it up, so that drawing on it copies only pixels in use.
    private mutating func takeCanvas() throws(BitmapError) -> Bitmap {
      defer { canvas = nil }
      if let canvas { return canvas }
      let header = image.source.header
      return try Bitmap(width: header.storedWidth, height: header.storedHeight, pool: pool)
    }

    /// Disposes of the last frame's area.
    private mutating func dispose() throws(BitmapError) {
      guard nextIndex > 0 else { return }
      let last = image.frames[nextIndex - 1]
      guard last.disposal != .keep else { return }
      var canvas = try takeCanvas()
      let area = last.area.intersection(canvas.bounds)
      try canvas.makeUnique()
      canvas.replace(area, with: .clear)
      if let saved, last.disposal == .restore {
        canvas.draw(saved, x: area.minX, y: area.minY)
      }
      saved = nil
      self.canvas = canvas
    }

    /// Decodes a frame without the frames before.
    private func decode(_ frame: AnimationFrame) throws(ImageError) -> Bitmap {
      let (bytes, header) = (image.source.bytes, image.source.header)
      // A still image has no separate data.
      guard !frame.data.isEmpty else {
        let size = PixelSize(width: header.storedWidth, height: header.storedHeight)
        return try image.source.decode(frame: bytes, size, pool: pool)
      }
      let file =
        switch header.format {
        case .gif: GIFAnimation.file(of: frame, in: bytes)
        case .png: PNGAnimation.file(of: frame, in: bytes)
        case .webp: frame.data.first.map { Array(bytes[$0]) } ?? bytes
        case .jpeg: bytes
        }
      let size = PixelSize(width: frame.width, height: frame.height)
      return try image.source.decode(frame: file, size, pool: pool)
    }
  }
}
