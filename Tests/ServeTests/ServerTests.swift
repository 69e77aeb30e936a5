import GalleyBasics
import GalleyGeometry
import GalleyImages
import GalleyJSON
import GalleyPixels
import GalleyServe
import TestSupport
import TestSupport
import Testing

@Suite(.alone) struct ServerTests {
  private let body = #"{"type":"quote","messages":[{"from":{"id":1,"name":"Ann"},"text":"Hi"}]}"#

  @Test func `a quote without an extension is wrapped in JSON`() async throws {
    try await TestServer.run { [body] server in
      let response = try await server.send("POST", "/some/prefix/generate", body)
      #expect(response.status == 200)
      #expect(response.headers["content-type"] == "application/json; charset=utf-8")
      let value = try JSONParser.value(of: response.text)
      #expect(value["ok"] == .bool(true))
      let result = try #require(value["result"])
      #expect(result["type"]?.string == "quote")
      #expect(result["ext"]?.string == "webp")
      let (width, height) = (result["width"]?.integer ?? 0, result["height"]?.integer ?? 0)
      #expect(max(width, height) == 512)
      #expect(result["image"]?.string?.hasPrefix("UklGR") == true)
    }
  }

  @Test func `a quote with an extension is the picture, with headers`() async throws {
    try await TestServer.run { [body] server in
      for (path, type) in [
        ("/generate.png", "image/png"), ("/generate.webp", "image/webp"),
        ("/generate?ext=png", "image/png"),
      ] {
        let response = try await server.send("POST", path, body)
        #expect(response.status == 200)
        #expect(response.headers["content-type"] == type)
        #expect(response.headers["quote-type"] == "quote")
        let sides = ["quote-width", "quote-height"].map {
          Int(response.headers[$0] ?? "") ?? 0
        }
        #expect(sides.max() == 512)
        if type == "image/png" {
          let bitmap = try Bitmap(png: response.body)
          #expect([bitmap.width, bitmap.height] == sides)
        }
      }
    }
  }

  @Test func `pictures that other processes decode give the same bytes`() async throws {
    let red = try Bitmap(width: 40, height: 40, color: .init(argb: 0xFFFF_0000)).pngData()
    let photo = "data:image/png;base64," + red.base64
    let body =
      #"{"messages":[{"from":{"id":1,"name":"Ann","photo":{"url":"\#(photo)"}},"text":"Hi"}]}"#
    let pictures = Shared<[[UInt8]]>([])
    for helpers in [nil, ImageHelpers(program: Program.built("galley"))] {
      var options = ServeOptions.patient
      options.helpers = helpers
      try await TestServer.run(options) { server in
        let response = try await server.send("POST", "/generate.png", body)
        #expect(response.headers["galley-notes"] == nil)
        pictures.change { $0.append(response.body) }
      }
      if let helpers { #expect(helpers.processes.count == 1) }
    }
    #expect(pictures.current.count == 2 && pictures.current[0] == pictures.current[1])
    var options = ServeOptions.patient
    options.helpers = ImageHelpers(program: "/nowhere/galley")
    try await TestServer.run(options) { server in
      let response = try await server.send("POST", "/generate.png", body)
      #expect(response.status == 200)
      #expect(response.headers["galley-notes"]?.contains("helper process") == true)
    }
  }

  @Test func `query and body are merged, in JSON or as a form`() async throws {
    try await TestServer.run { [body] server in
      let direct = try await server.send("POST", "/generate.png", body)
      let list = #"[{"from":{"id":1,"name":"Ann"},"text":"Hi"}]"#
      let query = try await server.send(
        "POST", "/generate.png?type=quote", "{\"messages\":\(list)}")
      let form = try await server.send(
        "POST", "/generate.png",
        "type=quote&messages[0][from][id]=1&messages%5B0%5D%5Bfrom%5D%5Bname%5D=Ann"
          + "&messages[0][text]=Hi",
        headers: ["Content-Type": "application/x-www-form-urlencoded"])
      let embedded = try await server.send(
        "POST", "/generate.png", "type=quote&messages=\(list)",
        headers: ["Content-Type": "application/x-www-form-urlencoded; charset=utf-8"])
      // As curl sends JSON by default.
      let mislabeled = try await server.send(
        "POST", "/generate.png", body,
        headers: ["Content-Type": "application/x-www-form-urlencoded"])
      for other in [query, form, embedded, mislabeled] {
        #expect(other.status == 200)
        #expect(other.body == direct.body)
      }
    }
  }

  @Test func `errors have the form and the words of quote-api`() async throws {
    try await TestServer.run { server in
      for (body, message) in [
        ("", "query_empty"), ("{}", "query_empty"), (#"{"type":"quote"}"#, "messages_empty"),
        (#"{"messages":[]}"#, "messages_empty"), (#"{"messages":[null]}"#, "empty_messages"),
      ] {
        let response = try await server.send("POST", "/generate", body)
        #expect(response.status == 400)
        let expected = #"{"ok":false,"error":{"code":400,"message":"\#(message)"}}"#
        #expect(response.text == expected)
      }
      for (method, path) in [
        ("GET", "/generate"), ("POST", "/"), ("POST", "/generate.gif"), ("PUT", "/render"),
      ] {
        #expect(try await server.send(method, path).status == 404)
      }
    }
  }

  @Test(arguments: [
    ("{", "unexpected end"), ("[1,", "unexpected end"), ("7", "expected an object"),
    (#"{"messages":[{"text":"\#u{0}"}]}"#, "control character"),
    (String(repeating: "[", count: 5_000), "nesting is too deep"),
  ])
  func `a malformed body is described`(body: String, reason: String) async throws {
    try await TestServer.run { server in
      let response = try await server.send("POST", "/generate", body)
      #expect(response.status == 400)
      #expect(response.text.contains("invalid_body: "))
      #expect(response.text.contains(reason))
    }
  }

  @Test func `an unchanged request is answered without a body, and with the same bytes`()
    async throws
  {
    try await TestServer.run { [body] server in
      let first = try await server.send("POST", "/generate.png", body)
      let second = try await server.send("POST", "/generate.png", body)
      #expect(first.body == second.body)
      let tag = try #require(first.headers["etag"])
      #expect(second.headers["etag"] == tag)
      let known = try await server.send(
        "POST", "/generate.png", body, headers: ["If-None-Match": "\"x\", W/\(tag)"])
      #expect(known.status == 304)
      #expect(known.body.isEmpty)
      let other = try await server.send("POST", "/generate.webp", body)
      #expect(other.headers["etag"] != tag)
    }
  }

  @Test func `remarks about a request are in headers, in ASCII`() async throws {
    try await TestServer.run { server in
      let response = try await server.send(
        "POST", "/generate.png",
        #"{"messages":[{"text":"a\#u{10FFFD}","from":{"id":1}},3,{"media":{"url":"http://é/"}}]}"#)
      #expect(response.status == 200)
      #expect(response.headers["galley-placeholders"] == "1")
      #expect(response.headers["galley-notes"]?.contains("pictures are not fetched") == true)
      #expect((response.headers["galley-missing-glyphs"].flatMap { Int($0) } ?? 0) >= 1)
    }
  }

  @Test func `the layout of a quote has its boxes, lines and glyphs`() async throws {
    try await TestServer.run { [body] server in
      let response = try await server.send("POST", "/generate.json", body)
      #expect(response.status == 200)
      #expect(response.headers["content-type"] == "application/json; charset=utf-8")
      let value = try JSONParser.value(of: response.text)
      guard case .array(let texts)? = value["texts"], case .array(let bubbles)? = value["bubbles"]
      else {
        Issue.record("no texts in \(response.text)")
        return
      }
      #expect(bubbles.count == 1)
      // The name, the text, and the initials on the avatar.
      #expect(texts.map { $0["text"]?.string } == ["Ann", "Hi", "A"])
      guard case .array(let lines)? = texts[1]["lines"], case .array(let runs)? = texts[1]["runs"],
        case .array(let glyphs)? = runs.first?["glyphs"], case .array(let frame)? = bubbles.first,
        case .array(let glyph)? = glyphs.last
      else {
        Issue.record("no lines in \(response.text)")
        return
      }
      #expect(lines.count == 1)
      // The avatar's column, and the padding of the bubble.
      let left = try #require(lines[0]["x"]?.double)
      #expect(abs(left - 76) < 0.001)
      #expect(frame.prefix(2).map(\.integer) == [60, 4])
      #expect(runs[0]["size"]?.integer == 24)
      #expect(runs[0]["direction"]?.string == "ltr")
      #expect(glyphs.count == 2)
      // The second letter begins at the second byte, to the right of the first.
      #expect(glyph.last?.integer == 1)
      #expect((glyph[1].double ?? 0) > 76)
      let named = try await server.send("POST", "/generate?ext=json", body)
      #expect(named.body == response.body)
    }
  }

  @Test func `messages and rich messages are rendered in each format`() async throws {
    try await TestServer.run { server in
      let message = #"{"text":"Hello","width":200,"#
      for (format, type, start) in [
        ("png", "image/png", "\u{89}PNG"), ("webp", "image/webp", "RIFF"),
        ("svg", "image/svg+xml", "<?xml"), ("json", "application/json; charset=utf-8", "{\"id\""),
      ] {
        let response = try await server.send(
          "POST", "/render", message + #""format":"\#(format)"}"#)
        #expect(response.status == 200, "\(response.text)")
        #expect(response.headers["content-type"] == type)
        let expected = start.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
        #expect(Array(response.body.prefix(expected.count)) == expected)
      }
      let rich = try await server.send(
        "POST", "/render", ##"{"rich_message":{"markdown":"# Title\n\ntext"},"format":"json"}"##)
      #expect(rich.text.contains("\"parts\""))
    }
  }

  @Test func `a list is answered with one result each, in order`() async throws {
    try await TestServer.run { server in
      let response = try await server.send(
        "POST", "/render",
        #"{"scale":2,"messages":[{"id":7,"text":"Hello"},{"id":"b"},{"text":"you"}]}"#)
      let value = try JSONParser.value(of: response.text)
      guard case .array(let results)? = value["results"] else {
        Issue.record("no results in \(response.text)")
        return
      }
      #expect(results.map { $0["ok"] } == [.bool(true), .bool(false), .bool(true)])
      #expect(results[0]["id"]?.integer == 7)
      #expect(results[1]["id"]?.string == "b")
      #expect(results[1]["error"]?.string?.contains("text") == true)
      #expect(results[0]["image"]?.string?.hasPrefix("iVBOR") == true)
    }
  }

  @Test func `settings of a rendering are checked`() async throws {
    try await TestServer.run { server in
      for (field, reason) in [
        (#""scale":17"#, "scale must be"), (#""format":"pdf""#, "format must be"),
        (#""theme":"pink""#, "theme must be"), (#""background":"?""#, "background must be"),
        (#""width":-1"#, "width must be"),
      ] {
        let response = try await server.send("POST", "/render", "{\"text\":\"x\",\(field)}")
        #expect(response.status == 400)
        #expect(response.text.contains(reason))
      }
      #expect(try await server.send("POST", "/render", "{}").text.contains("query_empty"))
    }
  }

  @Test func `health lists fonts and limits, and metrics count requests`() async throws {
    try await TestServer.run { [body] server in
      let health = try JSONParser.value(of: try await server.send("GET", "/health").text)
      #expect(health["status"]?.string == "ok")
      #expect(health["timestamp"]?.string?.hasSuffix("Z") == true)
      guard case .array(let faces)? = health["fonts"]?["faces"] else {
        Issue.record("no faces")
        return
      }
      #expect(faces.allSatisfy { $0["sha256"]?.string?.utf8.count == 64 })
      #expect(faces.count > 1)
      _ = try await server.send("POST", "/generate", body)
      _ = try await server.send("POST", "/generate", "{}")
      let metrics = try await server.send("GET", "/metrics")
      #expect(metrics.headers["content-type"]?.hasPrefix("text/plain; version=0.0.4") == true)
      for line in [
        "# TYPE galley_requests_total counter",
        #"galley_requests_total{route="generate",status="200"} 1"#,
        #"galley_requests_total{route="generate",status="400"} 1"#,
        #"galley_request_seconds_bucket{route="generate",le="+Inf"} 2"#,
        #"galley_request_seconds_count{route="generate"} 2"#,
      ] {
        #expect(metrics.text.contains(line + "\n"), "\(line) is missing in \(metrics.text)")
      }
    }
  }

  @Test func `the log has a line for each request, without its text`() async throws {
    try await TestServer.run { server in
      _ = try await server.send(
        "POST", "/generate?botToken=secret-token", #"{"messages":[{"text":"secret words"}]}"#)
      let line = try #require(server.log.all.last)
      #expect(!server.log.all.joined().contains("secret"))
      let value = try JSONParser.value(of: line)
      #expect(value["route"]?.string == "generate")
      #expect(value["status"]?.integer == 200)
      #expect((value["bytes"]?.integer ?? 0) > 100)
      #expect(value["ms"]?.double != nil)
      #expect(value["id"] != nil)
    }
  }
}
