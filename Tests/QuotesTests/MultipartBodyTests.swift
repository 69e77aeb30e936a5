import GalleyQuotes
import TestSupport
import Testing

@Suite struct MultipartBodyTests {
  private let sample =
    "preamble\r\n--b0\r\nContent-Disposition: form-data; name=\"type\"\r\n\r\nquote\r\n"
    + "--b0  \r\ncontent-disposition:form-data;name=a;filename=\"x y.png\"\r\n"
    + "Content-Type: image/png\r\n\r\n\u{1}\r\n--b\r\n-\r\n--b0--\r\nepilogue"

  private func body(_ text: String) throws -> MultipartBody {
    try MultipartBody(Array(text.utf8), boundary: "b0")
  }

  private func part(_ disposition: String, _ content: String = "") -> String {
    "--b0\r\nContent-Disposition: \(disposition)\r\n\r\n\(content)\r\n--b0--"
  }

  @Test func `fields and files are read, with whatever looks like a boundary`() throws {
    let body = try body(sample)
    #expect(body.fields == [MultipartBody.Field(name: "type", value: "quote")])
    let content = Array("\u{1}\r\n--b\r\n-".utf8)
    #expect(
      body.files == [MultipartBody.File(name: "a", fileName: "x y.png", bytes: content)])
  }

  @Test func `a body that is cut off anywhere is refused`() {
    let bytes = Array(sample.utf8)
    let end = bytes.count - "\r\nepilogue".utf8.count
    for count in 0..<end {
      #expect(throws: MultipartBody.Invalid.self) {
        try MultipartBody(Array(bytes[..<count]), boundary: "b0")
      }
    }
    #expect(throws: Never.self) { try MultipartBody(Array(bytes[..<end]), boundary: "b0") }
  }

  @Test func `empty parts and empty files are kept`() throws {
    let field = try body(part("form-data; name=e"))
    #expect(field.fields == [MultipartBody.Field(name: "e", value: "")])
    let file = try body(part("form-data; name=\"\"; filename=\"\""))
    #expect(file.files == [MultipartBody.File(name: "", fileName: "", bytes: [])])
    #expect(try body("--b0--").fields.isEmpty)
    // Without a line break before the boundary, which belongs to the blank line.
    let short = try body("--b0\r\nContent-Disposition: form-data; name=e\r\n\r\n--b0--")
    #expect(short.fields == [MultipartBody.Field(name: "e", value: "")])
  }

  @Test(arguments: [
    (#"form-data; name="a\"b""#, #"a"b"#), (#"form-data; name="a%22b%0D%0A""#, "a\"b\r\n"),
    (#"form-data; name="a;b=c"; x=y"#, "a;b=c"), (#"form-data; name="a\b""#, #"a\b"#),
    (#"form-data; name="ä[0][😀]""#, "ä[0][😀]"), ("Form-Data ; NAME = a", "a"),
    ("form-data; name=a; name=b", "a"),
  ])
  func `names are quoted, escaped or plain`(disposition: String, name: String) throws {
    #expect(try body(part(disposition, "v")).fields == [.init(name: name, value: "v")])
  }

  @Test(arguments: [
    ("", "does not occur"), ("--b1--", "does not occur"), ("--b0", "line break"),
    ("--b0x\r\n", "line break"), ("--b0\r\n\r\nv\r\n--b0--", "no header Content-Disposition"),
    ("--b0\r\nContent-Disposition: attachment; name=a\r\n\r\nv\r\n--b0--", "no header"),
    ("--b0\r\nContent-Disposition: form-data\r\n\r\nv\r\n--b0--", "with a name"),
    ("--b0\r\nContent-Disposition: form-data; name=a\r\n\r\nv\r\n--b1--", "part 1 is cut off"),
    (
      "--b0\r\nContent-Disposition: form-data; name=a\r\nContent-Transfer-Encoding: base64\r\n\r\n"
        + "v\r\n--b0--", "base64"
    ),
  ])
  func `an invalid body is described`(text: String, reason: String) {
    #expect {
      try body(text)
    } throws: { error in
      "\(error)".contains(reason)
    }
  }

  @Test func `fields that are not UTF-8 are refused, and files are not read as text`() throws {
    func bytes(_ more: String) -> [UInt8] {
      Array("--b0\r\nContent-Disposition: form-data; name=a\(more)\r\n\r\n".utf8) + [0xFF, 0xC0]
        + Array("\r\n--b0--".utf8)
    }
    #expect(throws: MultipartBody.Invalid.self) { try MultipartBody(bytes(""), boundary: "b0") }
    let file = try MultipartBody(bytes("; filename=f"), boundary: "b0").files
    #expect(file.map(\.bytes) == [[0xFF, 0xC0]])
  }

  @Test func `the numbers of parts and of bytes of a header are limited`() throws {
    let one = "--b0\r\nContent-Disposition: form-data; name=a\r\n\r\nv\r\n"
    let most = String(repeating: one, count: 4_096)
    #expect(try body(most + "--b0--").fields.count == 4_096)
    #expect(throws: MultipartBody.Invalid.self) { try body(most + one + "--b0--") }
    let long = String(repeating: "x", count: 8_192)
    #expect(throws: MultipartBody.Invalid.self) { try body(part("form-data; name=\(long)")) }
  }

  @Test(arguments: [
    ("multipart/form-data; boundary=b0", "b0"), ("Multipart/Form-Data;boundary=\"b 0\"", "b 0"),
    ("multipart/form-data; charset=utf-8; boundary=b", "b"), ("multipart/form-data", nil),
    ("multipart/mixed; boundary=b0", nil), ("multipart/form-data; boundary=", nil),
    ("multipart/form-data; boundary=\"a\u{1}\"", nil), ("application/json", nil),
  ])
  func `the boundary is that of the media type`(type: String, boundary: String?) {
    #expect(MultipartBody.boundary(ofType: type) == boundary)
    let long = String(repeating: "b", count: 71)
    #expect(MultipartBody.boundary(ofType: "multipart/form-data; boundary=\(long)") == nil)
    #expect(MultipartBody.boundary(ofType: nil) == nil)
  }

  @Test(arguments: 0..<64 as Range<UInt64>)
  func `damaged bodies are read or refused, and never grow`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for _ in 0..<50 {
      var bytes = Array(sample.utf8)
      for _ in 0...Int(random.next() % 4) {
        let index = Int(random.next() % UInt64(bytes.count))
        switch random.next() % 3 {
        case 0: bytes[index] = UInt8(truncatingIfNeeded: random.next())
        case 1: bytes.remove(at: index)
        default: bytes.insert(contentsOf: Array("\r\n--b0".utf8), at: index)
        }
      }
      guard let body = try? MultipartBody(bytes, boundary: "b0") else { continue }
      let size =
        body.files.reduce(0) { $0 + $1.bytes.count }
        + body.fields.reduce(0) { $0 + $1.value.utf8.count }
      #expect(size < bytes.count)
    }
  }
}
