import GalleyJSON
import GalleySystem

/// The manifest of a batch: a line with the settings, and a line for each message so far.
///
/// Each line is appended in one call of the system after its file is complete, so after an
/// interruption all lines but the last are whole, and so are the files they name. A power failure
/// may lose files whose lines are not lost, and people remove files, so each one is looked for.
struct BatchLog {
  /// The contents of a manifest.
  struct Contents {
    /// The number of messages.
    var entryCount = 0
    /// The number of those that failed.
    var failureCount = 0
    /// The last line of the input, or 0.
    var lastLine = 0
    /// The length of the whole lines, in bytes.
    var length = 0
  }

  /// The contents of the manifest when it was opened.
  let earlier: Contents
  private let writer: LineWriter

  /// Opens a manifest.
  ///
  /// - Parameters:
  ///   - path: The path of the manifest.
  ///   - header: Its first line, with the line end.
  ///   - folder: The folder of the files that it names.
  ///   - resumes: Whether to continue the manifest of an interrupted batch, if there is one.
  /// - Throws: `Failure` if the file cannot be read or written, or is that of another batch.
  init(path: String, header: [UInt8], folder: String, resumes: Bool) throws {
    do {
      let isPresent = (try? FileStatus(path: path)) != nil
      earlier =
        resumes && isPresent ? try Self.read(path, header: header, folder: folder) : Contents()
      guard earlier.length == 0 else {
        writer = try LineWriter(appendingTo: path, after: earlier.length)
        return
      }
      writer = try LineWriter(path: path)
      writer.write(header)
      try writer.check()
    } catch let error as FileError { throw Failure(error) }
  }

  /// Appends the line of a message, with its line end.
  func append(_ entry: [UInt8]) throws {
    writer.write(entry)
    do { try writer.check() } catch { throw Failure(error) }
  }

  /// Reads the whole lines of a manifest, up to the first one whose file is missing.
  private static func read(_ path: String, header: [UInt8], folder: String) throws -> Contents {
    var reader = try LineReader(path: path)
    var contents = Contents()
    // The last line may have been interrupted before its line end.
    while let line = try reader.next(), line.hasEnd {
      if line.number == 1 {
        guard line.bytes + [0x0A] == header else {
          throw Failure(
            "\(path): is of a batch with other settings; use the same ones, or another folder")
        }
      } else {
        guard let value = try? JSONParser.value(ofUTF8: line.bytes),
          let number = value["line"]?.integer
        else { throw Failure("\(path):\(line.number): is not a line of a manifest") }
        guard value["error"] != nil || hasFile(value, in: folder) else { break }
        contents.entryCount += 1
        contents.lastLine = number
        if value["error"] != nil { contents.failureCount += 1 }
      }
      contents.length = line.end
    }
    return contents
  }

  /// Returns whether the file of an entry exists, with its size.
  private static func hasFile(_ entry: JSONValue, in folder: String) -> Bool {
    guard let file = entry["file"]?.string, let size = entry["bytes"]?.integer,
      let status = try? FileStatus(path: "\(folder)/\(file)")
    else { return false }
    return status.size == size
  }
}
