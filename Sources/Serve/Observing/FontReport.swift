import GalleyJSON
import GalleySystem
package import GalleyTextCommands

/// The fonts of a server, as `/health` lists them.
package struct FontReport: Sendable {
  /// The fonts of the manifest: family, file and checksum.
  private var faces: [(family: String, file: String, checksum: String)] = []
  private var files: [String]
  /// The source of the fonts in a word.
  private var source: String
  /// A text that differs for other fonts.
  let fingerprint: String

  /// Describes fonts.
  ///
  /// - Parameters:
  ///   - manifest: The path of the manifest; `nil` for the system's fonts.
  ///   - files: The paths of further font files.
  /// - Throws: `Failure` if the manifest cannot be read.
  package init(manifest: String?, files: [String]) throws(Failure) {
    self.files = files
    guard let manifest else {
      (source, fingerprint) = ("system", "system " + files.joined(separator: " "))
      return
    }
    source = "manifest"
    do {
      let bytes = try FileSystem.bytes(of: manifest)
      fingerprint =
        SHA256.hexDigest(of: bytes.span) + " " + files.joined(separator: " ")
      let list = try JSONParser.value(of: String(decoding: bytes, as: UTF8.self))["fonts"]
      guard case .array(let fonts)? = list else { return }
      for font in fonts {
        guard let family = font["family"]?.string, let file = font["file"]?.string else {
          continue
        }
        faces.append((family, file, font["sha256"]?.string ?? ""))
      }
    } catch { throw Failure("\(manifest): \(error)") }
  }

  /// Writes the members of an object.
  func write(to writer: inout JSONWriter) {
    writer.member("source", source)
    writer.name("files")
    writer.array(files) { $0.value($1) }
    writer.name("faces")
    writer.array(faces) { writer, face in
      writer.object { writer in
        writer.member("family", face.family)
        writer.member("file", face.file)
        writer.member("sha256", face.checksum)
      }
    }
  }
}
