internal import GalleyBasics
internal import GalleySystem
internal import GalleyPixels
internal import Synchronization

/// Processes without rights that decode images of strangers.
///
/// Decoders are C libraries, in which a fault gives whoever made an image the rights of the
/// process. A helper process has none: it can use its memory, a socket and a memory file
/// (``HelperService``). Its crash, a forbidden call or a timeout is an error of the image, and
/// another process decodes the next one. Processes are kept and used again, for one image at a
/// time, so that decoding costs no more than copies of the file and of the pixels.
package final class ImageHelpers: Sendable {
  /// The bounds of a process.
  package struct Bounds: Hashable, Sendable {
    /// The maximum size of the process, in bytes.
    package var memory = Limits.Helpers.memory
    /// The time limit of an image, in seconds.
    package var seconds = Limits.Helpers.seconds
    /// The maximum number of idle processes.
    package var idle = Limits.Helpers.idle

    /// Creates the default bounds.
    package init() {}
  }

  /// The first argument of a helper's program.
  static let name = "decode-images"

  private let command: [String]
  private let bounds: Bounds
  private let idle = Mutex<[HelperProcess]>([])

  /// Creates a source of processes, which start when images are decoded.
  ///
  /// - Parameters:
  ///   - program: The path of the program `galley`; `nil` for the one beside the current program.
  ///   - bounds: The bounds of a process.
  package init(program: String? = nil, bounds: Bounds = Bounds()) {
    let words = program.map { [$0] } ?? CurrentProcess.command(ofSibling: ["galley"])
    command = words + [Self.name, String(bounds.memory)]
    self.bounds = bounds
  }

  /// The IDs of the idle processes.
  package var processes: [Int32] { idle.withLock { $0.map(\.process) } }

  /// Decodes an image in a process.
  ///
  /// - Throws: `ImageError`; `damaged` if the process crashed or took too long.
  func decode(
    _ source: ImageSource, _ request: ImageSource.Request, pool: Bitmap.Pool
  ) throws(ImageError) -> ImageSource.DecodedImage {
    let (header, bytes) = (source.header, source.bytes)
    let message = ImageRequest(byteCount: bytes.count, request: request).message
    let answer: Result<ImageSource.DecodedImage, ImageError>
    do throws(HelperProcess.Failure) {
      let process = try takenProcess()
      answer = try process.exchange(
        message, bytes.span, room: Self.room(for: header),
        limit: .milliseconds(Int(bounds.seconds * 1_000))
      ) { answer in
        Result { () throws(ImageError) in
          try ImageAnswer(answer, to: request, of: header).image(
            in: process.memory, at: bytes.count, pool)
        }
      }
      idle.withLock { if $0.count < bounds.idle { $0.append(process) } }
    } catch {
      if case .unavailable = error { throw .notLoaded(header.format, reason: "\(error)") }
      throw .damaged(header.format, reason: "\(error)")
    }
    return try answer.get()
  }

  /// Returns an idle process, or starts one.
  private func takenProcess() throws(HelperProcess.Failure) -> HelperProcess {
    if let process = idle.withLock({ $0.popLast() }) { return process }
    return try HelperProcess(command)
  }

  /// Returns the size of the largest bitmap that an image has, in either orientation, in bytes.
  private static func room(for header: ImageHeader) -> Int {
    (max(header.storedWidth, header.storedHeight) + 4)
      * 4 * min(header.storedWidth, header.storedHeight)
      + 16 * (header.storedWidth + header.storedHeight)
  }
}

extension ImageHelpers {
  /// Serves another process instead of running the program, if its arguments ask for it.
  package static func serveIfRequested() {
    let arguments = CommandLine.arguments.dropFirst()
    guard arguments.count == 2, arguments.first == name,
      let memory = arguments.last.flatMap(Int.init)
    else { return }
    ImageDecoding.loadLibraries()
    HelperService.run(memory: memory) { message, file in
      ImageAnswer.answering(message, in: file).message
    }
  }
}
