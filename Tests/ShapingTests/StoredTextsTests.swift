import Foundation
import GalleyFonts
import GalleyHarfBuzz
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
    for input in Self.samples { texts.insert(pool.shape(input)) }
    #expect(texts.newCount == Self.samples.count)
    #expect(texts.save())
  }

  /// Expects that each text in the file is as it was shaped.
  ///
  /// - Returns: The number of texts that were found.
  @discardableResult private func check(_ texts: StoredTexts) -> Int {
    Self.samples.count { input in
      guard let text = texts.text(of: input, shapers: pool) else { return false }
      #expect(Contents(text) == Contents(pool.shape(input)))
      return true
    }
  }

  @Test func `stored texts equal shaped ones`() throws {
    try write()
    let texts = try open()
    #expect(check(texts) == Self.samples.count)
    #expect(texts.text(of: Self.input("another"), shapers: pool) == nil)
  }

  @Test func `fonts of stored texts are those of the collection`() throws {
    try write()
    let text = try #require(try open().text(of: Self.samples[0], shapers: pool))
    let shaped = pool.shape(Self.samples[0])
    #expect(zip(text.fonts, shaped.fonts).allSatisfy { $0.0 === $0.1 })
    #expect(text.baseFont === shaped.baseFont)
  }

  @Test func `texts of a file are kept when others are added`() throws {
    try write()
    let texts = try open()
    texts.insert(pool.shape(Self.input("new")))
    #expect(texts.save())
    let reopened = try open()
    #expect(check(reopened) == Self.samples.count)
    #expect(reopened.text(of: Self.input("new"), shapers: pool) != nil)
  }

  @Test func `a full file keeps the new and the used texts`() throws {
    try write()
    let size = try folder.data("texts").count
    let texts = try open(byteLimit: size / 2)
    let used = try #require(Self.samples.last)
    #expect(texts.text(of: used, shapers: pool) != nil)
    texts.insert(pool.shape(Self.input("new")))
    #expect(texts.save())
    #expect(try folder.data("texts").count <= size / 2)
    let reopened = try open()
    #expect(reopened.text(of: used, shapers: pool) != nil)
    #expect(reopened.text(of: Self.input("new"), shapers: pool) != nil)
    #expect(check(reopened) < Self.samples.count)
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

  /// Records whose codes are right but whose contents are not, as only the owner of the key could
  /// write them.
  @Test(arguments: 0..<40 as Range<UInt64>)
  func `contents that break an invariant are no text`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    for input in Self.samples {
      let body = try #require(pool.shape(input).storedBody(fonts))
      for _ in 0..<20 {
        var damaged = body
        let place = Int.random(in: 0..<damaged.count / 4, using: &random) * 4
        let values: [UInt8] = [0, 1, 0x7F, 0x80, 0xFF]
        for byte in 0..<4 where Bool.random(using: &random) {
          damaged[place + byte] = values.randomElement(using: &random) ?? 0
        }
        if Bool.random(using: &random) {
          damaged.removeLast(Int.random(in: 0...damaged.count, using: &random))
        }
        var reader = StoredTextReader(damaged, from: 0, input, fonts: fonts, shapers: pool)
        // Reading all of it must not trap.
        if let text = reader.text() { _ = Contents(text) }
      }
    }
  }

  @Test func `paragraphs that do not ascend are no text`() throws {
    let input = Self.input("a\nb")
    let body = try body(of: input)
    #expect(text(of: body, input) != nil)
    // The paragraphs follow six words for the fonts and the first level.
    for end in [0, 3] as [UInt32] { #expect(text(of: body.replacing(6, by: end), input) == nil) }
  }

  @Test func `a first paragraph of one byte is part of a text`() throws {
    let input = Self.input("\na")
    #expect(text(of: try body(of: input), input) != nil)
  }

  @Test func `a list of more fonts than there are bytes is no text`() throws {
    let input = Self.input("")
    let body = try body(of: input)
    // What follows the fonts is whole, and refers to none of them.
    let rest = body[(4 + 8 * Int(body.word(0)))...]
    var count = StoredBytes()
    count.append(Int(Int32.max))
    #expect(text(of: body, input) != nil)
    #expect(text(of: count.bytes + rest, input) == nil)
  }

  @Test func `a break entry behind the last run is no text`() throws {
    let input = Self.input("a")
    let body = try body(of: input)
    // The only entry follows the number of entries.
    let count = body.count / 4 - 3
    try #require(body.word(count) == 1)
    #expect(text(of: body.replacing(count, by: 2) + body.suffix(8), input) == nil)
  }

  @Test func `a record that is longer than the file is no text`() throws {
    let input = Self.input("a")
    let texts = try open()
    texts.insert(pool.shape(input))
    #expect(texts.save())
    let file = [UInt8](try folder.data("texts"))
    // The record follows the header and two slots, and begins with its length.
    try #require(file.word(20) > 0)
    try overwrite(Data(file.replacing(20, by: UInt32(file.count))))
    #expect(try open().text(of: input, shapers: pool) == nil)
  }

  @Test func `a text with a list of one paragraph is none`() throws {
    let input = Self.input("a")
    let body = try body(of: input)
    var list = StoredBytes()
    for number in [1, 1, 0] { list.append(number) }
    #expect(body.word(5) == 0)
    #expect(text(of: Array(body[..<20] + list.bytes + body[24...]), input) == nil)
  }

  @Test func `a cluster within a character is no text`() throws {
    let input = Self.input("éa")
    let body = try body(of: input)
    // The distances of the clusters precede the number of break entries and the only entry.
    let place = body.count / 4 - 4
    #expect(body.word(place) == 0x0200)
    #expect(text(of: body.replacing(place, by: 0x0100), input) == nil)
  }

  @Test(arguments: [(299, true), (300, false), (.max, false)] as [(UInt32, Bool)])
  func `a cluster that is far from the one before it is within the run`(
    cluster: UInt32, isText: Bool
  ) throws {
    let input = Self.input(String(repeating: "a", count: 300))
    var body = try body(of: input)
    // The words of the glyphs follow their number, which is behind the only run.
    try #require(body.word(24) == 300)
    var words = StoredBytes()
    for word in [4, body.word(25), body.word(25), 0, cluster] { words.append(word) }
    body.replaceSubrange(96..<100 + 4 * 300, with: words.bytes)
    let format = UInt32(GlyphFormat.wideClusters.rawValue) << 8
    body = body.replacing(17, by: 2).replacing(23, by: body.word(23) | format)
    let text = text(of: body, input)
    #expect((text != nil) == isText)
    #expect(text.map { $0.glyphs.map(\.cluster) } == (isText ? [0, 299] : nil))
  }

  @Test func `a list of more glyphs than there are bytes is no text`() throws {
    // A run of an object has no glyphs, so that nothing else depends on their number.
    let input = ShapingInput.object
    let body = try body(of: input)
    // The number precedes the number of break entries and the only entry.
    let place = body.count / 4 - 4
    try #require(body.word(place) == 0 && body.word(place + 1) == 1)
    #expect(text(of: body, input) != nil)
    #expect(text(of: body.replacing(place, by: .max), input) == nil)
  }

  @Test func `a string that is missing is stored as another than an empty one`() {
    func bytes(_ string: String?) -> [UInt8] {
      var bytes = StoredBytes()
      bytes.append(string)
      return bytes.bytes
    }
    #expect(bytes(nil) == [0, 0, 0, 0])
    #expect(bytes("") == [1, 0, 0, 0, 0, 0, 0, 0])
    #expect(bytes("a") == [1, 0, 0, 0, 1, 0, 0, 0, 97])
  }

  @Test func `glyphs beyond the palette of a font are stored`() throws {
    let fonts = try NotoFonts.collection()
    let pool = ShaperPool(fonts: fonts)
    let letters = String(String.UnicodeScalarView((0x100...0x24F).compactMap(Unicode.Scalar.init)))
    let input = ShapingInput(
      text: UTF8Text(letters),
      base: ShapingStyle(font: FontDescription(families: ["Noto Sans"], size: 10)))
    let text = pool.shape(input)
    #expect(text.runs.contains { $0.format.has(.palette) })
    let body = try #require(text.storedBody(fonts))
    var reader = StoredTextReader(body, from: 0, input, fonts: fonts, shapers: pool)
    let stored = reader.text()
    #expect(stored.map(Contents.init) == Contents(text))
  }

  @Test(
    arguments: [
      (0, true), (1, true), (2, true), (4, true), (8, true), (16, true), (9, true), (40, true),
      // Two encodings of clusters, or of offsets; distant glyphs without offsets; a palette.
      (6, false), (7, false), (24, false), (25, false), (32, false), (64, false), (128, false),
    ] as [(UInt8, Bool)])
  func `a stored format has one encoding of each part`(bits: UInt8, isValid: Bool) {
    #expect(GlyphFormat(rawValue: bits).isValid == isValid)
  }

  @Test(arguments: [54, 55, 59, 63])
  func `a break entry with an unused bit is no text`(bit: Int) throws {
    let input = Self.input("a")
    let body = try body(of: input)
    let last = body.count / 4 - 1
    let damaged = body.replacing(last, by: body.word(last) | 1 << UInt32(bit - 32))
    #expect(text(of: body, input) != nil)
    #expect(text(of: damaged, input) == nil)
  }

  @Test func `a text has as many fonts as the index of a run can tell apart`() throws {
    let input = Self.input("a")
    let body = try body(of: input)
    func fonts(_ count: Int) -> [UInt8] {
      var number = StoredBytes()
      number.append(count)
      return number.bytes + (0..<count).flatMap { _ in body[4..<12] } + body[12...]
    }
    #expect(text(of: fonts(0xFFFF), input) != nil)
    #expect(text(of: fonts(0x1_0000), input) == nil)
  }

  @Test func `a text is added if the file fits the limit exactly`() throws {
    let text = pool.shape(Self.input("a"))
    let key = try #require(text.input.storedKey)
    // A record is padded to eight bytes. The header has 64, and two texts have four slots of eight.
    let record = try (16 + key.count + body(of: text.input).count + 7) / 8 * 8
    let (one, two) = (64 + 2 * 8 + record, 64 + 4 * 8 + 2 * record)
    for (limit, count) in [(one - 1, 0), (one, 1), (two - 1, 1), (two, 2)] {
      let texts = try open(byteLimit: limit)
      texts.insert(text)
      texts.insert(pool.shape(Self.input("b")))
      #expect(texts.newCount == count)
      #expect(texts.save())
      guard count > 0 else { continue }
      #expect(try folder.data("texts").count == (count == 1 ? one : two))
    }
  }

  @Test(arguments: [(1, 2), (2, 4), (3, 8), (4, 8), (5, 16)])
  func `a file has the fewest slots of which half are free`(count: Int, slots: UInt32) throws {
    let texts = try open()
    for number in 0..<count { texts.insert(pool.shape(Self.input("\(number)"))) }
    #expect(texts.save())
    #expect(try [UInt8](folder.data("texts")).word(3) == slots)
  }

  @Test(arguments: ["a", "ab", "abc", "abcd", "abcdefg", "abcdefgh"])
  func `a file ends with zeros up to a multiple of eight bytes`(string: String) throws {
    let texts = try open()
    texts.insert(pool.shape(Self.input(string)))
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

  /// Returns what is stored of a shaped text beside its input.
  private func body(of input: ShapingInput) throws -> [UInt8] {
    try #require(pool.shape(input).storedBody(fonts))
  }

  /// Returns the text that is stored as bytes.
  private func text(of body: [UInt8], _ input: ShapingInput) -> ShapedText? {
    var reader = StoredTextReader(body, from: 0, input, fonts: fonts, shapers: pool)
    return reader.text()
  }

  private func overwrite(_ bytes: Data) throws {
    try folder.write(bytes, to: "texts")
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
  }
}

extension StoredTextsTests {
  private static func input(_ string: String, size: Double = 10) -> ShapingInput {
    ShapingInput(
      text: UTF8Text(string),
      base: ShapingStyle(font: FontDescription(families: ["Galley Box"], size: size)))
  }

  /// Texts with every encoding of glyphs, several paragraphs, styles, directions and objects.
  private static let samples: [ShapingInput] = {
    let style = ShapingStyle(font: FontDescription(families: ["Galley Joining"], size: 12))
    let kern = ShapingStyle(
      font: FontDescription(families: ["Galley Kern"], size: 12), letterSpacing: 1)
    let stacks = "e" + String(repeating: "\u{301}", count: 40)
    return [
      input("the quick brown fox\tjumps\nover"), input(""), input("a"), input("a", size: 11),
      input("\u{E9}\u{4E2D}\u{6587} \u{1F600}"), input(stacks),
      ShapingInput(
        text: UTF8Text("abc \u{633}\u{644}\u{627}\u{645} AVT"), base: style,
        spans: [ShapingSpan(end: 4, style: kern), ShapingSpan(end: 16, style: style)],
        direction: .rightToLeft, language: "ar"),
      ShapingInput(
        text: UTF8Text("x \u{FFFC} y\nz"), base: kern,
        details: ShapingDetails(
          segments: [
            TextSegment(end: 8, direction: .auto), TextSegment(end: 9, direction: .leftToRight),
          ], objects: [ShapingObject(offset: 2, width: 7.5, height: 3)], wordBreak: .breakAll)),
    ]
  }()
}

extension [UInt8] {
  /// Returns the word of four bytes with an index.
  fileprivate func word(_ index: Int) -> UInt32 {
    var reader = StoredReader(self, from: 4 * index)
    return reader.word() ?? 0
  }

  /// Returns the bytes with another word at an index.
  fileprivate func replacing(_ index: Int, by word: UInt32) -> [UInt8] {
    var (bytes, number) = (self, StoredBytes())
    number.append(word)
    bytes.replaceSubrange(4 * index..<4 * index + 4, with: number.bytes)
    return bytes
  }
}

/// The contents of a shaped text, for comparison.
private struct Contents: Equatable {
  var runs: [String]
  var glyphs: [[Glyph]]
  var breaks: [BreakEntry]
  var paragraphs: [ShapedText.ParagraphSpan]
  var numbers: [Double]

  init(_ text: ShapedText) {
    runs = text.runs.map { "\($0)" }
    glyphs = text.runs.map { text.glyphs(of: $0) }
    breaks = Array(text.breaks)
    paragraphs = text.paragraphs
    numbers = [
      text.naturalWidth, text.inkExtent.above, text.inkExtent.below, text.inkExtent.left,
      text.inkExtent.right, Double(text.firstLevel), Double(text.length),
      text.hasTabs ? 1 : 0, text.hasFarGlyphs ? 1 : 0,
    ]
  }
}
