import GalleyJSON
import GalleySystem
import Testing

@Suite struct JSONReaderTests {
  @Test func `a reader returns the parts of a text in order`() throws {
    var reader = JSONReader(Array(#"{"a":[1,"x",{}],"b":null} "#.utf8))
    var events: [JSONEvent] = []
    while let event = try reader.next() { events.append(event) }
    let expected: [JSONEvent] = [
      .beginObject, .name("a"), .beginArray, .number("1"), .string("x"), .beginObject, .endObject,
      .endArray, .name("b"), .null, .endObject,
    ]
    #expect(events == expected)
    #expect(reader.depth == 0)
    try reader.end()
  }

  /// Every way to cut a text in pieces gives the value of the whole.
  @Test(arguments: [1, 2, 3, 5, 7, 13, 64])
  func `pieces of any length give the same value`(length: Int) throws {
    let text = #"""
      {"name":"long enough for words of eight bytes","e":"a\u00e9\ud83d\ude00\n\"é","n":[-12.5e+3,0,
      true,false,null],"o":{"":{"x":[]}}}
      """#
    let bytes = Array(text.utf8)
    let whole = try JSONParser.value(ofUTF8: bytes)
    for dialect in [JSONDialect.strict, .tolerant] {
      var reader = JSONReader(
        Pieces(bytes, length), dialect: dialect, deepest: 64, longest: 1 << 20)
      let value = try reader.value()
      #expect(value == whole)
      #expect(reader.offset == bytes.count)
      #expect(reader.faultCount == 0)
    }
  }

  @Test(arguments: [1, 3, 1_000])
  func `a tolerant reader corrects the faults of exporters`(length: Int) throws {
    let text: [UInt8] =
      Array(#"{"a":"x\x01y","b":"l\u2028"#.utf8) + [0x80, 0xA8] + Array(#"m\u2029n"#.utf8)
      + Array(
        "\",\"document_id\": video_files/sticker (2).webm,\n\"t\":tgs/true.tgs\n,\"f\":\"".utf8)
      + [0xFF] + Array("\",\"s\":\"\\ud83dz\\q\",\"c\":[1,],\"n\":\"a\tb\",}".utf8)
    var reader = JSONReader(
      Pieces(text, length), dialect: .tolerant, deepest: 64, longest: 1 << 20)
    let value = try reader.value()
    #expect(value["a"] == .string("x\u{1}y"))
    #expect(value["b"] == .string("l\u{2028}m\u{2029}n"))
    #expect(value["document_id"] == .string("video_files/sticker (2).webm"))
    #expect(value["t"] == .string("tgs/true.tgs"))
    #expect(value["f"] == .string("\u{FFFD}"))
    #expect(value["s"] == .string("\u{FFFD}zq"))
    #expect(value["c"] == .array([.number("1")]))
    #expect(value["n"] == .string("a\tb"))
    let kinds = reader.faults.map(\.kind)
    let expected: [JSONFault.Kind] = [
      .escape, .strayBytes, .unquotedString, .unquotedString, .surrogate, .escape, .comma,
      .controlCharacter, .comma,
    ]
    #expect(kinds == expected)
    #expect(reader.faults.first?.offset == 7)
    #expect(throws: JSONError.self) { try JSONParser.value(ofUTF8: text) }
  }

  @Test func `bytes that look stray are kept without the escape before them`() throws {
    var reader = JSONReader(Array("\"\u{2028}x\"".utf8), dialect: .tolerant)
    let value = try reader.value()
    #expect(value == .string("\u{2028}x"))
  }

  @Test func `reading continues behind a value with an error`() throws {
    let text = #"[{"a":1},{"b":}, {"c":[{"]":"}"},x]},{"d":4}]"#
    var reader = JSONReader(
      Pieces(Array(text.utf8), 4), dialect: .tolerant, deepest: 64, longest: 100)
    #expect(try reader.next() == .beginArray)
    var values: [JSONValue] = []
    while let event = try reader.next(), event != .endArray {
      do { values.append(try reader.value(after: event)) } catch {
        let isFound = reader.skip(toDepth: 1)
        #expect(isFound)
      }
    }
    let names = values.map { value -> [String] in
      if case .object(let members) = value { members.map(\.name) } else { [] }
    }
    #expect(names == [["a"], ["d"]])
  }

  @Test func `a long string is refused without holding it, and skipped`() throws {
    let text = "[\"" + String(repeating: "x", count: 5_000) + "\\n\",\"y\"]"
    var reader = JSONReader(
      Pieces(Array(text.utf8), 16), dialect: .tolerant, deepest: 64, longest: 100)
    #expect(try reader.next() == .beginArray)
    let failure = #expect(throws: JSONError.self) { try reader.next() }
    #expect(failure?.reason == .tooLong)
    let isSkipped = reader.skip(toDepth: 0)
    #expect(isSkipped)
  }

  @Test func `a reader resumes behind a value`() throws {
    let text = Array(#"{"m":[{"i":1},{"i":2},{"i":3}],"z":4}"#.utf8)
    var reader = JSONReader(
      Pieces(Array(text[13...]), 5), from: 13, inside: [.object, .array], dialect: .tolerant,
      deepest: 64, longest: 100)
    var events: [JSONEvent] = []
    while let event = try reader.next() { events.append(event) }
    #expect(events.count == 12)
    #expect(events.suffix(4) == [.endArray, .name("z"), .number("4"), .endObject])
    #expect(reader.offset == text.count)
  }

  @Test func `an error of the stream ends the text and is kept`() throws {
    let pieces = Pieces(Array("[1,2".utf8), 10)
    pieces.failsAtEnd = true
    var reader = JSONReader(pieces, dialect: .tolerant, deepest: 64, longest: 100)
    #expect(throws: JSONError(reason: .unexpectedEnd, offset: 4)) { try reader.value() }
    #expect(reader.failure != nil)
  }
}

/// A stream of bytes in pieces of a length.
private final class Pieces: ByteSource {
  private var rest: ArraySlice<UInt8>
  private let length: Int
  var failsAtEnd = false

  init(_ bytes: [UInt8], _ length: Int) {
    rest = bytes[...]
    self.length = length
  }

  func next() throws(FileError) -> [UInt8] {
    if rest.isEmpty, failsAtEnd { throw FileError(.read, "pieces", .notRegular) }
    defer { rest = rest.dropFirst(length) }
    return Array(rest.prefix(length))
  }
}

@Suite struct DamagedJSONLimitTests {
  private func reader(_ text: String) -> JSONReader {
    JSONReader(Array(text.utf8), dialect: .tolerant)
  }

  @Test func `a word without quotation marks ends within 4,096 bytes`() throws {
    for (count, isRead) in [(4_095, true), (4_096, false)] {
      var reader = reader("[" + String(repeating: "x", count: count) + "\n]")
      let value = try? reader.value()
      #expect((value != nil) == isRead)
    }
  }

  @Test func `the first 100 faults are kept, and all are counted`() throws {
    for count in [99, 100, 101] {
      var reader = reader("[" + String(repeating: "[1,],", count: count) + "1]")
      _ = try reader.value()
      #expect(reader.faultCount == count)
      #expect(reader.faults.count == min(count, 100))
    }
  }
}
