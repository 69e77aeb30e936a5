import GalleyGeometry
import GalleyJSON
import GalleyPixels
import TestSupport
import Testing

/// The kinds of requests that clients of quote-api send, over a connection.
@Suite(.alone, .serialized) struct ExampleServerTests {
  /// A request with the properties of its answer.
  struct Example: CustomTestStringConvertible {
    var testDescription: String
    /// The fields besides the messages.
    var fields =
      ##""type":"quote","format":"png","backgroundColor":"#1b1429","width":512,"scale":2"##
    var messages: String
    var type = "quote"
    var ext = "png"
  }

  private static let text = #""from":{"id":41,"name":"Ann Lee"},"text":"See you there""#
  /// A picture of 8 × 8 pixels as a data address.
  private static let picture =
    "data:image/png;base64,"
    + ((try? Bitmap(width: 8, height: 8, color: .init(argb: 0xFF00_80FF)).pngData()) ?? []).base64

  static let examples = [
    Example(testDescription: "minimal", fields: "", messages: #"{"text":"Hi"}"#, type: "png"),
    Example(testDescription: "one message", messages: "{\(text)}"),
    Example(
      testDescription: "an avatar",
      messages:
        #"{"avatar":true,"from":{"id":41,"first_name":"Ann","last_name":"Lee","username":"ann","photo":{"url":"\#(picture)"}},"text":"Hi","entities":[],"replyMessage":{}}"#
    ),
    Example(
      testDescription: "a reply",
      messages:
        #"{\#(text),"replyMessage":{"name":"Bob","text":"Where?","entities":[],"chatId":77}}"#),
    Example(
      testDescription: "a photo in sizes",
      messages:
        #"{\#(text),"media":[{"url":"\#(picture)","width":4,"height":4},{"url":"\#(picture)","width":8,"height":8}],"mediaCrop":true}"#
    ),
    Example(
      testDescription: "a sticker",
      messages:
        #"{"from":{"id":41,"name":"Ann"},"media":{"url":"\#(picture)","width":512,"height":512},"mediaType":"sticker"}"#
    ),
    Example(
      testDescription: "a voice message",
      messages:
        #"{"from":{"id":41,"name":"Ann"},"voice":{"waveform":[0,4,8,31,16,2],"duration":12}}"#),
    Example(
      testDescription: "entities",
      messages:
        #"{\#(text),"entities":[{"type":"bold","offset":0,"length":3},{"type":"italic","offset":4,"length":3},{"type":"spoiler","offset":8,"length":5}]}"#
    ),
    Example(
      testDescription: "the default format", fields: #""type":"quote""#, messages: "{\(text)}",
      ext: "webp"),
    Example(
      testDescription: "another format", fields: #""type":"quote","format":"jpeg""#,
      messages: "{\(text)}", ext: "webp"),
    Example(
      testDescription: "an image", fields: #""type":"image","format":"webp""#,
      messages: "{\(text)}", type: "image"),
    Example(
      testDescription: "a story", fields: #""type":"stories","scale":"3""#,
      messages: "{\(text)}", type: "stories"),
    Example(
      testDescription: "a gradient of two colors",
      fields: ##""type":"quote","backgroundColor":"#ff7a00/#5b2be0","emojiBrand":"twitter""##,
      messages: "{\(text)}", ext: "webp"),
    Example(
      testDescription: "a gradient around a color",
      fields: #""type":"quote","backgroundColor":"//teal""#, messages: "{\(text)}", ext: "webp"),
    Example(
      testDescription: "a conversation",
      messages:
        #"{\#(text),"chatId":1},{\#(text),"chatId":1},{"from":{"id":-7,"name":"Bob"},"text":"Yes","chatId":2}"#
    ),
  ]

  private static func body(_ example: Example) -> String {
    let fields = example.fields.isEmpty ? "" : example.fields + ","
    return "{\(fields)\"messages\":[\(example.messages)]}"
  }

  @Test(arguments: examples)
  func `an example is answered in the wrapper and as a file`(example: Example) async throws {
    try await TestServer.run { server in
      let body = Self.body(example)
      let wrapped = try await server.send("POST", "/quote/generate", body)
      #expect(wrapped.status == 200, "\(wrapped.text)")
      let value = try JSONParser.value(of: wrapped.text)
      #expect(value["ok"] == .bool(true))
      let result = try #require(value["result"])
      #expect(result["type"]?.string == example.type)
      #expect(result["ext"]?.string == example.ext)
      let sides = [result["width"]?.integer ?? 0, result["height"]?.integer ?? 0]
      if example.type == "quote" { #expect(sides.max() == 512) }
      if example.type == "stories" { #expect(sides == [720, 1_280]) }
      let image = try #require(result["image"]?.string.flatMap { [UInt8](base64: $0) })
      #expect(image.starts(with: example.ext == "png" ? [0x89, 0x50] : Array("RIFF".utf8)))
      // The extension of the address decides, whatever the request says.
      let png = try await server.send("POST", "/generate.png", body)
      let bitmap = try Bitmap(png: png.body)
      #expect([bitmap.width, bitmap.height] == sides)
      #expect(bitmap.pixels.contains { $0 >> 24 == 255 })
      let headers = ["type", "width", "height"].map { png.headers["quote-" + $0] }
      #expect(headers == [example.type, "\(sides[0])", "\(sides[1])"])
      let webp = try await server.send("POST", "/generate.webp", body)
      #expect(webp.body.starts(with: "RIFF".utf8))
      #expect(webp.headers["quote-width"] == "\(sides[0])")
      if example.ext == "png" { #expect(image == png.body) } else { #expect(image == webp.body) }
    }
  }

  @Test func `a scale multiplies a plain picture, and margins surround an image`() async throws {
    try await TestServer.run { server in
      func size(_ fields: String) async throws -> [Int] {
        let response = try await server.send(
          "POST", "/generate.png", "{\(fields)\"messages\":[{\(Self.text)}]}")
        let bitmap = try Bitmap(png: response.body)
        return [bitmap.width, bitmap.height]
      }
      let one = try await size(#""scale":1,"#)
      for (scale, factor) in [("2", 2), ("\"3\"", 3), ("7", 7)] {
        let scaled = try await size("\"scale\":\(scale),")
        #expect(abs(scaled[0] - one[0] * factor) < factor)
        #expect(abs(scaled[1] - one[1] * factor) < factor)
      }
      let image = try await size(#""scale":1,"type":"image","#)
      #expect(image == [one[0] + 95, one[1] + 75])
      // Width limits the text, which takes more lines.
      let narrow = try await size(#""scale":1,"width":120,"#)
      #expect(narrow[0] < one[0] && narrow[1] > one[1])
    }
  }

  @Test func `emoji of another brand are drawn with a note`() async throws {
    try await TestServer.run { server in
      for (brand, isNoted) in [("apple", true), ("google", false), ("blob", true)] {
        let response = try await server.send(
          "POST", "/generate.png", #"{"emojiBrand":"\#(brand)","messages":[{\#(Self.text)}]}"#)
        #expect(response.status == 200)
        #expect((response.headers["galley-notes"]?.contains("emojiBrand") == true) == isNoted)
      }
    }
  }
}
