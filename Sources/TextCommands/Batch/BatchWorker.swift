import GalleyBasics
import GalleyGeometry
import GalleyJSON
import GalleyMessageOutput
import GalleyMessages
import GalleyRichTypesetting
import GalleySystem
import GalleyTypesetting
import Synchronization

/// Lays out and draws the messages of a batch, on any number of threads.
struct BatchWorker: Sendable {
  let engine: TextEngine
  let settings: LayoutSettings
  let picture: PictureSettings
  let format: BatchFormat
  /// The folder of the files; `nil` if they are part of the manifest.
  let folder: BatchFolder?

  /// Returns the line of the manifest of a message, after its file was written.
  func result(of item: MessageLines.Item) -> BatchResult {
    let start = ContinuousClock.now
    var writer = JSONWriter()
    var failure: String?
    do {
      let (data, size) = try drawing(of: item)
      let file = try folder?.write(data, line: item.line, id: item.id, format: format)
      writer.object { writer in
        writer.member("line", item.line)
        writer.id(item.id)
        write(file, data, to: &writer)
        writer.member("width", rounded: size.width)
        writer.member("height", rounded: size.height)
        writer.member("ms", Self.rounded(start.duration(to: .now) / .milliseconds(1)))
      }
    } catch {
      failure = "\(error)"
      writer.object { writer in
        writer.member("line", item.line)
        writer.id(item.id)
        writer.member("error", "\(error)")
      }
    }
    writer.endLine()
    return BatchResult(line: item.line, end: item.end, entry: writer.bytes, failure: failure)
  }

  /// Returns the file of a message, and the size of its layout.
  private func drawing(of item: MessageLines.Item) throws -> (data: [UInt8], size: Size) {
    let layout = try settings.layout(item, with: engine)
    guard let format = PictureFormat(rawValue: format.rawValue) else {
      var writer = JSONWriter()
      writer.layout(layout, revealed: picture.revealed)
      writer.endLine()
      return (writer.bytes, layout.size)
    }
    return (try picture.data(of: layout, as: format), layout.size)
  }

  /// Writes where a file is, or what it contains.
  private func write(_ file: String?, _ data: [UInt8], to writer: inout JSONWriter) {
    guard let file else {
      if format == .json {
        writer.name("layout")
        writer.append(value: data.dropLast())
      } else {
        writer.member("data", data.base64)
      }
      return
    }
    writer.member("file", file)
    writer.member("bytes", data.count)
    writer.member("sha256", SHA256.hexDigest(of: data.span))
  }

  /// Returns a number with three decimals.
  private static func rounded(_ number: Double) -> Double { (number * 1e3).rounded() / 1e3 }
}

/// The result of a message of a batch.
struct BatchResult: Sendable {
  /// The number of the message's line.
  var line: Int
  /// The offset of the end of the line in the input, in bytes.
  var end: Int
  /// The line of the manifest.
  var entry: [UInt8]
  /// The reason for which the message has no file.
  var failure: String?
}

/// The folder of a batch, with a thousand files in each of its folders.
final class BatchFolder: Sendable {
  private let path: String
  /// The folder that was made last.
  private let made = Mutex<String?>(nil)

  init(_ path: String) { self.path = path }

  /// Writes the file of a message, which is complete or absent at any time.
  ///
  /// - Returns: The path of the file in the folder.
  func write(
    _ data: [UInt8], line: Int, id: Message.ID?, format: BatchFormat
  ) throws(Failure) -> String {
    let folder = (line / 1_000).padded(to: 3)
    let suffix = id.map { "-" + PictureNames.fileName(of: $0) } ?? ""
    let file = "\(folder)/\(line.padded(to: 6))\(suffix).\(format)"
    do throws(FileError) {
      if made.withLock({ $0 != folder }) {
        try FileSystem.makeDirectory("\(path)/\(folder)")
        made.withLock { $0 = folder }
      }
      // A file that an interrupted batch wrote is absent for a moment, not replaced, because only
      // replacing needs a temporary name.
      try FileSystem.removeFile("\(path)/\(file)")
      try FileSystem.write(data, to: "\(path)/\(file)", isDurable: false)
    } catch { throw Failure(error) }
    return file
  }
}
