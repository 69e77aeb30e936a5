import Foundation
import GalleySystem
import TestSupport
import Testing

@testable import GalleyFonts

@Suite struct ManifestTests {
  let directory = TemporaryDirectory()
  let box = TestFonts.path(of: "Box.ttf")

  private func error(of manifest: String) throws -> FontError? {
    let path = try directory.write(manifest, to: "fonts.json")
    do {
      _ = try FontCollection(manifest: path, verification: VerificationCache(path: nil))
      return nil
    } catch {
      return error
    }
  }

  @Test func `an unreadable manifest is reported with the system's reason`() {
    #expect(
      throws: FontError.unreadableManifest(
        path: "/nowhere.json", reason: "No such file or directory")
    ) { try FontCollection(manifest: "/nowhere.json") }
    #expect(throws: FontError.unreadableManifest(path: "/usr", reason: "Is a directory")) {
      try FontCollection(manifest: "/usr")
    }
  }

  @Test(arguments: [
    ("", "invalid JSON: unexpected end (byte 0)"),
    ("{\"fonts\": [", "invalid JSON: unexpected end (byte 11)"),
    ("\u{FF}", "invalid JSON: expected a value (byte 0)"), ("[]", "the manifest is not an object"),
    ("3", "the manifest is not an object"), ("{}", "fonts is missing"),
    ("{\"fonts\": {}}", "fonts is not a list"), ("{\"fonts\": [3]}", "fonts[0] is not an object"),
    ("{\"fonts\": [{\"family\": \"A\"}]}", "fonts[0].file is missing"),
    ("{\"fonts\": [{\"family\": 1, \"file\": \"a\"}]}", "fonts[0].family is not a string"),
    ("{\"fonts\": [{\"family\": \"\", \"file\": \"a\"}]}", "fonts[0].family is empty"),
    (
      "{\"fonts\": [{\"family\": \"A\", \"file\": \"a\", \"sha256\": \"12\"}]}",
      "fonts[0].sha256 is not 64 hexadecimal digits"
    ),
    (
      "{\"fonts\": [{\"family\": \"A\", \"file\": \"a\", \"weight\": 0}]}",
      "fonts[0].weight is not from 1 to 1000"
    ),
    (
      "{\"fonts\": [{\"family\": \"A\", \"file\": \"a\", \"index\": -1}]}",
      "fonts[0].index is negative"
    ),
    (
      "{\"fonts\": [{\"family\": \"A\", \"file\": \"a\", \"langs\": \"ja\"}]}",
      "fonts[0].langs is not a list"
    ),
    (
      "{\"fonts\": [{\"family\": \"A\", \"file\": \"a\", \"slant\": \"left\"}]}",
      "fonts[0].slant is not upright, italic or oblique"
    ),
  ])
  func `manifest errors report their location`(manifest: String, reason: String) throws {
    guard case .invalidManifest(_, let found) = try error(of: manifest) else {
      Issue.record("\(manifest) was taken")
      return
    }
    #expect(found.hasPrefix(reason))
    #expect(!found.contains("\n"))
  }

  @Test func `a missing font file is reported with its package`() throws {
    let manifest = "{\"fonts\": [\(entry("A", "a.ttf", "\"package\": \"fonts-a\""))]}"
    let found = try error(of: manifest)
    let reference = FontError.Entry(
      manifest: directory.file("fonts.json"), entry: 0, family: "A", file: "a.ttf",
      package: "fonts-a")
    #expect(found == .missingFile(reference))
    let text = try #require(found).description
    #expect(text.contains("fonts.json: fonts[0] \"A\": "))
    #expect(text.contains("apt-get install --reinstall fonts-a"))
  }

  @Test func `a file with a wrong digest is rejected every time`() throws {
    let digest = String(repeating: "0", count: 64)
    let manifest = "{\"fonts\": [\(entry("A", box, "\"sha256\": \"\(digest)\""))]}"
    for _ in 0..<2 {
      guard case .wrongDigest(let reference, digest, let found) = try error(of: manifest) else {
        Issue.record("the wrong file was taken")
        return
      }
      #expect(reference.file == box)
      #expect(found.count == 64)
    }
    // Also after another collection has verified the file.
    let path = try directory.write("{\"fonts\": [\(entry("A", box))]}", to: "fonts.json")
    let cache = VerificationCache(path: nil)
    _ = try FontCollection(manifest: path, verification: cache)
    let wrong = try directory.write(manifest, to: "fonts.json")
    #expect(throws: FontError.self) { try FontCollection(manifest: wrong, verification: cache) }
  }

  @Test(arguments: [
    "Empty.ttf", "NotAFont.ttf", "TruncatedDirectory.ttf", "Truncated.ttf", "ZeroEm.ttf",
    "Garbled-cmap.ttf", "Garbled-glyf.ttf", "Garbled-head.ttf", "Garbled-hmtx.ttf",
    "Garbled-loca.ttf",
  ])
  func `a damaged font is rejected or has usable metrics`(name: String) throws {
    let file = TestFonts.path(of: "damaged/" + name)
    let manifest = "{\"fonts\": [\(entry("A", file))]}"
    let path = try directory.write(manifest, to: "fonts.json")
    do {
      let fonts = try FontCollection(manifest: path, verification: VerificationCache(path: nil))
      let set = fonts.fontSet(for: FontDescription(), language: nil)
      _ = set.selection("a")
      #expect(set.primary.metrics.unitsPerEm > 0)
      #expect(set.primary.metrics.ascent.isFinite)
    } catch {
      guard case .damagedFont(let reference, _) = error else {
        Issue.record("\(error)")
        return
      }
      #expect(reference.file == file)
    }
    if ["Empty.ttf", "NotAFont.ttf", "TruncatedDirectory.ttf"].contains(name) {
      #expect(throws: FontError.self) { try FontCollection(manifest: path) }
    }
  }

  @Test func `a face index beyond the file's faces is an error`() throws {
    let found = try error(of: "{\"fonts\": [\(entry("A", box, "\"index\": 1"))]}")
    #expect(found?.description.contains("no face with index 1; the file has 1") ?? false)
  }

  @Test func `unknown keys and an empty font list are accepted`() throws {
    #expect(try error(of: "{\"fonts\": [], \"more\": {\"a\": [1]}}") == nil)
    let entry = entry("A", box, "\"colour\": true, \"langs\": [], \"weight\": 400.5")
    #expect(try error(of: "{\"fonts\": [\(entry)], \"emoji_family\": null}") == nil)
  }

  @Test func `a font file is found beside the manifest or by its base name`() throws {
    try FileManager.default.copyItem(atPath: box, toPath: directory.file("own.ttf"))
    #expect(try error(of: "{\"fonts\": [\(entry("A", "own.ttf"))]}") == nil)
    #expect(try error(of: "{\"fonts\": [\(entry("A", "NotoSans-Regular.ttf"))]}") == nil)
    #expect(try error(of: "{\"fonts\": [\(entry("A", "elsewhere/NotoSans-Regular.ttf"))]}") == nil)
  }

  @Test func `a verified digest is cached until the file changes`() throws {
    let file = directory.file("a.ttf")
    try FileManager.default.copyItem(atPath: box, toPath: file)
    let digest = "57dfd2ff77fe3ad0ea336c0b36863e62cbe21b8241b404e3d2cbcb72f909c916"
    let path = try directory.write(
      "{\"fonts\": [\(entry("A", file, "\"sha256\": \"\(digest)\""))]}", to: "fonts.json")
    let store = directory.file("cache/galley/fonts")
    _ = try FontCollection(manifest: path, verification: VerificationCache(path: store))
    #expect(FileManager.default.fileExists(atPath: store))
    let again = VerificationCache(path: store)
    _ = try FontCollection(manifest: path, verification: again)

    try directory.write("rubbish", to: "a.ttf")
    for cache in [again, VerificationCache(path: store)] {
      #expect(throws: FontError.self) { try FontCollection(manifest: path, verification: cache) }
    }
  }

  @Test(arguments: [
    "", "rubbish", "galley fonts 4", "galley fonts 4\n\n\n", "galley fonts 4\n1 2 3\n",
    "galley fonts 4\n/a\t1 2 3 4 5 - 0:x\n\t\n/b\t1\n/c", "galley fonts 4\n/z\t\n/a\t\n",
  ])
  func `a damaged cache does not prevent loading fonts`(text: String) throws {
    let store = try directory.write(text, to: "cache")
    let path = try directory.write("{\"fonts\": [\(entry("A", box))]}", to: "fonts.json")
    _ = try FontCollection(manifest: path, verification: VerificationCache(path: store))
  }

  @Test func `a cache with a corrupted byte is rebuilt`() throws {
    let file = directory.file("a.ttf")
    try FileManager.default.copyItem(atPath: box, toPath: file)
    let digest = "57dfd2ff77fe3ad0ea336c0b36863e62cbe21b8241b404e3d2cbcb72f909c916"
    let path = try directory.write(
      "{\"fonts\": [\(entry("A", file, "\"sha256\": \"\(digest)\""))]}", to: "fonts.json")
    let store = directory.file("changed")
    _ = try FontCollection(manifest: path, verification: VerificationCache(path: store))
    let whole = try Data(contentsOf: URL(filePath: store))
    for place in whole.indices {
      for change: UInt8 in [1, 0x10, 0x80] {
        var bytes = whole
        bytes[place] ^= change
        try bytes.write(to: URL(filePath: store))
        _ = try FontCollection(manifest: path, verification: VerificationCache(path: store))
        let found = VerificationCache(path: store).record(of: file, try FileStatus(path: file))
        #expect(found?.digest == digest, "byte \(place)")
      }
    }
  }

  @Test func `a full cache evicts earlier records for a new one`() throws {
    let store = directory.file("full")
    let status = FileStatus(size: 1, modificationTime: 2, changeTime: 3, inode: 4, device: 5)
    let many = VerificationCache(path: store)
    for index in 0...VerificationCache.recordLimit {
      many.store(VerificationCache.Record(status: status), for: "/gone/\(index)")
    }
    many.save()
    #expect(VerificationCache(path: store).record(of: "/gone/8192", status) != nil)
    let next = VerificationCache(path: store)
    next.store(VerificationCache.Record(status: status), for: "/new")
    next.save()
    #expect(VerificationCache(path: store).record(of: "/new", status) != nil)
    #expect(VerificationCache(path: store).record(of: "/gone/8192", status) == nil)
  }

  @Test func `saved records are read back for all paths without tabs or newlines`() throws {
    let names = ["b", "a", "a b", "a\tb", "é", "aa", "~", "", "Z", "a\nb", "longer/than/others"]
    let store = directory.file("many")
    var records: [String: VerificationCache.Record] = [:]
    for (index, name) in names.enumerated() {
      let status = FileStatus(
        size: index, modificationTime: 1_700_000_000_000_000_001, changeTime: 7, inode: .max,
        device: 9)
      var record = VerificationCache.Record(status: status)
      if index % 2 == 0 { record.digest = String(repeating: "0f", count: 32) }
      record.faces = [3: PageSet(text: Array("0-2,1e".utf8)[...])].compactMapValues(\.self)
      if index % 3 > 0 { record.faces[0] = PageSet(text: Array("-".utf8)[...]) }
      records[name] = record
    }
    let first = VerificationCache(path: store)
    for name in names.dropLast() { first.store(try #require(records[name]), for: name) }
    first.save()
    // A record of one process is kept when another adds to it.
    let second = VerificationCache(path: store)
    second.store(try #require(records[names[10]]), for: names[10])
    second.save()
    let cache = VerificationCache(path: store)
    for name in names {
      let record = try #require(records[name])
      let isKept = !name.contains("\t") && !name.contains("\n")
      #expect(cache.record(of: name, record.status) == (isKept ? record : nil))
    }
    let other = try #require(records["b"])
    #expect(cache.record(of: "c", other.status) == nil)
    #expect(cache.record(of: "aa", other.status) == nil)
  }

  @Test func `an unwritable cache does not prevent loading fonts`() throws {
    let path = try directory.write("{\"fonts\": [\(entry("A", box))]}", to: "fonts.json")
    let cache = VerificationCache(path: "/proc/nowhere/fonts")
    _ = try FontCollection(manifest: path, verification: cache)
  }
}
