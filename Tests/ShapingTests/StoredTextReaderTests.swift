import GalleyBasics
import GalleyFonts
import GalleyHarfBuzz
import TestSupport
import Testing

@testable import GalleyShaping

/// Reading of what is stored of a text, which only the owner of the key can have written.
@Suite struct StoredTextReaderTests {
  let fonts: FontCollection
  let pool: ShaperPool

  init() throws {
    fonts = try TestFonts.collection()
    pool = ShaperPool(fonts: fonts)
  }

  /// Records whose codes are right but whose contents are not, as only the owner of the key could
  /// write them.
  @Test(arguments: 0..<40 as Range<UInt64>)
  func `contents that break an invariant are no text`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    for input in ShapingInput.storedSamples {
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
    let input = ShapingInput.plain("a\nb")
    let body = try body(of: input)
    #expect(text(of: body, input) != nil)
    // The paragraphs follow six words for the fonts and the first level.
    for end in [0, 3] as [UInt32] { #expect(text(of: body.replacing(6, by: end), input) == nil) }
  }

  @Test func `the key of an input depends on each part of it`() {
    var keys: [[UInt8]?] = []
    func add(_ change: (inout FontDescription) -> Void) {
      var font = FontDescription(families: ["Galley Box"], size: 10)
      change(&font)
      let input = ShapingInput(text: UTF8Text("a"), base: ShapingStyle(font: font))
      keys.append(input.storedKey)
    }
    add { _ in }
    add { $0.families = [] }
    add { $0.families = ["Galley Box", "Galley Box"] }
    add { $0.size = 11 }
    add { $0.weight += 1 }
    add { $0.width += 1 }
    add { $0.slant = .italic }
    add { $0.slant = .oblique(degrees: 0) }
    add { $0.slant = .oblique(degrees: 1) }
    for descent in [nil, 0, 1] as [Double?] {
      let object = ShapingObject(offset: 0, width: 7.5, height: 3, descent: descent)
      let input = ShapingInput(
        text: UTF8Text("\u{FFFC}"), base: ShapingInput.object.base,
        details: ShapingDetails(objects: [object]))
      keys.append(input.storedKey)
    }
    #expect(!keys.contains(nil))
    #expect(Set(keys).count == keys.count)
  }

  @Test func `paragraphs from right to left are part of a text`() throws {
    let input = ShapingInput.plain("\u{5D0}\nb\n\u{5D0}")
    let text = try #require(text(of: try body(of: input), input))
    #expect(text.paragraphs.map(\.level) == [1, 0, 1])
    #expect(Contents(text) == Contents(pool.shape(input)))
  }

  @Test func `a break entry without bytes is no text`() throws {
    let input = ShapingInput.plain("a")
    let body = try body(of: input)
    let count = body.count / 4 - 3
    try #require(body.word(count) == 1)
    var empty = StoredBytes()
    empty.append(
      BreakEntry(
        ink: 0, hang: 0, length: 0, kind: .none, isUnsafe: false, endsRun: false, hasInk: false
      ).bits)
    let damaged = body.replacing(count, by: 2).dropLast(8) + empty.bytes + body.suffix(8)
    #expect(text(of: Array(damaged), input) == nil)
  }

  @Test func `a text without its break entries is none`() throws {
    let input = ShapingInput.plain("a b")
    let body = try body(of: input)
    // Their number remains, which two entries follow.
    try #require(body.word(body.count / 4 - 5) == 2)
    #expect(text(of: body, input) != nil)
    for length in [8, 16] { #expect(text(of: Array(body.dropLast(length)), input) == nil) }
  }

  @Test func `a later run with more glyphs than are left is no text`() throws {
    let input = ShapingInput(
      text: UTF8Text("ab"), base: ShapingInput.plain("").base,
      spans: [
        ShapingSpan(end: 1, style: ShapingInput.plain("").base),
        ShapingSpan(end: 2, style: ShapingInput.plain("", size: 11).base),
      ])
    let body = try body(of: input)
    // A run of nine words has the number of its glyphs in the third. Both runs have one glyph.
    let second = try #require(
      (0..<body.count / 4 - 9).last {
        body.word($0) == 2 && body.word($0 + 1) == 1 && body.word($0 + 2) == 1
      })
    #expect(text(of: body, input) != nil)
    #expect(text(of: body.replacing(second + 2, by: 2), input) == nil)
  }

  @Test func `a first paragraph of one byte is part of a text`() throws {
    let input = ShapingInput.plain("\na")
    #expect(text(of: try body(of: input), input) != nil)
  }

  @Test func `a list of more fonts than there are bytes is no text`() throws {
    let input = ShapingInput.plain("")
    let body = try body(of: input)
    // What follows the fonts is whole, and refers to none of them.
    let rest = body[(4 + 8 * Int(body.word(0)))...]
    var count = StoredBytes()
    count.append(Int(Int32.max))
    #expect(text(of: body, input) != nil)
    #expect(text(of: count.bytes + rest, input) == nil)
  }

  @Test func `a break entry behind the last run is no text`() throws {
    let input = ShapingInput.plain("a")
    let body = try body(of: input)
    // The only entry follows the number of entries.
    let count = body.count / 4 - 3
    try #require(body.word(count) == 1)
    #expect(text(of: body.replacing(count, by: 2) + body.suffix(8), input) == nil)
  }

  @Test func `a text with a list of one paragraph is none`() throws {
    let input = ShapingInput.plain("a")
    let body = try body(of: input)
    var list = StoredBytes()
    for number in [1, 1, 0] { list.append(number) }
    #expect(body.word(5) == 0)
    #expect(text(of: Array(body[..<20] + list.bytes + body[24...]), input) == nil)
  }

  @Test func `a cluster within a character is no text`() throws {
    let input = ShapingInput.plain("éa")
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
    let input = ShapingInput.plain(String(repeating: "a", count: 300))
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
    let input = ShapingInput.plain("a")
    let body = try body(of: input)
    let last = body.count / 4 - 1
    let damaged = body.replacing(last, by: body.word(last) | 1 << UInt32(bit - 32))
    #expect(text(of: body, input) != nil)
    #expect(text(of: damaged, input) == nil)
  }

  @Test func `a text has as many fonts as the index of a run can tell apart`() throws {
    let input = ShapingInput.plain("a")
    let body = try body(of: input)
    func fonts(_ count: Int) -> [UInt8] {
      var number = StoredBytes()
      number.append(count)
      return number.bytes + (0..<count).flatMap { _ in body[4..<12] } + body[12...]
    }
    #expect(text(of: fonts(0xFFFF), input) != nil)
    #expect(text(of: fonts(0x1_0000), input) == nil)
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
}
