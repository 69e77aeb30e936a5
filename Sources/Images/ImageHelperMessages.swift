internal import GalleyPixels
internal import GalleySystem

/// A request to decode bytes in a memory file.
struct ImageRequest {
  /// The kind of the bytes.
  enum Subject {
    /// An image file, decoded with options.
    case image(ImageSource.Request)
    /// The data of a frame, which has a format and a size.
    case frame(ImageHeader.Format, PixelSize)
  }

  var byteCount: Int
  var subject: Subject

  private static let modes: [ImageSource.Request.Mode] = [.fit, .fill, .atLeast]

  /// The message.
  var message: [UInt8] {
    switch subject {
    case .image(let request):
      HelperMessage([
        byteCount, request.size?.width ?? -1, request.size?.height ?? -1,
        Self.modes.firstIndex(of: request.mode) ?? 0, request.allowsPartial ? 1 : 0,
      ]).bytes
    case .frame(let format, let size):
      HelperMessage([byteCount, size.width, size.height], text: format.rawValue).bytes
    }
  }

  init(byteCount: Int, _ subject: Subject) {
    (self.byteCount, self.subject) = (byteCount, subject)
  }

  /// Reads a message; `nil` if it is not valid.
  init?(_ message: [UInt8]) {
    guard let message = HelperMessage(message), message.numbers.count >= 3 else { return nil }
    let numbers = message.numbers
    byteCount = numbers[0]
    let size = PixelSize(width: numbers[1], height: numbers[2])
    guard byteCount >= 0 else { return nil }
    if let format = ImageHeader.Format(rawValue: message.text), numbers.count == 3 {
      guard size.width > 0, size.height > 0 else { return nil }
      subject = .frame(format, size)
    } else {
      guard numbers.count == 5, Self.modes.indices.contains(numbers[3]) else { return nil }
      subject = .image(
        ImageSource.Request(
          size: numbers[1] < 0 ? nil : size, mode: Self.modes[numbers[3]],
          allowsPartial: numbers[4] == 1))
    }
  }
}

/// The answer to a request: the size of the pixels in the memory file, or an error.
struct ImageAnswer {
  private enum Kind: Int {
    case image, truncated, damaged, notLoaded, implausible, empty, tooLarge, outOfMemory
  }

  private var kind: Kind
  private var (first, second) = (0, 0)
  private var text = ""
  private var (isOpaque, isComplete) = (false, false)

  /// The message.
  var message: [UInt8] {
    HelperMessage(
      [kind.rawValue, first, second, isOpaque ? 1 : 0, isComplete ? 1 : 0], text: text
    ).bytes
  }

  /// Reads the answer to a request for an image.
  ///
  /// - Throws: `ImageError`: the decoder's, or `damaged` if the answer is not valid.
  init(
    _ message: [UInt8], to subject: ImageRequest.Subject, of header: ImageHeader
  ) throws(ImageError) {
    let format = header.format
    let invalid = ImageError.damaged(format, reason: "the helper process gave no valid answer")
    guard let message = HelperMessage(message), message.numbers.count == 5,
      let kind = Kind(rawValue: message.numbers[0])
    else { throw invalid }
    let (first, second) = (message.numbers[1], message.numbers[2])
    switch kind {
    case .truncated: throw .truncated(format)
    case .damaged: throw .damaged(format, reason: message.text)
    case .notLoaded: throw .notLoaded(format, reason: message.text)
    case .implausible:
      throw .implausibleSize(width: first, height: second, bytes: Int(message.text) ?? 0)
    case .empty: throw .bitmap(.empty(width: first, height: second))
    case .tooLarge: throw .bitmap(.tooLarge(width: first, height: second))
    case .outOfMemory: throw .bitmap(.outOfMemory(bytes: first))
    case .image:
      guard subject.allows(PixelSize(width: first, height: second), of: header) else {
        throw invalid
      }
      (self.kind, self.first, self.second) = (kind, first, second)
      (isOpaque, isComplete) = (message.numbers[3] == 1, message.numbers[4] == 1)
    }
  }

  /// Returns the image, whose pixels are at an offset in a memory file.
  ///
  /// - Throws: `ImageError.bitmap`, or `damaged` if the file is too short.
  func image(
    in file: MemoryFile, at offset: Int, _ pool: Bitmap.Pool
  ) throws(ImageError) -> ImageSource.DecodedImage {
    var bitmap: Bitmap
    do throws(BitmapError) {
      bitmap = try Bitmap(uncleared: (first, second), pool: pool)
    } catch { throw .bitmap(error) }
    let isRead = bitmap.withMutableBytes { pixels, _ in file.read(&pixels, at: offset) }
    guard isRead == true else { throw .bitmap(.outOfMemory(bytes: bitmap.byteCount)) }
    return ImageSource.DecodedImage(bitmap: bitmap, isOpaque: isOpaque, isComplete: isComplete)
  }

  /// Decodes the image of a request, and writes its pixels behind it in the memory file.
  static func answering(_ message: [UInt8], in file: MemoryFile) -> ImageAnswer {
    guard let request = ImageRequest(message), let bytes = file.bytes(request.byteCount, at: 0)
    else { return ImageAnswer(.damaged, text: "the request is not valid") }
    do throws(ImageError) {
      let image = try request.subject.decode(bytes)
      let isWritten = image.bitmap.withBytes { pixels, _ in
        file.write(pixels, at: request.byteCount)
      }
      guard isWritten else { return ImageAnswer(.outOfMemory, image.bitmap.byteCount) }
      var answer = ImageAnswer(.image, image.bitmap.width, image.bitmap.height)
      (answer.isOpaque, answer.isComplete) = (image.isOpaque, image.isComplete)
      return answer
    } catch { return ImageAnswer(error) }
  }

  private init(_ kind: Kind, _ first: Int = 0, _ second: Int = 0, text: String = "") {
    (self.kind, self.first, self.second, self.text) = (kind, first, second, text)
  }

  private init(_ error: ImageError) {
    self =
      switch error {
      case .truncated: ImageAnswer(.truncated)
      case .damaged(_, let reason): ImageAnswer(.damaged, text: reason)
      case .notLoaded(_, let reason): ImageAnswer(.notLoaded, text: reason)
      case .implausibleSize(let width, let height, let bytes):
        ImageAnswer(.implausible, width, height, text: String(bytes))
      case .bitmap(.empty(let width, let height)): ImageAnswer(.empty, width, height)
      case .bitmap(.tooLarge(let width, let height)): ImageAnswer(.tooLarge, width, height)
      case .bitmap(.outOfMemory(let bytes)): ImageAnswer(.outOfMemory, bytes)
      default: ImageAnswer(.damaged, text: error.description)
      }
  }
}

extension ImageRequest.Subject {
  /// Returns whether an image may be decoded to a size.
  fileprivate func allows(_ size: PixelSize, of header: ImageHeader) -> Bool {
    switch self {
    case .frame(_, let expected): return size == expected
    case .image(let request):
      let expected = request.size(for: header.width, header.height)
      guard request.mode == .atLeast else { return size == expected }
      return (expected.width...header.width).contains(size.width)
        && (expected.height...header.height).contains(size.height)
    }
  }

  /// Decodes the bytes of the request.
  fileprivate func decode(_ bytes: [UInt8]) throws(ImageError) -> ImageSource.DecodedImage {
    switch self {
    case .image(let request):
      return try ImageSource(bytes, try ImageHeader(bytes)).decode(request)
    case .frame(let format, let size):
      let bitmap = try ImageDecoding(frame: bytes, format, size, pool: .shared).frame()
      return ImageSource.DecodedImage(bitmap: bitmap, isOpaque: false, isComplete: true)
    }
  }
}
