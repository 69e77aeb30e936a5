import Foundation
import GalleyFonts
import TestSupport
import Testing

@testable import GalleyShaping

@Suite struct StoredTextsTests {
  let fonts: FontCollection
  let pool: ShaperPool
  let folder = TemporaryDirectory()

  init() throws {
    fonts = try TestFonts.collection()
    pool = ShaperPool(fonts: fonts)
  }

  private var path: String { folder.file("texts") }

  private func open(
    _ fonts: FontCollection? = nil, byteLimit: Int = 1 << 20, secret: [UInt8] = [1, 2, 3]
  ) throws -> StoredTexts {
    try #require(
      StoredTexts(
        path: path, fonts: fonts ?? self.fonts, byteLimit: byteLimit, secret: secret))
  }

  /// Writes a file with the samples.
  private func write() throws {
    let texts = try open()
    for input in ShapingInput.storedSamples { texts.insert(pool.shape(input)) }
    #expect(texts.newCount == ShapingInput.storedSamples.count)
    #expect(texts.save())
  }

  /// Expects that each text in the file is as it was shaped.
  ///
  /// - Returns: The number of texts that were found.
  @discardableResult private func check(_ texts: StoredTexts) -> Int {
    ShapingInput.storedSamples.count { input in
      guard let text = texts.text(of: input, shapers: pool) else { return false }
      #expect(Contents(text) == Contents(pool.shape(input)))
      return true
    }
  }

  @Test func `stored texts equal shaped ones`() throws {
    try write()
    let texts = try open()
    #expect(check(texts) == ShapingInput.storedSamples.count)
    #expect(texts.text(of: ShapingInput.plain("another"), shapers: pool) == nil)
  }

  @Test func `fonts of stored texts are those of the collection`() throws {
    try write()
    let text = try #require(try open().text(of: ShapingInput.storedSamples[0], shapers: pool))
    let shaped = pool.shape(ShapingInput.storedSamples[0])
    #expect(zip(text.fonts, shaped.fonts).allSatisfy { $0.0 === $0.1 })
    #expect(text.baseFont === shaped.baseFont)
  }

  @Test func `texts of a file are kept when others are added`() throws {
    try write()
    let texts = try open()
    texts.insert(pool.shape(ShapingInput.plain("new")))
    #expect(texts.save())
    let reopened = try open()
    #expect(check(reopened) == ShapingInput.storedSamples.count)
    #expect(reopened.text(of: ShapingInput.plain("new"), shapers: pool) != nil)
  }

  @Test func `a full file keeps the new and the used texts`() throws {
    try write()
    let size = try folder.data("texts").count
    let texts = try open(byteLimit: size / 2)
    let used = try #require(ShapingInput.storedSamples.last)
    #expect(texts.text(of: used, shapers: pool) != nil)
    texts.insert(pool.shape(ShapingInput.plain("new")))
    #expect(texts.save())
    #expect(try folder.data("texts").count <= size / 2)
    let reopened = try open()
    #expect(reopened.text(of: used, shapers: pool) != nil)
    #expect(reopened.text(of: ShapingInput.plain("new"), shapers: pool) != nil)
    #expect(check(reopened) < ShapingInput.storedSamples.count)
  }

  /// Every byte belongs to the header, the slots, the records or their padding.
  @Test(arguments: 0..<16 as Range<UInt64>)
  func `a damaged file yields the same texts or none`(seed: UInt64) throws {
    try write()
    var random = SplitMix64(seed: seed)
    let whole = try folder.data("texts")
    for round in 0..<60 {
      var bytes = whole
      // The header and the slots in turn with the records, which are longer.
      let end = round % 3 == 0 ? 64 : round % 3 == 1 ? 64 + 8 * 32 : bytes.count
      for _ in 0...Int.random(in: 0...2, using: &random) {
        let place = Int.random(in: 0..<end, using: &random)
        bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      }
      try overwrite(bytes)
      check(try open())
    }
  }

  @Test func `a truncated file yields the same texts or none`() throws {
    try write()
    let whole = try folder.data("texts")
    for length in stride(from: 0, to: whole.count, by: 37) {
      try overwrite(whole.prefix(length))
      #expect(check(try open()) == 0)
    }
  }

  @Test func `a record that is longer than the file is no text`() throws {
    let input = ShapingInput.plain("a")
    let texts = try open()
    texts.insert(pool.shape(input))
    #expect(texts.save())
    let file = [UInt8](try folder.data("texts"))
    // The record follows the header and two slots, and begins with its length.
    try #require(file.word(20) > 0)
    try overwrite(Data(file.replacing(20, by: UInt32(file.count))))
    #expect(try open().text(of: input, shapers: pool) == nil)
  }

  @Test func `a text is added if the file fits the limit exactly`() throws {
    let text = pool.shape(ShapingInput.plain("a"))
    let key = try #require(text.input.storedKey)
    let body = try #require(text.storedBody(fonts))
    // A record is padded to eight bytes. The header has 64, and two texts have four slots of eight.
    let record = (16 + key.count + body.count + 7) / 8 * 8
    let (one, two) = (64 + 2 * 8 + record, 64 + 4 * 8 + 2 * record)
    for (limit, count) in [(one - 1, 0), (one, 1), (two - 1, 1), (two, 2)] {
      let texts = try open(byteLimit: limit)
      texts.insert(text)
      texts.insert(pool.shape(ShapingInput.plain("b")))
      #expect(texts.newCount == count)
      #expect(texts.save())
      guard count > 0 else { continue }
      #expect(try folder.data("texts").count == (count == 1 ? one : two))
    }
  }

  @Test(arguments: [(1, 2), (2, 4), (3, 8), (4, 8), (5, 16)])
  func `a file has the fewest slots of which half are free`(count: Int, slots: UInt32) throws {
    let texts = try open()
    for number in 0..<count { texts.insert(pool.shape(ShapingInput.plain("\(number)"))) }
    #expect(texts.save())
    #expect(try [UInt8](folder.data("texts")).word(3) == slots)
  }

  @Test(arguments: ["a", "ab", "abc", "abcd", "abcdefg", "abcdefgh"])
  func `a file ends with zeros up to a multiple of eight bytes`(string: String) throws {
    let texts = try open()
    texts.insert(pool.shape(ShapingInput.plain(string)))
    #expect(texts.save())
    let file = [UInt8](try folder.data("texts"))
    // The record follows the header and two slots, and begins with its length.
    let end = 80 + Int(file.word(20))
    #expect(file.count == (end + 7) / 8 * 8)
    #expect(file[end...].allSatisfy { $0 == 0 })
  }

  @Test func `a file of other fonts, of another key or version is ignored`() throws {
    try write()
    #expect(check(try open(secret: [4])) == 0)

    let other = folder.file("fonts.json")
    let file = TestFonts.path(of: "Box.ttf")
    try folder.write(
      #"{"fonts": [{"family": "Galley Box", "file": "\#(file)"}]}"#, to: "fonts.json")
    if let fonts = try? FontCollection(manifest: other) {
      #expect(check(try open(fonts)) == 0)
    }

    var bytes = try folder.data("texts")
    bytes[8] += 1
    try overwrite(bytes)
    #expect(check(try open()) == 0)
  }

  @Test func `a file that others can write is ignored`() throws {
    try write()
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: path)
    #expect(check(try open()) == 0)
  }

  @Test func `the fonts of the system have no fingerprint`() {
    #expect(
      StoredTexts(path: path, fonts: .system, byteLimit: 1, secret: []) == nil)
  }

  @Test func `a secret is created once, for the user only`() throws {
    let first = try #require(UserSecret.key(in: folder.file("cache")))
    #expect(first.count == 16)
    #expect(UserSecret.key(in: folder.file("cache")) == first)
  }

  private func overwrite(_ bytes: Data) throws {
    try folder.write(bytes, to: "texts")
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
  }
}
