import Testing

@testable import GalleyDBus

/// Encoding and decoding of messages, without a bus.
@Suite struct MessageTests {
  private func transmitted(_ arguments: [DBus.Value]) -> [DBus.Value]? {
    DBus.Message(signal: "S", of: "org.example.I", at: "/a", arguments).transmitted?.arguments
  }

  @Test func `libdbus is installed`() {
    #expect(DBus.failure == nil, "scripts/install libdbus-1-3")
  }

  @Test(
    arguments: [
      .byte(255), .boolean(true), .boolean(false), .int16(-32_768), .uint16(65_535),
      .int32(.min), .uint32(.max), .int64(.min), .uint64(.max), .double(-0.1), .string(""),
      .string("e\u{301} 👩‍👩‍👧 مرحبا"), .path("/org/a11y/atspi/null"), .signature("a{sv}"),
      .array(of: "s", []), .array(of: "{ss}", []), .array(of: "(so)", []),
      .strings(["a", "b"]), .dictionary(["k": "v", "a": "b"]),
      .structure([.string("a"), .structure([.int32(1), .byte(2)])]),
      .variant(.variant(.array(of: "u", [.uint32(1), .uint32(2)]))),
      .array(of: "a{sv}", [.array(of: "{sv}", [.entry(.string("k"), .variant(.double(1)))])]),
    ] as [DBus.Value])
  func `a value of any type is received as it was sent`(value: DBus.Value) {
    #expect(transmitted([value]) == [value])
    #expect(transmitted([.byte(1), value, .string("z")]) == [.byte(1), value, .string("z")])
  }

  @Test func `the header of a message is received as it was sent`() {
    var call = DBus.Message(
      call: "M", of: "org.example.I", at: "/a/b_1", on: "org.example.N", [.int32(7)])
    call.expectsReply = false
    #expect(call.transmitted == call)
    call.sender = ":1.7"
    call.serial = 9
    var reply = DBus.Message(replyTo: call, [.boolean(true)])
    reply.expectsReply = false
    #expect(reply.transmitted == reply)
    #expect(reply.serial == 9)
    #expect(reply.destination == ":1.7")
    var fault = DBus.Message(replyTo: call, .unknownObject("/x"))
    fault.expectsReply = false
    #expect(fault.transmitted == fault)
    #expect(fault.member == "org.freedesktop.DBus.Error.UnknownObject")
  }

  @Test(
    arguments: [
      .path(""), .path("no/slash"), .path("/a//b"), .path("/é"), .path("/a/"),
      .signature("("), .array(of: "s", [.int32(1)]), .array(of: "", []), .array(of: "ss", []),
      .structure([]), .variant(.path("x")), .array(of: "o", [.path("/a"), .path("b")]),
      .variant(.structure([])), .variant(.entry(.string("k"), .string("v"))),
    ] as [DBus.Value])
  func `an invalid value is not sent`(value: DBus.Value) {
    #expect(transmitted([value]) == nil)
  }

  @Test func `a message to an invalid path is not sent`() {
    #expect(DBus.Message(signal: "S", of: "org.example.I", at: "a b").transmitted == nil)
  }

  @Test func `a null character is sent as a replacement character`() {
    #expect(transmitted([.string("a\0b")]) == [.string("a\u{FFFD}b")])
  }

  @Test func `a string over the limit is cut`() throws {
    let sent = String(repeating: "ab", count: DBus.stringLimit)
    let received = try #require(transmitted([.string(sent)])?.first?.string)
    #expect(received.utf8.count == DBus.stringLimit)
  }

  @Test func `signatures name the types of the arguments`() {
    let message = DBus.Message(
      signal: "S", of: "org.example.I", at: "/a",
      [
        .string(""), .int32(0), .variant(.byte(1)), .array(of: "{sv}", []),
        .structure([.path("/")]),
      ])
    #expect(message.signature == "siva{sv}(o)")
    #expect(message.transmitted?.signature == "siva{sv}(o)")
  }

  @Test func `a bus that cannot be reached is an error`() {
    #expect(throws: DBus.Fault.self) {
      _ = try DBus.Connection(address: "unix:path=/nowhere/bus").isOpen
    }
  }
}
