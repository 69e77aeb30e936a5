import GalleyGeometry
import GalleyPixels
import GalleyQuotes
import Synchronization
import TestSupport
import Testing

@Suite struct QuotePictureTests {
  private let quotes = Quotes()
  private let plain = ##""scale":1,"backgroundColor":"#ffffff","##

  private func lines(_ count: Int) -> String {
    Array(repeating: "line", count: count).joined(separator: #"\n"#)
  }

  @Test func `a sticker has a side of 512 pixels and transparent rows below`() throws {
    for text in ["Hi", "A somewhat longer text of a message", lines(20)] {
      let json = Quotes.request(#""type":"quote","#, Quotes.message(text))
      let picture = try quotes.picture(json)
      let bitmap = picture.bitmap
      #expect(picture.kind == .quote)
      #expect(picture.format == .webp)
      #expect(max(bitmap.width, bitmap.height) == 512)
      let last = try #require(bitmap.inkRows.last)
      #expect(bitmap.height - last > 64, "\(text) ends at \(last) of \(bitmap.height)")
    }
  }

  @Test func `a sticker higher than 2048 pixels is returned as a plain picture`() throws {
    // Each line has the same height, so the heights of one and two lines give that of any number.
    func height(_ count: Int) throws -> Int {
      let json = Quotes.request(#""scale":2,"#, Quotes.message(lines(count)))
      return try quotes.picture(json).bitmap.height
    }
    let (one, two) = (try height(1), try height(2))
    let most = 1 + (2_048 - one) / (two - one)
    for (count, kind) in [(most, QuoteRequest.Kind.quote), (most + 1, .plain)] {
      let json = Quotes.request(#""type":"quote","#, Quotes.message(lines(count)))
      let picture = try quotes.picture(json)
      #expect(picture.kind == kind)
      #expect(picture.format == (kind == .quote ? .webp : .png))
      #expect((picture.bitmap.height > 2_048) == (kind == .plain))
    }
    #expect(QuoteRequest.Kind.plain.rawValue == "png")
  }

  @Test func `bubbles have the padding, the least width and the distances of quote-api`() throws {
    let picture = try quotes.picture(
      Quotes.request(
        plain, #"{"from":{"id":1,"name":false},"text":"x"}"#,
        #"{"from":{"id":1,"name":false},"text":"x"}"#,
        #"{"from":{"id":2,"name":false},"text":"x"}"#))
    let frames = picture.bubbles
    #expect(frames.count == 3)
    let first = try #require(frames.first)
    // The avatar's column and the room for the shadow; the line of the font is 24 points high.
    #expect((first.x, first.y) == (60, 4))
    #expect(first.width == 100)
    #expect(frames[1].y - first.y - first.height == 2)
    #expect(frames[2].y - frames[1].y - frames[1].height == 6)
    #expect(picture.bitmap.width == 60 + 100 + 12)
    let end = frames[2].y + frames[2].height
    #expect(picture.bitmap.height == Int((end + 12).rounded(.up)))
    // Two lines instead of one add the height of a line; the rest is padding.
    let two = try quotes.picture(
      Quotes.request(plain, #"{"from":{"id":1,"name":false},"text":"x\nx"}"#))
    let line = try #require(two.bubbles.first).height - first.height
    #expect(abs(first.height - line - 24) < 0.001)
  }

  @Test func `corners that face the same sender are tight, and the last bubble has a tail`() throws
  {
    let alone = BubbleShape(isFirst: true, isLast: true)
    let first = BubbleShape(isFirst: true, isLast: false)
    let middle = BubbleShape(isFirst: false, isLast: false)
    let frame = Rect(x: 60, y: 4, width: 100, height: 60)
    #expect(alone.corners == CornerRadii(topLeft: 25, topRight: 25, bottomLeft: 0, bottomRight: 25))
    #expect(first.corners == CornerRadii(topLeft: 25, topRight: 25, bottomLeft: 7, bottomRight: 25))
    #expect(middle.corners.topLeft == 7)
    #expect(first.tail(of: frame) == nil)
    let tail = try #require(alone.tail(of: frame)).bounds
    #expect(abs(tail.minX - 46) <= 1)
    #expect(abs(tail.size.height - 14) <= 1)
    #expect(tail.maxY == 64)
  }

  @Test func `groups are made by chat, by sender without one, or by chat alone`() throws {
    func gaps(_ fields: String, _ messages: [String]) throws -> [Double] {
      let frames = try quotes.picture(
        "{\(plain)\(fields)\"messages\":[\(messages.joined(separator: ","))]}"
      ).bubbles
      return zip(frames, frames.dropFirst()).map { $1.y - $0.y - $0.height }
    }
    let (ann, bob) = (Quotes.message("a"), Quotes.message("b", id: 2, name: "Bob"))
    #expect(try gaps("", [ann, ann, bob]) == [2, 6])
    #expect(try gaps(#""grouping":"chatId","#, [ann, ann, bob]) == [2, 2])
    let chat = #","chatId":5"#
    #expect(try gaps("", [Quotes.message("a", chat), Quotes.message("b", id: 2, chat)]) == [2])
  }

  @Test func `a name has the color of the absolute ID modulo 7`() throws {
    // The bold testing font fills a square for each letter, so the color itself occurs.
    let colors: [UInt32] = [
      0xFC5C51, 0xFA790F, 0x895DD5, 0x0FB297, 0x0FC9D6, 0x3CA5EC, 0xD54FAF,
    ]
    for id in [-13, -1, 0, 3, 6, 7, 12] {
      let json = Quotes.request(
        plain, #"{"from":{"id":\#(id),"name":"Name"},"text":"Hi","avatar":false}"#)
      let bitmap = try quotes.picture(json).bitmap
      let counts = colors.map { bitmap.count(of: 0xFF00_0000 | $0) }
      let found = counts.indices.filter { counts[$0] > 0 }
      #expect(found == [abs(id) % 7], "\(id) has \(counts)")
    }
  }

  @Test func `a name wider than 300 points fades out and does not widen its bubble`() throws {
    func picture(_ count: Int) throws -> QuotePicture {
      try quotes.picture(
        Quotes.request(plain, Quotes.message("x", name: String(repeating: "N", count: count))))
    }
    let (long, longer) = (try picture(100), try picture(300))
    let bubble = try #require(long.bubbles.first)
    #expect(bubble.width == 300 + 2 * 16)
    #expect(long.bitmap == longer.bitmap)
    // Along a row of the name, the ink gets fainter before its end, and there is none after it.
    let row = Int(bubble.y) + 12 + 9
    let ink = (0..<long.bitmap.width).map { x in
      255 - Int(long.bitmap.pixel(x: x, y: row) >> 8 & 255)
    }
    let left = Int(bubble.x) + 16
    let (full, faint, end) = (
      ink[left..<left + 200].max() ?? 0, ink[left + 290..<left + 299].max() ?? 0,
      ink[left + 300..<left + 312].max() ?? 0
    )
    #expect(full > 60)
    #expect(faint < full / 2)
    #expect(end == 0)
  }

  @Test func `the same request gives the same bytes, with a cold cache and from any thread`() throws
  {
    let json = Quotes.request(
      #""type":"quote","backgroundColor":"random","#, Quotes.message("Hello"),
      Quotes.message("World", id: -5, name: "Bob", #","voice":{"waveform":[1,9,31],"duration":4}"#))
    let first = try quotes.picture(json).bitmap.pngData()
    #expect(try quotes.picture(json).bitmap.pngData() == first)
    let other = elsewhere { try? Quotes().picture(json).bitmap.pngData() }
    #expect(other == first)
  }

  @Test func `a bad message becomes a placeholder, and the others are drawn`() throws {
    let rich = #"{"from":{"id":1},"rich_message":{"blocks":5}}"#
    let picture = try quotes.picture(
      Quotes.request(plain, Quotes.message("Hi"), "7", rich, Quotes.message("there")))
    #expect(picture.remarks.placeholders == [1, 2])
    #expect(picture.bubbles.count == 4)
    let notes = picture.remarks.notes.joined(separator: "\n")
    #expect(notes.contains("messages[1]: the message is the number 7"))
    #expect(notes.contains("messages[2]: rich_message"))
  }

  @Test func `a request in which nothing can be drawn is an error`() {
    #expect(throws: QuoteError.self) { try quotes.picture(#"{"messages":[null,7]}"#) }
    #expect(throws: QuoteError.nothingDrawn(reason: "the message shows nothing")) {
      try quotes.picture(#"{"messages":[{"from":{"id":1}}]}"#)
    }
  }

  @Test func `pictures beyond the limit are refused before they are drawn`() {
    var limits = QuoteRequest.Limits()
    limits.pixels = 1_000_000
    let quotes = Quotes(limits: limits)
    let json = Quotes.request(#""scale":20,"#, Quotes.message("Hi"))
    #expect {
      try quotes.picture(json)
    } throws: { error in
      if case QuoteError.tooManyPixels(_, _, limit: 1_000_000) = error { true } else { false }
    }
  }

  @Test func `a scale beyond that of the text painter has its pixels`() throws {
    var limits = QuoteRequest.Limits()
    limits.textScale = 1
    let json = Quotes.request(#""scale":1.5,"#, #"{"text":"Hi","avatar":false}"#)
    let scaled = try Quotes(limits: limits).picture(json).bitmap
    let drawn = try quotes.picture(json).bitmap
    #expect((scaled.width, scaled.height) == (drawn.width, drawn.height))
    #expect(scaled != drawn)
  }

  @Test func `drawing ends when the time is up`() {
    #expect(throws: QuoteError.deadline) {
      try quotes.picture(Quotes.request("", Quotes.message("Hi")), isExpired: { true })
    }
    let calls = Atomic(0)
    #expect(throws: QuoteError.deadline) {
      try quotes.picture(Quotes.request("", Quotes.message("Hi"), Quotes.message("you"))) {
        calls.add(1, ordering: .relaxed).oldValue >= 4
      }
    }
  }

  @Test func `images and stories have a wallpaper and their margins`() throws {
    let message = Quotes.message("Hi")
    let plain = try quotes.picture(Quotes.request("", message)).bitmap
    let image = try quotes.picture(Quotes.request(#""type":"image","#, message))
    #expect(image.bitmap.width == plain.width + 190)
    #expect(image.bitmap.height == plain.height + 150)
    #expect(image.bitmap.isOpaque)
    let story = try quotes.picture(Quotes.request(#""type":"stories","#, message))
    #expect((story.bitmap.width, story.bitmap.height) == (720, 1_280))
    #expect(story.format == .png)
    let marked = try quotes.picture(
      Quotes.request(#""type":"stories","watermark":"mark","#, message))
    #expect(marked.bitmap != story.bitmap)
  }

  @Test func `media are at most two thirds of the width, and avatars are drawn from data`() throws {
    let data = try Quotes.picture(width: 40, height: 20)
    let json = Quotes.request(
      plain,
      #"{"from":{"id":1,"photo":{"url":"\#(data)"}},"media":{"url":"\#(data)"}}"#)
    let picture = try quotes.picture(json)
    let bubble = try #require(picture.bubbles.first)
    let width = 512 * 2.0 / 3
    #expect(abs(bubble.width - width - 32) < 0.001)
    #expect(abs(bubble.height - width / 2 - 24) < 0.001)
    #expect(picture.remarks.notes.isEmpty)
    let red = picture.bitmap.count(of: 0xFFFF_0000)
    let area = width * width / 2 + 25 * 25 * 3.14
    #expect(abs(Double(red) - area) < area / 50)
  }

  @Test func `a sticker without text stands alone, and damaged pictures are gray`() throws {
    let data = try Quotes.picture(width: 20, height: 20)
    let sticker = try quotes.picture(
      Quotes.request(
        plain, #"{"from":{"id":1,"name":false},"mediaType":"sticker","media":{"url":"\#(data)"}}"#))
    #expect(sticker.bubbles.isEmpty)
    #expect(sticker.bitmap.count(of: 0xFFFF_0000) > 100_000)
    let damaged = try quotes.picture(
      Quotes.request(plain, #"{"media":{"url":"data:image/png;base64,AAAA"}}"#))
    #expect(damaged.remarks.notes.count == 1)
    #expect(damaged.bubbles.count == 1)
  }

  @Test func `characters without a glyph are counted`() throws {
    let text = "a\u{10FFFD}b\u{10FFFD}"
    let picture = try quotes.picture(Quotes.request(plain, Quotes.message(text)))
    #expect(picture.remarks.missingGlyphs == 2)
  }
}

/// Right-to-left text, whose lines are at the right of their bubble.
@Suite struct RightToLeftQuoteTests {
  @Test func `right-to-left lines end at the right, and the avatar stays at the left`() throws {
    let quotes = Quotes(engine: NotoFonts.engine())
    let fields = ##""scale":1,"backgroundColor":"#ffffff","##
    // A short line and a long one, each of them in an order that only UAX #9 gives.
    let json = Quotes.request(
      fields, #"{"from":{"id":1,"name":false},"text":"שלום 42\nשורה ארוכה יותר בעברית abc"}"#)
    let picture = try quotes.picture(json)
    let bubble = try #require(picture.bubbles.first)
    #expect(bubble.x == 60)
    #expect(picture.remarks.missingGlyphs == 0)
    let (left, right) = (Int(bubble.x) + 16, Int(bubble.x + bubble.width) - 16)
    // The columns with ink in the upper line.
    let rows = Int(bubble.y) + 14..<Int(bubble.y) + 38
    let columns = (left - 2..<right + 2).filter { x in
      rows.contains { picture.bitmap.pixel(x: x, y: $0) & 0xFF < 128 }
    }
    let (first, last) = (try #require(columns.first), try #require(columns.last))
    #expect(right - last < 6)
    #expect(first - left > 60)
  }
}
