import GalleyFonts
import GalleyGeometry
import GalleyPainting
import GalleyPixels
import GalleyTypesetting
import TestSupport
import Testing

/// Ink of lines in scripts with letters beyond the lines of the base font, with Noto fonts.
@Suite struct LineInkTests {
  /// Words of a script, including tall and deep ones.
  struct Sample: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var words: String
    var language: String?

    init(_ name: String, _ words: String, language: String? = nil) {
      (testDescription, self.words, self.language) = (name, words, language)
    }

    /// Returns the layout of a text in one size.
    func text(size: Double = 16) -> AttributedText {
      AttributedText(
        words + " " + words, style: TextStyle(font: FontDescription(size: size)),
        language: language)
    }
  }

  /// Scripts whose lines keep the pitch of the base font.
  static let fitting = [
    Sample("Latin", "The quick brown fox (jumped) over [lazy] dogs; Ångström, Żółć, ñandú | Qg,"),
    Sample("Vietnamese", "Tiếng Việt rất đẹp, Ấm áp Ở Ữ Ệ ộ ự ặ Ẫ hẹn gặp bạn ngày mai bên sông"),
    Sample("Cyrillic", "Съешь ещё этих мягких французских булок, Щука Йод Ї Ђ ц и выпей чаю"),
    Sample("Greek", "Ξεσκεπάζω την ψυχοφθόρα βδελυγμία. Ἄνθρωπος ᾧ ᾳ ῆ και καλή όρεξη"),
    Sample("Arabic", "صباح الخير، هل نلتقي غدا عند الجسر القديم؟ أحضر معك الخريطة إن وجدتها"),
    Sample("Hebrew", "בוקר טוב, ניפגש מחר ליד הנהר? תביא את המפה אם מצאת אותה, קץ ולך"),
    Sample("Devanagari", "नमस्ते, कल सुबह हम नदी के पास मिलते हैं। दुर्गा पूजा ट्रेन कॉफ़ी शृंगार"),
    Sample("Bengali", "শুভ সকাল! কাল নদীর ধারে দেখা হবে। বৃষ্টি হলে ছাতা আনবে, কৃষ্ণ স্ত্রী"),
    Sample("Tamil", "காலை வணக்கம்! நாளை ஆற்றங்கரையில் சந்திப்போம். ஸ்ரீ அடுத்த வாரம்"),
    Sample("Malayalam", "സുപ്രഭാതം! നാളെ പുഴയുടെ അരികിൽ കാണാം. സ്ത്രീ അടുത്ത ആഴ്ച വരാം"),
    Sample("Chinese", "早上好！明天在河边见，别忘了带地图。中午一起吃饭吧，我请客。", language: "zh"),
    Sample("Japanese", "おはよう！明日は川のそばで会おう、ガギグゲゴ漢字を忘れないで。", language: "ja"),
    Sample("Korean", "좋은 아침! 내일 강가에서 만나요, 지도를 꼭 가져오세요.", language: "ko"),
    Sample("Georgian", "დილა მშვიდობისა ხვალ მდინარესთან შევხვდეთ და ყავა დავლიოთ"),
    Sample("emoji", "😀 Agj 👍🏽 👨‍👩‍👧 🇩🇪 fjord 🥾🎂 ☀️ Ång 🚲🌧️ jump 🌈 quay 🎉 Åse 🐈"),
  ]

  /// Scripts whose lines do not keep the pitch of the base font.
  static let tall = [
    Sample("Burmese", "မင်္ဂလာပါ မနက်ဖြန် မြစ်ကမ်းမှာ တွေ့ကြမယ် ကျွန်ုပ် လက္ခဏာ ဗုဒ္ဓ"),
    Sample("Shan", "မႂ်ႇသုင်ၶႃႈ ၵၢင်ၼႂ် ဢမ်ႇပႅတ်ႈ လွတ်ႈလႅဝ်း ၵူၼ်းၵူႈၵေႃႉ တူၵ်းႁၢင်ႈ"),
    Sample("Tibetan", "བཀྲ་ཤིས་བདེ་ལེགས། སང་ཉིན་འཕྲད་ཡོང་། སྐྱོང་ རྒྱུ་བསྒྲུབས་ ཨོཾ་མ་ཎི་པདྨེ་ཧཱུྃ།"),
    Sample("Dzongkha", "སྐུ་གཟུགས་བཟང་པོ། ནངས་པ་ཕྱད་དོ་ག། རྫོང་ཁའི་སྐད་ཡིག་སློབ་སྦྱོང་", language: "dz"),
    Sample("Javanese", "ꦱꦸꦒꦼꦁꦌꦚ꧀ꦗꦁ ꦧꦺꦴꦏ꧀ꦱꦺꦴ ꦱꦿꦶ ꦏꦿꦸ ꦲꦏ꧀ꦱꦫꦗꦮ ꦥꦔꦺꦴꦤ꧀ ꦠꦿꦥ꧀ꦱꦶꦭ"),
    Sample(
      "Nastaliq", "صبح بخیر، کل دریا کے کنارے ملتے ہیں۔ پاکستان میں بہت کچھ ہے", language: "ur"),
    Sample("vocalized Arabic", "بِسْمِ ٱللَّهِ ٱلرَّحْمَٰنِ ٱلرَّحِيمِ إِنَّ ٱلْحَمْدَ لِلَّهِ نَحْمَدُهُ"),
    Sample("Thai", "สวัสดีตอนเช้า พรุ่งนี้เจอกันที่ริมแม่น้ำนะ ที่ ปู่ กฎุ ฐู ปั้น ญี่ปุ่น กตัญญู"),
    Sample("Lao", "ສະບາຍດີຕອນເຊົ້າ ມື້ອື່ນພົບກັນແຄມແມ່ນ້ຳ ຢູ່ທີ່ນີ້ ຜູ້ເຖົ້າ ກຸ້ງ"),
    Sample("Khmer", "អរុណសួស្តី ស្អែកជួបគ្នានៅមាត់ទន្លេ ស្ត្រី ក្រុម ប្រែ ញ៉ាំ ឃ្លាំង្គ្រឹ"),
    Sample("Telugu", "శుభోదయం! రేపు నది ఒడ్డున కలుద్దాం. స్త్రీ క్ష్మి ద్ధి రాష్ట్రం వైద్యుడు"),
    Sample("Kannada", "ಶುಭೋದಯ! ನಾಳೆ ನದಿಯ ಬಳಿ ಭೇಟಿಯಾಗೋಣ. ಸ್ತ್ರೀ ದ್ಧಿ ರಾಷ್ಟ್ರ ವೈದ್ಯರು"),
    Sample("Sinhala", "සුබ උදෑසනක්! හෙට ගඟ ළඟ හමුවෙමු. ශ්‍රී කෘෂි ක්‍රෝධ සංස්කෘතික"),
    Sample("Balinese", "ᬒᬁᬲ᭄ᬯᬲ᭄ᬢ᭄ᬬᬲ᭄ᬢᬸ ᬲᬸᬓ᭄ᬲ᭄ᬫ ᬫᬢᬸᬃ ᬩᬮᬶ ᬓ᭄ᬭᬶ ᬧ᭄ᬮᬸ"),
    Sample("points and accents", "שָׁלוֹם בְּרֵאשִׁ֖ית בָּרָ֣א אֱלֹהִ֑ים אֵ֥ת הַשָּׁמַ֖יִם וְאֵ֥ת הָאָֽרֶץ׃"),
    Sample(
      "stacked marks",
      "sta\u{301}\u{308}\u{304}\u{306}ck x\u{323}\u{331}\u{32D}\u{325} deep A\u{30A}\u{301}\u{303}"),
    Sample("Mongolian", "ᠮᠣᠩᠭᠣᠯ ᠪᠢᠴᠢᠭ ᠰᠠᠶᠢᠨ ᠪᠠᠶᠢᠨᠠ ᠤᠤ"),
  ]

  let engine = NotoFonts.engine()

  @Test(arguments: fitting + tall, [LayoutOptions.LineHeight.uniform, .perLine])
  func `the ink of two lines does not overlap`(sample: Sample, height: LayoutOptions.LineHeight)
    throws
  {
    for width in [110.0, 170, 300] {
      let options = LayoutOptions(width: width, lineHeight: height)
      #expect(try engine.collidingPixels(of: sample.text(), options) == 0)
    }
  }

  @Test(arguments: tall)
  func `ink does not overlap in flowed, justified, bold, raised or stroked lines`(
    sample: Sample
  ) throws {
    var text = sample.text()
    var options = LayoutOptions(width: 170)
    options.insets = Insets(top: 5, left: 5, bottom: 5, right: 5)
    options.maximumLines = 90
    #expect(try engine.collidingPixels(of: text, options) == 0)
    options = LayoutOptions(width: 170, alignment: .justified)
    text.updateStyle(in: 0..<text.length / 2) { $0.font.weight = 700 }
    text.updateStyle(in: text.length / 3..<text.length / 2) { $0.baselineShift = 5 }
    text.updateStyle(in: text.length / 2..<text.length) {
      $0.paint.stroke = TextPaint.Stroke(.black, width: 2)
    }
    #expect(try engine.collidingPixels(of: text, options) == 0)
  }

  @Test(arguments: fitting)
  func `lines whose ink fits keep the base font's pitch`(sample: Sample) {
    let pitch = engine.layout(AttributedText("a", style: Self.style)).size.height
    for width in stride(from: 90.0, through: 330, by: 20) {
      let layout = engine.layout(sample.text(), options: LayoutOptions(width: width))
      #expect(layout.lines.enumerated().allSatisfy { $1.y == Double($0) * pitch })
      #expect(layout.lines.allSatisfy { $0.height == pitch })
    }
  }

  @Test func `a line in a tall script moves only the lines below it`() {
    let plain = engine.layout(AttributedText("one\ntwo\nthree\nfour\nfive", style: Self.style))
    let mixed = engine.layout(
      AttributedText("one\ntwo\nརྒྱུ་བསྒྲུབས་\nffffffffffffffff\nfive", style: Self.style))
    let distances = zip(mixed.lines.dropFirst(), mixed.lines).map { $0.baseline - $1.baseline }
    let pitch = plain.lines[0].height
    #expect(mixed.lines[1].baseline == plain.lines[1].baseline)
    #expect(abs(distances[1] - pitch) < 4 && distances[2] > pitch + 1)
    #expect(abs(distances[3] - pitch) < 1e-9)
    let bottoms = mixed.lines.map { $0.y + $0.height }
    #expect(zip(mixed.lines.dropFirst(), bottoms).allSatisfy { abs($0.y - $1) < 1e-9 })
  }

  @Test func `ink overhanging far makes the first and last lines taller`() {
    let plain = engine.layout(AttributedText("a", style: Self.style)).lines[0]
    let marked = engine.layout(
      AttributedText("a" + String(repeating: "\u{301}", count: 5), style: Self.style))
    #expect(marked.lines[0].baseline > plain.baseline + 4)
    #expect(marked.inkBounds.minY >= -0.001)
    let arabic = engine.layout(AttributedText("أحضر معي", style: Self.style))
    #expect(arabic.lines[0].height == plain.height)
    #expect(arabic.inkBounds.maxY > arabic.size.height)
  }

  @Test func `stacked marks extend a line by at most four ems on each side`() {
    let text = "a\n" + "b" + String(repeating: "\u{301}\u{323}", count: 500) + "\nc"
    let layout = engine.layout(AttributedText(text, style: Self.style))
    #expect(layout.lines[1].height <= 16 * 8.5)
    #expect(layout.inkBounds.minY >= -64 && layout.inkBounds.maxY <= layout.size.height + 64)
  }

  @Test(arguments: fitting + tall)
  func `ink bounds contain all painted pixels`(sample: Sample) throws {
    var text = sample.text()
    text.updateStyle(in: 0..<text.length / 2) {
      $0.font.slant = .italic
      $0.paint.shadow = TextPaint.Shadow(.black, offset: Point(x: 3, y: 4), blur: 2)
    }
    for height in [LayoutOptions.LineHeight.uniform, .absolute(9)] {
      let layout = engine.layout(text, options: LayoutOptions(width: 150, lineHeight: height))
      var painter = TextPainter()
      painter.hinting = .never
      let ink = painter.inkBounds(of: layout, scale: 4).rect(onGridOf: PixelGrid(scale: 4))
      let bounds = layout.inkBounds
      // Positions are rounded to pixels.
      #expect(bounds.minX - 0.5 <= ink.minX && ink.maxX <= bounds.maxX + 0.5)
      #expect(bounds.minY - 0.75 <= ink.minY && ink.maxY <= bounds.maxY + 0.75)
    }
  }

  private static let style = TextStyle(font: FontDescription(size: 16))
}
