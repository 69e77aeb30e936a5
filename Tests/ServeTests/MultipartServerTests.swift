import GalleyGeometry
import GalleyPixels
import TestSupport
import Testing

@Suite(.alone) struct MultipartServerTests {
  private func picture() throws -> [UInt8] {
    try Bitmap(width: 40, height: 20, color: .init(argb: 0xFFFF_0000)).pngData()
  }

  @Test func `files of a form are pictures, as data addresses are`() async throws {
    let png = try picture()
    let address = "data:image/png;base64," + png.base64
    try await TestServer.run { server in
      let direct = try await server.send(
        "POST", "/generate.png",
        #"""
        {"messages":[{"from":{"id":1,"name":"Ann","photo":{"url":"\#(address)"}},"text":"Hi",
        "media":{"url":"\#(address)"}}]}
        """#)
      // A field refers to a file by its name.
      var form = Multipart([
        "messages": #"""
        [{"from":{"id":1,"name":"Ann","photo":{"url":"attach://face"}},"text":"Hi",
        "media":{"url":"attach://face"}}]
        """#
      ])
      form.add("face", file: "face.png", png)
      let named = try await server.send("/generate.png", form)
      // The name of a file is a field itself.
      var brackets = Multipart(["messages[0][from][id]": "1", "messages[0][from][name]": "Ann"])
      brackets.add("messages[0][from][photo][url]", file: "face.png", png)
      brackets.add("messages[0][media][url]", file: "media.png", png)
      brackets.add(Multipart(["messages[0][text]": "Hi"]))
      let placed = try await server.send("/generate.png", brackets)
      for response in [direct, named, placed] {
        #expect(response.status == 200, "\(response.text)")
        #expect(response.headers["galley-notes"] == nil)
      }
      #expect(named.body == direct.body)
      #expect(placed.body == direct.body)
      let bitmap = try Bitmap(png: direct.body)
      #expect(bitmap.pixels.contains(0xFFFF_0000))
    }
  }

  @Test func `a missing file is named in a note, and another file has another tag`() async throws {
    let png = try picture()
    let other = try Bitmap(width: 40, height: 20, color: .init(argb: 0xFF00_FF00)).pngData()
    try await TestServer.run { server in
      func form(_ content: [UInt8]) -> Multipart {
        var form = Multipart(["messages": #"[{"text":"Hi","media":{"url":"attach://a"}}]"#])
        form.add("a", file: "a.png", content)
        return form
      }
      let first = try await server.send("/generate.png", form(png))
      let again = try await server.send("/generate.png", form(png))
      let second = try await server.send("/generate.png", form(other))
      #expect(first.headers["etag"] == again.headers["etag"])
      #expect(first.headers["etag"] != second.headers["etag"])
      #expect(first.body != second.body)
      let lost = try await server.send(
        "/generate.png", Multipart(["messages": #"[{"text":"Hi","media":{"url":"attach://b"}}]"#]))
      #expect(lost.status == 200)
      #expect(lost.headers["galley-notes"]?.contains(#"the request has no file "b""#) == true)
    }
  }

  @Test func `a form that is cut off is refused`() async throws {
    try await TestServer.run { server in
      let response = try await server.send(
        "POST", "/generate", bytes: Multipart(["text": "Hi"]).bytes, headers: Multipart.headers)
      #expect(response.status == 400)
      #expect(response.text.contains("invalid_body: part 1 is cut off"))
    }
  }
}
