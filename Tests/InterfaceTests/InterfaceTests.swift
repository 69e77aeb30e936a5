import Foundation
import GalleyCInterface
import GalleyFonts
import GalleyInterface
import GalleyMessages
import GalleyPixels
import GalleyTypesetting
import TestSupport
import Testing

/// The functions of galley.h.
@Suite struct InterfaceTests {
  let engine = CEngine()

  @Test func `a picture equals that of the text engine`() throws {
    let answer = engine.call(.render, "ab cd")
    #expect(answer.status == GALLEY_OK)
    #expect(answer.message.isEmpty && answer.offset == -1)
    #expect(answer.bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]))
    let bitmap = try Bitmap(png: answer.bytes)
    // Two lines' worth of the width of five glyphs, with a margin of 8 points.
    #expect(bitmap.width == 5 * 16 + 16)
  }

  @Test func `a layout is an object without line end`() {
    let answer = engine.call(.layout, "ab cd") { unsafe $0.width = 40 }
    #expect(answer.status == GALLEY_OK)
    #expect(answer.text.hasPrefix(#"{"id":null,"size":{"width":32,"#))
    #expect(answer.text.hasSuffix("}"))
    #expect(answer.text.contains(#""lines":[{"start":0,"end":3,"#))
  }

  /// Messages in each format, and a beginning of their layouts' text or kind.
  @Test(arguments: [
    (GALLEY_JSON, #"{"text":"ab","id":7}"#, #"{"id":7,"#),
    (GALLEY_JSON, #"{"id":"x","blocks":[{"type":"paragraph","text":"a"}]}"#, #"{"id":"x","#),
    (GALLEY_TEXT, "a", #"{"id":null,"#), (GALLEY_MARKDOWN, "*a*", #"{"id":null,"#),
    (GALLEY_MARKDOWN_V2, "*a*", #"{"id":null,"#), (GALLEY_LEGACY_MARKDOWN, "*a*", #"{"id":null,"#),
    (GALLEY_HTML, "<b>a</b>", #"{"id":null,"#), (GALLEY_RICH_MARKDOWN, "# a", #"{"id":null,"#),
    (GALLEY_RICH_HTML, "<h1>a</h1>", #"{"id":null,"#),
  ])
  func `messages of every format are laid out`(
    format: galley_format, message: String, beginning: String
  ) {
    let answer = engine.call(.layout, message, format)
    #expect(answer.status == GALLEY_OK, "\(answer.message)")
    #expect(answer.text.hasPrefix(beginning))
    let isRich = message.contains("blocks") || [6, 7].contains(format.rawValue)
    #expect(answer.text.contains(#""parts":["#) == isRich)
  }

  @Test(arguments: [
    (GALLEY_WEBP, "RIFF"), (GALLEY_SVG, "<?xml"), (GALLEY_PDF, "%PDF"),
  ])
  func `pictures have the requested format`(format: galley_picture_format, beginning: String) {
    let answer = engine.call(.render, "a") { unsafe $0.picture_format = format }
    #expect(answer.status == GALLEY_OK)
    #expect(answer.bytes.starts(with: Array(beginning.utf8)))
  }

  @Test func `pixels are those of the PNG, not premultiplied`() throws {
    let change = { (settings: inout galley_settings) in unsafe settings.transparent = 1 }
    let bitmap = try Bitmap(png: engine.call(.render, "a", GALLEY_TEXT, change).bytes)
    let pixels = engine.call(.render, "a") {
      unsafe change(&$0)
      unsafe $0.picture_format = GALLEY_RGBA
    }.bytes
    #expect(pixels.count == bitmap.width * bitmap.height * 4)
    let (x, y) = (bitmap.width / 2, bitmap.height / 2)
    let place = (y * bitmap.width + x) * 4
    let argb = bitmap.pixel(x: x, y: y)
    #expect(pixels[place + 3] == UInt8(argb >> 24))
    // The text of the light theme is black in every opacity.
    #expect(pixels[place..<place + 3].allSatisfy { $0 == 0 } == (argb & 0xFF_FFFF == 0))
    #expect(Array(pixels[0..<4]) == [0, 0, 0, 0])
  }

  @Test func `invalid messages are answered with their place`() {
    let json = engine.call(.render, #"{"text": "a" oops}"#, GALLEY_JSON)
    #expect(json.status == GALLEY_ERROR_MESSAGE && json.offset == 13 && json.isNull)
    let html = engine.call(.layout, "one\n\n<b>two", GALLEY_HTML)
    #expect(html.status == GALLEY_ERROR_MESSAGE && html.offset == 5)
    let markdown = engine.call(.layout, "a *b", GALLEY_MARKDOWN_V2)
    #expect(markdown.status == GALLEY_ERROR_MESSAGE && markdown.offset == 2)
    let rich = engine.call(.layout, #"{"blocks": 7}"#, GALLEY_JSON)
    #expect(rich.status == GALLEY_ERROR_MESSAGE && rich.message.contains("blocks"))
  }

  @Test func `settings out of range are named`() {
    expectRefusal("width") { unsafe $0.width = -1 }
    expectRefusal("width") { unsafe $0.width = .nan }
    expectRefusal("scale") { unsafe $0.scale = 0 }
    expectRefusal("padding") { unsafe $0.padding = 1001 }
    expectRefusal("font_size") { unsafe $0.font_size = 0 }
    expectRefusal("direction") { unsafe $0.direction = galley_direction(3) }
    expectRefusal("picture_format") { unsafe $0.picture_format = galley_picture_format(5) }
    expectRefusal("revealed") { unsafe $0.revealed_count = 1 }
    expectRefusal("now") { settings in unsafe (settings.has_now, settings.now) = (1, .max) }
    expectRefusal("settings") { unsafe $0.struct_size = 7 }
    expectRefusal("settings") { unsafe $0.struct_size += 1 }
  }

  /// Expects an error that names a setting.
  @safe private func expectRefusal(_ name: String, _ change: (inout galley_settings) -> Void) {
    let answer = engine.call(.render, "a", GALLEY_TEXT, change)
    #expect(answer.status == GALLEY_ERROR_ARGUMENT, "\(name)")
    #expect(answer.message.contains(name), "\(name): \(answer.message)")
    #expect(answer.isNull)
  }

  @Test func `a long error is cut between characters`() {
    // The first byte past the end is within a letter.
    let name = "a" + String(repeating: "ß", count: 400)
    let answer = unsafe name.withCString { families in
      engine.call(.render, "a") { unsafe $0.families = families }
    }
    #expect(answer.status == GALLEY_ERROR_ARGUMENT)
    #expect(answer.message.utf8.count == 494)
    #expect(!answer.message.contains("\u{FFFD}"))
  }

  @Test func `handles of another kind, null and freed handles are refused`() {
    let handle = unsafe engine.handle
    expectStatus(GALLEY_ERROR_HANDLE, unsafe galley_buffer_free(handle))
    expectStatus(GALLEY_ERROR_HANDLE, galley_engine_free(nil))
    var other: OpaquePointer?
    expectStatus(GALLEY_OK, unsafe galley_engine_create(nil, &other, nil))
    expectStatus(GALLEY_OK, unsafe galley_engine_free(other))
    expectStatus(GALLEY_ERROR_HANDLE, unsafe galley_engine_free(other))
    var next: OpaquePointer?
    expectStatus(GALLEY_OK, unsafe galley_engine_create(nil, &next, nil))
    let isOther = unsafe next != other
    #expect(isOther)
    expectStatus(GALLEY_ERROR_HANDLE, unsafe galley_engine_free(other))
    expectStatus(GALLEY_OK, unsafe galley_engine_free(next))
    #expect(engine.call(.layout, "a").status == GALLEY_OK)
  }

  @Test func `a limit of an engine is reported before the work`() {
    var options = unsafe galley_engine_options()
    unsafe galley_engine_options_init(&options, MemoryLayout<galley_engine_options>.size)
    unsafe options.message_limit = 3
    unsafe options.picture_limit = 4_000
    var handle: OpaquePointer?
    expectStatus(GALLEY_OK, unsafe galley_engine_create(&options, &handle, nil))
    var error = galley_error()
    var buffer: OpaquePointer?
    for (text, size, status) in [
      ("abcd", 4, GALLEY_ERROR_LIMIT), ("a", 1, GALLEY_OK), ("abc", 3, GALLEY_ERROR_LIMIT),
    ] {
      let found = unsafe text.withCString { bytes in
        var message = unsafe galley_message(bytes: bytes, size: size, format: GALLEY_TEXT)
        return unsafe galley_render(handle, &message, nil, &buffer, &error)
      }
      #expect(found == status, "\(text)")
      _ = unsafe galley_buffer_free(buffer)
    }
    expectStatus(GALLEY_OK, unsafe galley_engine_free(handle))
    unsafe options.picture_limit = .max
    expectStatus(GALLEY_ERROR_ARGUMENT, unsafe galley_engine_create(&options, &handle, nil))
  }

  @Test func `threads get equal answers from one engine`() async {
    let expected = engine.call(.render, "thread").bytes
    let handle = UInt(bitPattern: unsafe engine.handle)
    let answers = await withTaskGroup(of: galley_status.self) { group in
      for _ in 0..<16 {
        group.addTask {
          var buffer: OpaquePointer?
          var content = unsafe galley_content()
          let status = unsafe "thread".withCString { bytes in
            var message = unsafe galley_message(bytes: bytes, size: 6, format: GALLEY_TEXT)
            return unsafe galley_render(
              OpaquePointer(bitPattern: handle), &message, nil, &buffer, nil)
          }
          _ = unsafe galley_buffer_get(buffer, &content)
          let isEqual = unsafe UnsafeBufferPointer(start: content.bytes, count: content.size)
            .elementsEqual(expected)
          _ = unsafe galley_buffer_free(buffer)
          return isEqual ? status : GALLEY_ERROR_MESSAGE
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(answers == Array(repeating: GALLEY_OK, count: 16))
  }

  @Test func `the version is that of the programs`() throws {
    let program = try String(
      contentsOf: repository.appending(path: "Sources/TextCommands/Program.swift"), encoding: .utf8)
    let version = unsafe String(cString: galley_version())
    #expect(program.contains("programVersion = \"\(version)\""))
    #expect(galley_abi_version() == UInt32(GALLEY_ABI_VERSION))
  }

  @Test func `the names of the themes end with null`() {
    let names = (0..<6).compactMap {
      unsafe galley_theme_name($0).map { unsafe String(cString: $0) }
    }
    #expect(names == ChatTheme.all.map(\.name))
    let isEnd = unsafe galley_theme_name(6) == nil && galley_theme_name(-1) == nil
    #expect(isEnd)
  }
}

/// Expects the status of a function.
private func expectStatus(
  _ expected: galley_status, _ found: galley_status, at location: SourceLocation = #_sourceLocation
) {
  #expect(found == expected, sourceLocation: location)
}
