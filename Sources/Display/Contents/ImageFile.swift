internal import Dispatch
internal import GalleyGeometry
public import GalleyImages
internal import GalleyLayoutSpecs
internal import GalleyScheduling
internal import Synchronization

/// An image, identified by its bytes or its path, that is read when it is first drawn or measured.
///
/// Measuring needs the size, so measuring an unread image reads its file on the measuring thread;
/// ``prepare(_:)`` does so beforehand, off the main actor. The file is read only once.
///
/// Image files have identity: nodes that show the same object share bitmaps. The bytes are kept,
/// decoded pixels are not.
public final class ImageFile: Sendable {
  private enum Origin: Sendable {
    case bytes([UInt8])
    case path(String)
  }

  private enum State: Sendable {
    case unread(Origin)
    case read(ImageSource)
    case failed(ImageError)
  }

  private let limits: ImageLimits
  private let state: Mutex<State>

  /// Creates an image from the bytes of a file, which are parsed when the image is first drawn or
  /// measured.
  ///
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - limits: The limits on the image.
  public init(_ bytes: [UInt8], limits: ImageLimits = ImageLimits()) {
    self.limits = limits
    state = Mutex(.unread(.bytes(bytes)))
  }

  /// Creates an image from a file, which is read when the image is first drawn or measured.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - limits: The limits on the image.
  public init(path: String, limits: ImageLimits = ImageLimits()) {
    self.limits = limits
    state = Mutex(.unread(.path(path)))
  }

  /// Creates an image from a source that has been read.
  public init(_ source: ImageSource) {
    limits = ImageLimits()
    state = Mutex(.read(source))
  }

  /// Returns the image source, reading the file if necessary.
  ///
  /// Not for the main actor: it may read a whole file. A failure is final; reading is not retried.
  ///
  /// - Throws: `ImageError`, the same each time.
  public func source() throws(ImageError) -> ImageSource {
    switch state.withLock({ $0 }) {
    case .read(let source): return source
    case .failed(let error): throw error
    case .unread(let origin):
      // Other threads may read the file at the same time; the first result wins, so that the source
      // stays one object.
      let state = settle(Self.read(origin, limits))
      switch state {
      case .read(let source): return source
      case .failed(let error): throw error
      case .unread: preconditionFailure("a read file must be settled")
      }
    }
  }

  /// Reads the files that have not been read, on several threads, so that measuring does not have
  /// to.
  ///
  /// Errors are reported when an image is drawn.
  ///
  /// - Parameter files: The files.
  public static func prepare(_ files: [ImageFile]) async {
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        parallelApply(iterations: files.count) { _ = try? files[$0].source() }
        continuation.resume()
      }
    }
  }

  private func settle(_ result: State) -> State {
    state.withLock { state in
      if case .unread = state { state = result }
      return state
    }
  }

  private static func read(_ origin: Origin, _ limits: ImageLimits) -> State {
    do throws(ImageError) {
      switch origin {
      case .bytes(let bytes): return .read(try ImageSource(bytes, limits: limits))
      case .path(let path): return .read(try ImageSource(path: path, limits: limits))
      }
    } catch {
      return .failed(error)
    }
  }
}

extension ImageFile {
  /// Returns the size of the image in points, scaled down to the range in proportion where
  /// possible; `nil` if it cannot be read.
  func measurement(thatFits range: SizeRange, scale: Double) -> ContentMeasurement? {
    guard let header = try? source().header, scale > 0 else { return nil }
    let (width, height) = (Double(header.width) / scale, Double(header.height) / scale)
    let factor = min(1, range.max.width / width, range.max.height / height)
    return ContentMeasurement(
      size: range.clamp(Size(width: width * factor, height: height * factor)))
  }
}
