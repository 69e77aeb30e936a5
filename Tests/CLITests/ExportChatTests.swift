import Foundation
import TestSupport
import Testing

/// Exports as pages and pictures.
@Suite struct ExportChatTests {
  let directory = TemporaryDirectory()

  private func write(_ messages: String, name: String = "Group") throws {
    try directory.write(
      #"{"name":"\#(name)","type":"private_group","id":77,"messages":[\#(messages)]}"#,
      to: "export/result.json")
  }

  private func chat(_ output: String, _ more: String...) throws -> Outcome {
    try galley(
      ["chat", directory.file("export"), "-o", directory.file(output), "--fonts", testingFonts]
        + more)
  }

  private func message(_ number: Int, _ text: String, day: Int = 1) -> String {
    let seconds = 1_772_323_200 + (day - 1) * 86_400 + number
    return
      #"{"id":\#(number),"type":"message","date_unixtime":"\#(seconds)","from":"Ada <b>","from_id":"user1","text":\#(text)}"#
  }

  @Test func `HTML escapes texts and refuses addresses that run code`() throws {
    let link = #"[{"type":"text_link","text":"l","href":"javascript:alert(1)"}]"#
    try write(
      message(1, #""<script>x</script> & \"q\"""#) + "," + message(2, link), name: "<i>Title")
    let result = try chat("out.html")
    #expect(result.status == 0, "\(result.complaint)")
    let html = try String(decoding: directory.data("out.html"), as: UTF8.self)
    #expect(html.contains("&lt;script&gt;x&lt;/script&gt; &amp;"))
    #expect(html.contains("<h1 dir=\"auto\">&lt;i&gt;Title</h1>"))
    #expect(html.contains("Ada &lt;b&gt;"))
    #expect(!html.contains("<script"))
    #expect(!html.contains("javascript:"))
    #expect(html.contains("default-src 'none'"))
  }

  @Test func `a picture has at most 10,000 messages`() throws {
    try write((1...10_001).map { message($0, "\"a\"") }.joined(separator: ","))
    let result = try chat("out.png")
    #expect(result.status == 1)
    #expect(result.complaint.contains("at most 10000 messages"), "\(result.complaint)")
  }

  @Test func `days select messages`() throws {
    try write((1...5).map { message($0, "\"day \($0)\"", day: $0) }.joined(separator: ","))
    #expect(try chat("out.html", "--from", "2026-03-02", "--to", "2026-03-04").status == 0)
    let html = try String(decoding: directory.data("out.html"), as: UTF8.self)
    let shown = (1...5).filter { html.contains("day \($0)") }
    #expect(shown == [2, 3, 4])
    let none = try chat("none.html", "--from", "2027-01-01")
    #expect(none.status == 1 && none.complaint.contains("no message"))
    let other = try chat("none.html", "--chat", "Unknown")
    #expect(other.status == 1 && other.complaint.contains("Group"))
    #expect(try chat("none.html", "--from", "soon").status == 64)
  }

  @Test func `a PDF has pages, links and everything of a long message`() throws {
    let long = (1...400).map { "line \($0)" }.joined(separator: #"\n"#)
    let link = #"[{"type":"text_link","text":"site","href":"https://example.org/a'b(c)"}]"#
    try write(
      message(1, "\"\(long)\"") + "," + message(2, link) + ","
        + #"{"id":9,"type":"message","photo":"../../etc/passwd","width":100,"height":50}"#)
    let result = try chat("out.pdf")
    #expect(result.status == 0, "\(result.complaint)")
    let pdf = try String(decoding: directory.data("out.pdf"), as: UTF8.self)
    #expect(pdf.hasPrefix("%PDF"))
    #expect(pdf.contains("https://example.org/a%27b%28c%29"))
    let pages = pdf.matches(of: /\/Type \/Page\b(?!s)/).count
    #expect((6...12).contains(pages), "\(pages)")
  }

  @Test func `a format is preferred to the ending of the file`() throws {
    try write(message(1, "\"hello\""))
    for (format, start) in [("html", "<!DOCTYPE html>"), ("pdf", "%PDF-"), ("png", "\u{89}PNG")] {
      let result = try chat("out.data", "--format", format)
      #expect(result.status == 0, "\(result.complaint)")
      let bytes = try Array(directory.data("out.data").prefix(start.unicodeScalars.count))
      #expect(bytes == start.unicodeScalars.map { UInt8($0.value) })
    }
    #expect(try chat("out.png", "--format", "html").status == 0)
    #expect(try directory.data("out.png").starts(with: Array("<!DOCTYPE".utf8)))
    #expect(try chat("out.data").status == 64)
    #expect(try chat("out.data", "--format", "doc").status == 64)
  }

  @Test func `pages that fail leave the old file`() throws {
    try write(message(1, "\"hello\""))
    try directory.write("old", to: "out.pdf")
    #expect(try chat("out.pdf", "--from", "2027-01-01").status == 1)
    #expect(try directory.data("out.pdf") == Data("old".utf8))
    #expect(try chat("missing/out.pdf").status == 1)
  }

  @Test func `a picture shows boxes for missing files`() throws {
    let skipped = "(File not included. Change data exporting settings to download.)"
    try write(
      message(1, "\"hello\"") + ","
        + #"{"id":2,"type":"message","from":"B","photo":"\#(skipped)","width":100,"height":50}"#)
    let result = try chat("out.png")
    #expect(result.complaint.contains("message 2"))
    #expect(try directory.data("out.png").starts(with: [0x89, 0x50, 0x4E, 0x47]))
  }

  @Test func `a folder without an export is reported`() throws {
    try directory.write("x", to: "export/notes.md")
    let result = try chat("out.png")
    #expect(result.status == 1)
    #expect(result.complaint.contains("not a known export"))
  }
}
