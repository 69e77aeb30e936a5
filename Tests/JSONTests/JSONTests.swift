import GalleyJSON
import Testing

@Suite struct JSONTests {
  @Test func `every kind of value is parsed`() throws {
    let text = #" {"a":[null,true,false,-0.5e+2,"x\n\u00e9\ud83d\ude00"], "b" : {}} "#
    let value = try JSONParser.value(of: text)
    #expect(
      value["a"]
        == .array([.null, .bool(true), .bool(false), .number("-0.5e+2"), .string("x\né😀")]))
    #expect(value["b"] == .object([]))
    #expect(value["c"] == nil)
  }

  @Test(arguments: [
    ("", 0, JSONError.Reason.unexpectedEnd),
    ("[1,", 3, .unexpectedEnd),
    (#"{"a" 1}"#, 5, .expected("a colon")),
    ("{a:1}", 1, .expected("a name in quotes")),
    ("[1 2]", 3, .expected("a comma or ]")),
    ("[1,]", 3, .expected("a value")),
    ("01", 1, .expected("the end of the input")),
    ("1.", 2, .unexpectedEnd),
    ("-x", 1, .expected("a digit")),
    ("+1", 0, .expected("a value")),
    ("NaN", 0, .expected("a value")),
    ("nul", 0, .expected("a value")),
    ("{} {}", 3, .expected("the end of the input")),
    ("\"a\u{1}\"", 2, .controlCharacter),
    (#""ab"#, 3, .unexpectedEnd),
    (#""a\x""#, 2, .invalidEscape),
    (#""\u00g0""#, 1, .invalidEscape),
    (#""\ud83d""#, 1, .unpairedSurrogate),
    (#""\ude00\ud83d""#, 1, .unpairedSurrogate),
    (#""\ud83dA""#, 1, .unpairedSurrogate),
    (#""\u12"#, 5, .unexpectedEnd),
  ])
  func `a parsing error reports its reason and offset`(
    text: String, offset: Int, reason: JSONError.Reason
  ) {
    #expect(throws: JSONError(reason: reason, offset: offset)) {
      try JSONParser.value(of: text)
    }
  }

  @Test func `nesting beyond the limit is refused`() throws {
    let limit = 64
    _ = try JSONParser.value(
      of: String(repeating: "[", count: limit) + String(repeating: "]", count: limit))
    #expect(throws: JSONError(reason: .tooDeep, offset: limit)) {
      try JSONParser.value(of: String(repeating: "[", count: 1_000_000))
    }
  }

  @Test(arguments: [
    ("3", 3), ("3.0", 3), ("3e2", 300), ("-7", -7), ("3.5", nil), ("1e30", nil),
    ("99999999999999999999", nil),
  ])
  func `only whole numbers in range convert to integers`(literal: String, expected: Int?) {
    #expect(JSONValue.number(literal).integer == expected)
  }

  @Test(arguments: [
    (0.0, "0"), (-0.0, "0"), (12.0, "12"), (0.1, "0.1"), (-2.5, "-2.5"), (1e21, "1e+21"),
    (1.0 / 3, "0.3333333333333333"), (.infinity, "null"), (.nan, "null"),
  ])
  func `finite numbers are written in shortest form, others as null`(
    number: Double, expected: String
  ) {
    var writer = JSONWriter()
    writer.value(number)
    #expect(String(decoding: writer.bytes, as: UTF8.self) == expected)
  }

  @Test func `characters that control a terminal are escaped and parse back unchanged`() throws {
    let text = "a\u{1B}[m\u{7F}\u{85}\u{9B}\u{202E}\u{2066}\u{61C}\u{2028}\u{E0001}é😀ש"
    var writer = JSONWriter()
    writer.value(text)
    let written = String(decoding: writer.bytes, as: UTF8.self)
    #expect(written == #""a\u001b[m\u007f\u0085\u009b\u202e\u2066\u061c\u2028\udb40\udc01é😀ש""#)
    #expect(try JSONParser.value(of: "[\(written)]") == .array([.string(text)]))
  }

  @Test func `written JSON can be parsed again`() throws {
    var writer = JSONWriter()
    writer.object { writer in
      writer.name("s")
      writer.value("\"\\\n\t\u{0}é😀")
      writer.name("a")
      writer.array([1.5, 2]) { $0.value($1) }
      writer.name("o")
      writer.object { _ in }
    }
    let text = String(decoding: writer.bytes, as: UTF8.self)
    #expect(text == #"{"s":"\"\\\n\u0009\u0000é😀","a":[1.5,2],"o":{}}"#)
    #expect(try JSONParser.value(of: text)["s"] == .string("\"\\\n\t\u{0}é😀"))
  }

  @Test(arguments: [
    (65.37599999999999, "65.376"), (0.1 + 0.2, "0.3"), (-1e-9, "0"), (1.0 / 3, "0.333333"),
    (16, "16"), (1e300, "1e+300"), (.infinity, "null"), (123_456_789.123_456_7, "123456789.123457"),
  ])
  func `a rounded number has at most six decimals`(number: Double, expected: String) {
    var writer = JSONWriter()
    writer.value(rounded: number)
    #expect(String(decoding: writer.bytes, as: UTF8.self) == expected)
  }
}
