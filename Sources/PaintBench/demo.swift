import GalleyFiles
import GalleyFonts
import GalleyGeometry
import GalleyPainting
import GalleyPixels
import GalleyTypesetting
import Foundation

func demo(_ out: String, _ scale: Double, _ width: Double) throws {
  let engine = TextEngine(fonts: FontCollection.system)
  var style = TextStyle()
  style.font.size = 16
  style.font.families = ["Noto Sans"]
  let s = "Hello, world — quick brown fox jumps. AVATAR fi ffl\nПривет, как дела? Γειά σου κόσμε\nمرحبا بالعالم، كيف حالك اليوم؟\nשלום עולם נִקּוּד\nनमस्ते दुनिया क्षत्रिय हिन्दी\nสวัสดีชาวโลก ภาษาไทย\n你好,世界 日本語テキスト 한국어\nEmoji 😀👍🏽👨‍👩‍👧🇩🇪❤️ in text 🎉\nunderlined gypsy text, struck out, and 🙂 both\nZ̸̛̥a̷͙l̸̡g̶̰o̵ ẤỆ"
  var text = AttributedText(s, style: style)
  func range(_ sub: String) -> Range<Int> {
    let r = s.range(of: sub)!
    return r.lowerBound.utf16Offset(in: s) == 0 ? 0..<0 : s.utf8.distance(from: s.startIndex, to: r.lowerBound)..<s.utf8.distance(from: s.startIndex, to: r.upperBound)
  }
  text.updateStyle(in: range("underlined gypsy text")) { $0.paint.underline = true }
  text.updateStyle(in: range("gypsy")) { $0.paint.color = Color(red: 20, green: 90, blue: 200) }
  text.updateStyle(in: range("struck out")) { $0.paint.strikethrough = true }
  text.updateStyle(in: range("and 🙂 both")) { $0.paint.underline = true; $0.paint.strikethrough = true; $0.paint.color = Color(argb: 0xA0C02020) }
  text.updateStyle(in: range("quick brown")) { $0.paint.background = Color(red: 255, green: 230, blue: 120) }
  text.updateStyle(in: range("jumps")) { $0.font.weight = 700 }
  text.updateStyle(in: range("AVATAR")) { $0.font.slant = .italic }
  text.updateStyle(in: range("한국어")) { $0.font.slant = .oblique(degrees: 14); $0.font.weight = 700 }
  let layout = engine.layout(text, options: LayoutOptions(width: width))
  print("size", layout.size, "lines", layout.lineCount)
  let image = try RenderedImage(layout, scale: scale, padding: 8, background: .white)
  try FileSystem.write(image.bitmap.pngData(), to: out)
}
