import GalleyGeometry
import GalleyJSON
import GalleyQuotes
import Testing

@Suite struct QuoteRequestTests {
  private let quotes = Quotes()

  @Test func `a request without fields has the defaults of quote-api`() throws {
    let request = try quotes.request(Quotes.request("", Quotes.message("Hi")))
    #expect(request.kind == .plain)
    #expect(request.format == nil)
    #expect(request.width == 512)
    #expect(request.scale == 2)
    #expect(request.addsStrip)
    let standard = try QuoteBackground("//#292232")
    #expect(request.background == standard)
    #expect(standard.isDark)
  }

  @Test(arguments: [("0", 1.0), ("-3", 1), ("7", 7), ("\"7\"", 7), ("99", 20), ("true", 2)])
  func `a scale is clamped to 1 to 20, and may be a string`(scale: String, expected: Double) throws
  {
    let request = try quotes.request(
      Quotes.request("\"scale\":\(scale),", Quotes.message("Hi")))
    #expect(request.scale == expected)
  }

  @Test func `queries without fields or messages have the errors of quote-api`() throws {
    #expect(throws: QuoteError.emptyQuery) { try quotes.request("{}") }
    #expect(throws: QuoteError.noMessages) { try quotes.request(#"{"type":"quote"}"#) }
    #expect(throws: QuoteError.noMessages) { try quotes.request(#"{"messages":[]}"#) }
    #expect(throws: QuoteError.noMessages) { try quotes.request(#"{"messages":{"text":"Hi"}}"#) }
    #expect("\(QuoteError.emptyQuery)" == "query_empty")
    #expect("\(QuoteError.noMessages)" == "messages_empty")
    #expect("\(QuoteError.nothingDrawn(reason: ""))" == "empty_messages")
  }

  @Test func `the numbers of messages and of characters are limited`() throws {
    var limits = QuoteRequest.Limits()
    limits.messages = 3
    limits.characters = 5
    let quotes = Quotes(limits: limits)
    let message = Quotes.message("Hello")
    _ = try quotes.request(Quotes.request("", message, message, message))
    #expect(throws: QuoteError.tooManyMessages(4, limit: 3)) {
      try quotes.request(Quotes.request("", message, message, message, message))
    }
    #expect(throws: QuoteError.tooLong(message: 1, length: 6, limit: 5)) {
      try quotes.request(Quotes.request("", message, Quotes.message("Hell👋")))
    }
    #expect(throws: QuoteError.tooLong(message: 0, length: 6, limit: 5)) {
      let reply = #","replyMessage":{"name":"Bob","text":"longer"}"#
      return try quotes.request(Quotes.request("", Quotes.message("Hi", reply)))
    }
  }

  @Test func `100 messages of 32,768 units are read by default`() throws {
    func request(_ count: Int) throws -> QuoteRequest {
      let messages = Array(repeating: Quotes.message("Hi"), count: count)
      return try quotes.request("{\"messages\":[\(messages.joined(separator: ","))]}")
    }
    _ = try request(99)
    _ = try request(100)
    #expect(throws: QuoteError.tooManyMessages(101, limit: 100)) { try request(101) }
    func long(_ count: Int) throws -> QuoteRequest {
      let text = String(repeating: "a", count: count)
      return try quotes.request(Quotes.request("", Quotes.message(text)))
    }
    _ = try long(32_767)
    _ = try long(32_768)
    #expect(throws: QuoteError.tooLong(message: 0, length: 32_769, limit: 32_768)) {
      try long(32_769)
    }
  }

  @Test func `an invalid entity is left out with a note, and the others stay`() throws {
    let entities = #"""
      ,"entities":[{"type":"bold","offset":0,"length":2},{"type":"bold","offset":9,"length":2},
      {"offset":"0","length":"1","type":"italic"}]
      """#
    let picture = try quotes.picture(Quotes.request("", Quotes.message("Hi", entities)))
    #expect(picture.remarks.notes.count == 1)
    let note = try #require(picture.remarks.notes.first)
    #expect(note.hasPrefix("messages[0]: \"entities[1].offset\" is 9"))
    let plain = try quotes.picture(Quotes.request("", Quotes.message("Hi")))
    #expect(picture.bitmap != plain.bitmap)
  }

  @Test func `pictures that are not part of the request are named in notes`() throws {
    let more = #","media":{"url":"http://127.0.0.1/a.png"}"#
    let photo =
      #"{"from":{"id":1,"name":"A","photo":{"big_file_id":"x"}},"text":"Hi"\#(more)}"#
    let picture = try quotes.picture(Quotes.request("", photo))
    let notes = picture.remarks.notes.joined(separator: "\n")
    #expect(notes.contains("messages[0].media: pictures are not fetched"))
    #expect(notes.contains("messages[0].from.photo: files of Telegram are not fetched"))
    #expect(picture.remarks.placeholders.isEmpty)
  }
}

@Suite struct QuoteBackgroundTests {
  private func colors(_ words: String) throws -> [UInt32] {
    let background = try QuoteBackground(words, seed: 7)
    return [background.first.argb, background.last.argb]
  }

  @Test func `gradients are two colors, or lighter and darker ones around one`() throws {
    #expect(try colors("#ff0000") == [0xFFFF_0000, 0xFFFF_0000])
    #expect(try colors("#f00/#00f8") == [0xFFFF_0000, 0x8800_00FF])
    #expect(try colors("navy/rebeccapurple") == [0xFF00_0080, 0xFF66_3399])
    // 0x64 = 100 becomes 135 and 85, and 200 at most 255.
    #expect(try colors("//#6400c8") == [0xFF87_00FF, 0xFF55_00AA])
    #expect(try colors("transparent") == [0, 0])
  }

  @Test func `a random color depends on the request only`() throws {
    let first = try QuoteBackground("random", seed: 1)
    #expect(try QuoteBackground("random", seed: 1) == first)
    #expect(try QuoteBackground("random", seed: 2) != first)
    #expect(first.first.alpha == 255)
  }

  @Test(arguments: [
    "", "nocolor", "#12", "#12345", "#ggg", "/", "red/", "a/b/c", "///", "#fff/##fff",
  ])
  func `other words are no color`(words: String) {
    #expect(throws: QuoteError.invalidColor(words)) { try QuoteBackground(words) }
  }

  @Test(arguments: [("#7f7f7f", true), ("#808080", false), ("#fff", false), ("#000", true)])
  func `a background is dark up to a perceived brightness of 127.5`(
    words: String, isDark: Bool
  ) throws {
    #expect(try QuoteBackground(words).isDark == isDark)
  }
}
