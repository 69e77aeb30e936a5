internal import GalleyGeometry
public import GalleyImages
internal import GalleyLayoutSpecs
internal import GalleyScheduling
internal import Synchronization

/// An image that is known by its bytes or its path, and read when it is first drawn or measured.
///
/// Measuring has to know the size, so measuring an image that has not been read reads its file on the
/// thread that measures; ``prepare(_:)`` does that before, off the main actor. It is read once, however
/// often it is measured and drawn.
///
/// Two files are the same image if they are the same object: nodes that show one object share their
/// bitmaps. What is read is kept, what is decoded is not.
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

  /// Makes an image of the bytes of a file, which are looked at when the image is drawn.
  ///
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - limits: What the image may have.
  public init(_ bytes: [UInt8], limits: ImageLimits = ImageLimits()) {
    self.limits = limits
    state = Mutex(.unread(.bytes(bytes)))
  }

  /// Makes an image of a file, which is read when the image is drawn.
  ///
  /// - Parameters:
  ///   - path: Where the file is.
  ///   - limits: What the image may have.
  public init(path: String, limits: ImageLimits = ImageLimits()) {
    self.limits = limits
    state = Mutex(.unread(.path(path)))
  }

  /// Makes an image of a source that has been read.
  public init(_ source: ImageSource) {
    limits = ImageLimits()
    state = Mutex(.read(source))
  }

  /// The file with its header, which is read if it has not been.
  ///
  /// Not for the main actor: it may read a whole file. What went wrong once is not tried again.
  ///
  /// - Throws: `ImageError`, the same each time.
  public func source() throws(ImageError) -> ImageSource {
    switch state.withLock({ $0 }) {
    case .read(let source): return source
    case .failed(let error): throw error
    case .unread(let origin):
      // Others may read it at the same time; the first is kept, so that the image stays one object.
      let state = settle(Self.read(origin, limits))
      switch state {
      case .read(let source): return source
      case .failed(let error): throw error
      case .unread: preconditionFailure("what was read is settled")
      }
    }
  }

  /// Reads files that have not been read, on several threads, so that measuring them finds their sizes.
  ///
  /// What is wrong with a file is told when it is drawn.
  ///
  /// - Parameter files: The files.
  public static func prepare(_ files: [ImageFile]) async {
    await withCheckedContinuation { continuation in
      parallelApplyInBackground(iterations: files.count) { index in
        _ = try? files[index].source()
      } completion: {
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
  /// The size of the image in points, no larger than may be and in its aspect as far as that goes; `nil`
  /// if it cannot be read.
  func measurement(thatFits range: SizeRange, scale: Double) -> ContentMeasurement? {
    guard let header = try? source().header, scale > 0 else { return nil }
    let (width, height) = (Double(header.width) / scale, Double(header.height) / scale)
    let factor = min(1, range.max.width / width, range.max.height / height)
    return ContentMeasurement(
      size: range.clamp(Size(width: width * factor, height: height * factor)))
  }
}
