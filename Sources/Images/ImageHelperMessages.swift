internal import GalleyPixels
internal import GalleySystem

/// A message between processes: numbers, and a text.
struct HelperMessage {
  var numbers: [Int]
  var text = ""

  /// The maximum length of the text, in bytes.
  private static let textLimit = 1_000

  /// The bytes: the number of numbers, the numbers, and the text.
  var bytes: [UInt8] {
    [UInt8(numbers.count)]
      + numbers.flatMap { number in (0..<8).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) } }
      + text.utf8.prefix(Self.textLimit)
  }

  init(_ numbers: [Int], text: String = "") { (self.numbers, self.text) = (numbers, text) }

  /// Reads bytes; `nil` if they end within the numbers.
  init?(_ bytes: [UInt8]) {
    guard let count = bytes.first.map(Int.init), bytes.count > count * 8 else { return nil }
    numbers = (0..<count).map { index in
      (0..<8).reduce(0) { $0 | Int(bytes[1 + index * 8 + $1]) << ($1 * 8) }
    }
    text = String(decoding: bytes[(1 + count * 8)...], as: UTF8.self)
  }
}

/// A request to decode an image whose file is in a memory file.
struct ImageRequest {
  var byteCount: Int
  var request: ImageSource.Request

  private static let modes: [ImageSource.Request.Mode] = [.fit, .fill, .atLeast]

  /// The message.
  var message: [UInt8] {
    HelperMessage([
      byteCount, request.size?.width ?? -1, request.size?.height ?? -1,
      Self.modes.firstIndex(of: request.mode) ?? 0, request.allowsPartial ? 1 : 0,
    ]).bytes
  }

  init(byteCount: Int, request: ImageSource.Request) {
    (self.byteCount, self.request) = (byteCount, request)
  }

  /// Reads a message; `nil` if it is not valid.
  init?(_ message: [UInt8]) {
    guard let numbers = HelperMessage(message)?.numbers, numbers.count == 5, numbers[0] >= 0,
      Self.modes.indices.contains(numbers[3])
    else { return nil }
    let size = numbers[1] < 0 ? nil : PixelSize(width: numbers[1], height: numbers[2])
    byteCount = numbers[0]
    request = ImageSource.Request(
      size: size, mode: Self.modes[numbers[3]], allowsPartial: numbers[4] == 1)
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
    _ message: [UInt8], to request: ImageSource.Request, of header: ImageHeader
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
      let expected = request.size(for: header.width, header.height)
      let isExpected =
        request.mode == .atLeast
        ? (expected.width...header.width).contains(first)
          && (expected.height...header.height).contains(second)
        : (first, second) == (expected.width, expected.height)
      guard isExpected else { throw invalid }
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
      let source = ImageSource(bytes, try ImageHeader(bytes))
      let image = try source.decode(request.request)
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
