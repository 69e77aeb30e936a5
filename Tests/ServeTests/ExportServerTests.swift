import Foundation
import GalleyGeometry
import GalleyPixels
import GalleyServe
import TestSupport
import Testing

/// Exports of messengers, which a process of its own draws.
@Suite(.alone, .serialized) struct ExportServerTests {
  private static var settings: ServeOptions {
    var options = ServeOptions.patient
    options.fontArguments = ["--fonts", TestFonts.manifest]
    // Sanitizers reserve addresses.
    if isSanitized { options.exportMemory = .max }
    return options
  }

  private static func message(_ number: Int, _ text: String, day: Int = 1) -> String {
    let seconds = 1_772_323_200 + (day - 1) * 86_400 + number
    return
      #"{"id":\#(number),"type":"message","date_unixtime":"\#(seconds)","from":"Ada","from_id":"user1","text":"\#(text)"}"#
  }

  private static func form(
    _ fields: KeyValuePairs<String, String>, _ messages: [String], name: String = "result.json"
  ) -> Multipart {
    var form = Multipart(fields)
    form.add(
      "export", file: name,
      #"{"name":"Group","type":"private_group","id":7,"messages":[\#(messages.joined(separator: ","))]}"#
    )
    return form
  }

  /// The folders of requests that have not been removed.
  private static func leftFolders() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: NSTemporaryDirectory()).filter {
      $0.hasPrefix("galley-serve-")
    }
  }

  @Test func `a range of days becomes a page, a document or a picture`() async throws {
    let before = try Self.leftFolders()
    try await TestServer.run(Self.settings) { server in
      let days = (1...5).map { Self.message($0, "day \($0)", day: $0) }
      let page = try await server.send(
        "/render", Self.form(["format": "html", "from": "2026-03-02", "to": "2026-03-04"], days))
      #expect(page.status == 200, "\(page.text)")
      #expect(page.headers["content-type"] == "text/html; charset=utf-8")
      #expect(page.headers["etag"] != nil)
      #expect((1...5).filter { page.text.contains("day \($0)") } == [2, 3, 4])
      let document = try await server.send("/render?format=pdf", Self.form([:], days))
      #expect(document.headers["content-type"] == "application/pdf")
      #expect(document.body.starts(with: "%PDF".utf8))
      let pictures = try await [("1", "light"), ("2", "dark")].asyncMap { scale, theme in
        try await server.send(
          "/render", Self.form(["scale": scale, "theme": theme, "width": "300"], days))
      }
      let bitmaps = try pictures.map { try Bitmap(png: $0.body) }
      #expect(bitmaps.map(\.width) == [300, 600])
    }
    #expect(try Self.leftFolders() == before)
  }

  @Test func `pictures of an export are files of the form, and missing ones are notes`()
    async throws
  {
    let red = try Bitmap(width: 40, height: 20, color: .init(argb: 0xFFFF_0000)).pngData()
    try await TestServer.run(Self.settings) { server in
      let photo =
        #"{"id":2,"type":"message","from":"B","from_id":"user2","photo":"photos/a.png","width":40,"height":20}"#
      var form = Self.form([:], [photo])
      let lost = try await server.send("/render", form)
      #expect(lost.status == 200)
      #expect(lost.headers["galley-notes"]?.contains("photos/a.png") == true)
      // The path of the folder is nobody's business.
      #expect(lost.headers["galley-notes"]?.contains("galley-serve") == false)
      form.add("export", file: "photos/a.png", red)
      let found = try await server.send("/render", form)
      #expect(found.headers["galley-notes"] == nil)
      #expect(try Bitmap(png: found.body).pixels.contains(0xFFFF_0000))
      #expect(try !Bitmap(png: lost.body).pixels.contains(0xFFFF_0000))
    }
  }

  @Test func `files outside of the export are not read`() async throws {
    let directory = TemporaryDirectory()
    let red = try Bitmap(width: 40, height: 20, color: .init(argb: 0xFFFF_0000)).pngData()
    let path = try directory.write(Data(red), to: "secret.png")
    try await TestServer.run(Self.settings) { server in
      let climbing = "../../" + directory.url.lastPathComponent + "/secret.png"
      for place in [path, climbing] {
        let photo =
          #"{"id":2,"type":"message","from":"B","photo":"\#(place)","width":40,"height":20}"#
        for format in ["png", "html"] {
          let response = try await server.send("/render", Self.form(["format": format], [photo]))
          #expect(response.status == 200)
          if format == "png" {
            #expect(try !Bitmap(png: response.body).pixels.contains(0xFFFF_0000))
          } else {
            #expect(!response.text.contains("data:image"))
          }
        }
      }
      for name in ["../a.json", "/a.json", "a/../../b.json", "", ".", "a//b", "x/"] {
        let response = try await server.send("/render", Self.form([:], [], name: name))
        #expect(response.status == 400)
        #expect(response.text.contains("invalid_export: the name of file 1"), "\(name)")
      }
      var twice = Self.form([:], [])
      twice.add("export", file: "result.json", "{}")
      #expect(try await server.send("/render", twice).text.contains("two files"))
    }
  }

  @Test func `requests that cannot be drawn are described`() async throws {
    try await TestServer.run(Self.settings) { server in
      let one = [Self.message(1, "Hi")]
      for (fields, reason) in [
        (["from": "soon"], "Expected a date"), (["from": "2030-01-01"], "no message"),
        (["chat": "--help"], "no conversation '--help'"), (["scale": "99"], "invalid_field"),
        (["format": "gif"], "must be png, pdf or html"), (["theme": "pink"], "invalid_field"),
      ] as [(KeyValuePairs<String, String>, String)] {
        let response = try await server.send("/render", Self.form(fields, one))
        #expect(response.status == 400)
        #expect(response.text.contains(reason), "\(response.text)")
      }
      var other = Multipart()
      other.add("export", file: "notes.md", "nothing")
      let unknown = try await server.send("/render?format=html", other)
      #expect(unknown.status == 400)
      #expect(unknown.text.contains("invalid_export: notes.md"))
      let text = try await server.send("POST", "/render", #"{"export":"result.json"}"#)
      #expect(text.text.contains("export must be a file"))
    }
  }

  @Test(.disabled(if: isSanitized, "sanitizers reserve addresses"))
  func `the time and the memory of an export are limited`() async throws {
    let before = try Self.leftFolders()
    let many = (1...20_000).map { Self.message($0, "A message of several words, the \($0)th.") }
    var hasty = Self.settings
    hasty.deadline = 0.3
    hasty.bodyLimit = 64 << 20
    try await TestServer.run(hasty) { server in
      let response = try await server.send("/render", Self.form(["format": "pdf"], many))
      #expect(response.status == 504)
      #expect(response.text.contains("deadline_exceeded"))
    }
    var small = Self.settings
    small.exportMemory = 300 << 20
    try await TestServer.run(small) { server in
      let days = (1...100).map { Self.message($0, "day \($0)") }
      let response = try await server.send(
        "/render", Self.form(["scale": "3", "width": "2000"], days))
      #expect(response.status == 413, "\(response.text)")
      #expect(response.text.contains("export_too_large"))
    }
    #expect(try Self.leftFolders() == before)
  }
}

extension Array {
  /// Returns the results of an asynchronous function, in order.
  fileprivate func asyncMap<Result>(
    _ transform: (Element) async throws -> Result
  ) async rethrows -> [Result] {
    var results: [Result] = []
    for element in self { results.append(try await transform(element)) }
    return results
  }
}
