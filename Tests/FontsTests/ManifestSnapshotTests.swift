import Foundation
import GalleySystem
import TestSupport
import Testing

@testable import GalleyFonts

@Suite struct ManifestSnapshotTests {
  let directory = TemporaryDirectory()

  /// The entries of a manifest that is large enough for a snapshot.
  private let entries: [String] = {
    let rest = [
      entry(
        "Noto Sans", "truetype/noto/NotoSans-Italic.ttf",
        "\"slant\": \"oblique\", \"weight\": 350.5, \"package\": \"fonts-noto-core\""),
      entry("Noto Sans CJK JP", "opentype/noto/NotoSansCJK-Regular.ttc", "\"langs\": [\"ja\"]"),
      entry("Noto Color Emoji", "truetype/noto/NotoColorEmoji.ttf"),
    ]
    let regular = entry("Noto Sans", "truetype/noto/NotoSans-Regular.ttf", "\"slant\": \"upright\"")
    return Array(repeating: regular, count: ManifestSnapshot.leastCount) + rest
  }()

  private var store: String { directory.file("cache/fonts") }
  private var folder: String { directory.file("cache") }

  /// Writes a manifest, and creates its collection with the caches of ``store``.
  @discardableResult private func open(_ entries: [String]) throws -> String {
    let text =
      "{\"fonts\": [\(entries.joined(separator: ", "))], \"emoji_family\": \"Noto Color Emoji\"}"
    let path = try directory.write(text, to: "fonts.json")
    _ = try FontCollection(manifest: path, verification: VerificationCache(path: store))
    return path
  }

  private func snapshot(of path: String) throws -> ManifestSnapshot? {
    var directories = FontDirectories(ofManifest: path)
    return ManifestSnapshot(of: path, try FileStatus(path: path), in: folder, &directories)
  }

  private func snapshotFiles() -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).filter {
      $0.hasPrefix("manifest-")
    }.map { folder + "/" + $0 }
  }

  @Test func `a snapshot has the faces of the manifest`() throws {
    let path = try open(entries)
    let found = try #require(try snapshot(of: path))
    let manifest = try FontManifest(path: path)
    #expect(found.emojiFamily == "Noto Color Emoji")
    try #require(found.faces.count == manifest.entries.count)
    for (face, entry) in zip(found.faces, manifest.entries) {
      #expect(String(describing: face.entry) == String(describing: entry))
      #expect(face.path == "/usr/share/fonts/" + entry.file)
      #expect(face.status == (try FileStatus(path: face.path)))
      let source = try FontSource(path: face.path)
      #expect(face.pages == PageSet(of: try source.face(at: entry.index)))
      #expect(!face.isMath)
    }
  }

  @Test func `a collection of a snapshot chooses the same fonts`() throws {
    let path = try open(entries)
    try #require(try snapshot(of: path) != nil)
    let known = try FontCollection(manifest: path, verification: VerificationCache(path: store))
    let other = try FontCollection(manifest: path, verification: VerificationCache(path: nil))
    for text in ["a", "字", "😀", "β", "\u{10FFFF}"] {
      let families = [known, other].map {
        $0.fontSet(for: FontDescription(), language: "ja").family(text)
      }
      #expect(families[0] == families[1])
    }
  }

  @Test func `a changed manifest has no snapshot`() throws {
    let path = try open(entries)
    try open(entries + [entry("More", "truetype/noto/NotoSans-Bold.ttf")])
    #expect(try snapshot(of: path)?.faces.count == entries.count + 1)
    try directory.write("{\"fonts\": []}", to: "fonts.json")
    #expect(try snapshot(of: path) == nil)
  }

  @Test func `a manifest of few fonts, or of fonts beside it, has no snapshot`() throws {
    try open(Array(entries.prefix(ManifestSnapshot.leastCount - 1)))
    #expect(snapshotFiles().isEmpty)
    let noto = "/usr/share/fonts/truetype/noto/NotoSans-Regular.ttf"
    try FileManager.default.copyItem(atPath: noto, toPath: directory.file("own.ttf"))
    try open(entries + [entry("Own", "own.ttf")])
    #expect(snapshotFiles().isEmpty)
  }

  @Test func `a manifest with a missing font for formulas has no snapshot`() throws {
    let text =
      "{\"fonts\": [\(entries.joined(separator: ", "))], "
      + "\"math_fonts\": [\(entry("Math", "truetype/noto/Missing.otf"))]}"
    let path = try directory.write(text, to: "fonts.json")
    _ = try FontCollection(manifest: path, verification: VerificationCache(path: store))
    #expect(snapshotFiles().isEmpty)
  }

  @Test func `another directory with a folder of the manifest invalidates the snapshot`() throws {
    let path = try open(entries)
    try #require(try snapshot(of: path) != nil)
    try FileManager.default.createDirectory(
      atPath: directory.file("truetype/noto"), withIntermediateDirectories: true)
    #expect(try snapshot(of: path) == nil)
  }

  @Test func `a snapshot with a corrupted byte, or cut off, is ignored`() throws {
    let path = try open(entries)
    let file = try #require(snapshotFiles().first)
    let whole = try Data(contentsOf: URL(filePath: file))
    for place in stride(from: 0, to: whole.count, by: 3) {
      var bytes = whole
      bytes[place] ^= [1, 0x10, 0x80][place % 3]
      try bytes.write(to: URL(filePath: file))
      #expect(try snapshot(of: path) == nil, "byte \(place)")
    }
    for count in [0, 10, 33, whole.count / 2, whole.count - 1] {
      try whole.prefix(count).write(to: URL(filePath: file))
      #expect(try snapshot(of: path) == nil, "\(count) bytes")
    }
    try whole.write(to: URL(filePath: file))
    #expect(try snapshot(of: path) != nil)
  }
}

@Suite struct CompactBytesTests {
  @Test func `numbers, strings and lists are read as they were written`() {
    var writer = CompactWriter()
    let numbers: [UInt64] = [0, 1, 127, 128, 300, 1 << 62, .max]
    for number in numbers { writer.write(number) }
    writer.write("")
    writer.write("é字")
    writer.write(nil as String?)
    writer.write("some" as String?)
    writer.write([1, 2, 3]) { $0.write($1) }
    var reader = CompactReader(writer.bytes, from: 0)
    #expect(numbers.map { _ in reader.number() } == numbers)
    #expect(reader.string() == "")
    #expect(reader.string() == "é字")
    #expect(reader.optionalString() == nil)
    #expect(reader.optionalString() == "some")
    #expect(reader.array { $0.index(below: 4) } == [1, 2, 3])
    #expect(reader.isComplete)
  }

  @Test(arguments: [
    [], [0x80], [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], [2, 0x61],
    [0xFF, 0xFF, 0x7F],
  ])
  func `malformed bytes fail without a crash`(bytes: [UInt8]) {
    var reader = CompactReader(bytes, from: 0)
    _ = reader.array { $0.string() }
    _ = reader.string()
    #expect(reader.hasFailed)
  }
}
