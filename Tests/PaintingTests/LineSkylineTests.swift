import GalleyFonts
import GalleyGeometry
import GalleyTypesetting
import TestSupport
import Testing

/// Lines with ink beyond the pitch of the base font in some places, with Noto fonts.
@Suite struct LineSkylineTests {
  /// A text with tall and deep letters that are not below each other, and its width.
  struct Sample: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var words: String
    var width: Double

    init(_ name: String, _ words: String, width: Double) {
      (testDescription, self.words, self.width) = (name, words, width)
    }

    var text: AttributedText { AttributedText(words, style: LineSkylineTests.style) }
  }

  static let clear = [
    Sample(
      "Arabic", "السلام عليكم، موعدنا غدًا الساعة 5:30 مساءً في مقهى Downtown، والحساب عليّ",
      width: 320),
    Sample(
      "Arabic with vowels",
      "ذَهَبَ الوَلَدُ إِلَى السُّوقِ ثُمَّ عَادَ بِسَلَّةٍ مِنَ التِّينِ وَالعِنَبِ، فَفَرِحَتْ أُمُّهُ كَثِيرًا.",
      width: 220),
    Sample(
      "Thai",
      "สวัสดีตอนเช้า พรุ่งนี้เจอกันที่ริมแม่น้ำนะ ที่ ปู่ กฎุ ฐู ปั้น ญี่ปุ่น กตัญญู สวัสดีตอนเช้า",
      width: 110),
    Sample(
      "many scripts",
      "Hello שלום سلام नमस्ते 你好 こんにちは 안녕 สวัสดี မင်္ဂလာပါ བཀྲ་ཤིས Привет Γειά all in one",
      width: 220),
  ]

  static let style = TextStyle(font: FontDescription(size: 16))
  static let vocalized = "بِسْمِ ٱللَّهِ ٱلرَّحْمَٰنِ ٱلرَّحِيمِ إِنَّ ٱلْحَمْدَ لِلَّهِ نَحْمَدُهُ وَنَسْتَعِينُهُ"
  static let tibetan = "བཀྲ་ཤིས་བདེ་ལེགས། སང་ཉིན་སྔ་དྲོ་ང་ཚོ་ཁྲོམ་ལ་འགྲོ་གི་ཡིན། གདུགས་དང་ཆུ་འཁྱེར་རོགས་གནང་།"

  let engine = NotoFonts.engine()

  /// Returns the distances of the baselines of a layout, in points.
  private func distances(_ layout: TextLayout) -> [Double] {
    let lines = layout.lines
    return zip(lines.dropFirst(), lines).map { $0.baseline - $1.baseline }
  }

  @Test(arguments: clear)
  func `lines keep their pitch if tall and deep letters do not align`(sample: Sample) throws {
    var options = LayoutOptions(width: sample.width)
    for scale in [nil, 1.0, 2] {
      options.lineGrid = scale.map { PixelGrid(scale: $0) }
      for label in [nil, Size(width: 40, height: 12)] {
        options.trailingReserve = label
        let plain = engine.layout(AttributedText("a", style: Self.style), options: options)
        let layout = engine.layout(sample.text, options: options)
        let pitch = plain.lines[0].height
        #expect(layout.lineCount > 1)
        #expect(distances(layout).allSatisfy { abs($0 - pitch) < 1e-9 })
        #expect(try engine.collidingPixels(of: sample.text, options, scale: scale ?? 2) == 0)
      }
    }
  }

  @Test func `a truncated line keeps the pitch`() {
    let options = LayoutOptions(width: Self.clear[1].width) { $0.maximumLines = 2 }
    let layout = engine.layout(Self.clear[1].text, options: options)
    #expect(layout.isTruncated)
    let pitch = engine.layout(AttributedText("a", style: Self.style)).size.height
    #expect(distances(layout).allSatisfy { abs($0 - pitch) < 1e-9 })
  }

  @Test(arguments: LineInkTests.fitting + LineInkTests.tall)
  func `the ink of two lines does not overlap at any scale or alignment`(
    sample: LineInkTests.Sample
  ) throws {
    let cases: [(Double, TextAlignment)] = [(1, .center), (2, .right), (3, .start)]
    for (scale, alignment) in cases {
      var options = LayoutOptions(width: 130, alignment: alignment)
      options.lineGrid = PixelGrid(scale: scale)
      #expect(try engine.collidingPixels(of: sample.text(), options, scale: scale) == 0)
      options.width = 210
      options.trailingReserve = Size(width: 60, height: 30)
      #expect(try engine.collidingPixels(of: sample.text(), options, scale: scale) == 0)
    }
  }

  @Test func `lines at opposite edges do not collide at any alignment width`() throws {
    let words = Self.vocalized + "\nที่ ปู่ กฎุ ฐู ปั้น ญี่ปุ่น\n"
    let text = AttributedText(words + words, style: Self.style)
    var heights: Set<[Double]> = []
    for room in [200.0, 215, 230, 260, 320] {
      let options = LayoutOptions(width: 200) { $0.alignmentWidth = room }
      #expect(try engine.collidingPixels(of: text, options) == 0)
      heights.insert(engine.layout(text, options: options).lines.map(\.height))
    }
    #expect(heights.count == 1)
  }

  @Test(arguments: LineInkTests.tall, [TextAlignment.start, .end, .center, .justified])
  func `a relayout gives the same line heights as a new layout`(
    sample: LineInkTests.Sample, alignment: TextAlignment
  ) {
    for label in [nil, Size(width: 50, height: 20)] {
      var options = LayoutOptions(width: 180)
      options.trailingReserve = label
      let first = engine.layout(sample.text(), options: options)
      options.alignment = alignment
      let widths = first.validWidths
      let least = widths.lowerBound
      for width in [least, (least + min(widths.upperBound, least + 40)) / 2, 180, 260, 120] {
        options.width = width
        let again = first.relayout(options)
        let cold = engine.layout(sample.text(), options: options)
        #expect(again.lines == cold.lines)
        #expect(again.size == cold.size)
      }
    }
  }

  @Test func `lines of a tall script keep one distance even without collisions`() {
    var options = LayoutOptions(width: 220)
    options.lineGrid = PixelGrid(scale: 2)
    let text = AttributedText(Self.tibetan, style: Self.style)
    let found = distances(engine.layout(text, options: options))
    #expect(found == [26, 26])
    options.trailingReserve = Size(width: 40, height: 12)
    #expect(distances(engine.layout(text, options: options)) == found)
  }

  @Test func `lines of thousands of letters are spaced by their tallest and deepest ink`() {
    let line = String(repeating: Self.clear[1].words + " ", count: 60)
    let text = AttributedText(line + "\n" + line, style: Self.style)
    let layout = engine.layout(text)
    #expect(layout.lineCount == 2 && layout.size.width > 4_096)
    #expect(distances(layout)[0] > 24)
  }
}
