import GalleyCInterface
import GalleyInterface
import TestSupport
import Testing

/// An engine of the C interface with the fonts for tests, which is freed at the end.
@safe final class CEngine {
  let handle: OpaquePointer?

  init() {
    var options = unsafe galley_engine_options()
    unsafe galley_engine_options_init(&options, MemoryLayout<galley_engine_options>.size)
    var engine: OpaquePointer?
    unsafe TestFonts.manifest.withCString { manifest in
      unsafe options.manifest = manifest
      _ = unsafe galley_engine_create(&options, &engine, nil)
    }
    unsafe handle = engine
  }

  deinit { _ = unsafe galley_engine_free(handle) }

  /// The function of a call.
  enum Function { case render, layout }

  /// Calls a function of the interface.
  @safe func call(
    _ function: Function, _ text: String, _ format: galley_format = GALLEY_TEXT,
    _ change: (inout galley_settings) -> Void = { _ in }
  ) -> Answer {
    var settings = unsafe galley_settings()
    unsafe galley_settings_init(&settings, MemoryLayout<galley_settings>.size)
    unsafe change(&settings)
    var error = galley_error()
    var buffer: OpaquePointer? = unsafe OpaquePointer(bitPattern: 7)
    let status = unsafe text.withCString { bytes in
      var message = unsafe galley_message(bytes: bytes, size: text.utf8.count, format: format)
      return unsafe function == .render
        ? galley_render(handle, &message, &settings, &buffer, &error)
        : galley_layout(handle, &message, &settings, &buffer, &error)
    }
    defer { _ = unsafe galley_buffer_free(buffer) }
    return Answer(
      status: status, bytes: unsafe bytes(of: buffer), isNull: unsafe buffer == nil,
      offset: Int(error.offset), message: Self.message(of: error))
  }

  private func bytes(of buffer: OpaquePointer?) -> [UInt8] {
    var content = unsafe galley_content()
    guard unsafe galley_buffer_get(buffer, &content) == GALLEY_OK else { return [] }
    return unsafe Array(UnsafeBufferPointer(start: content.bytes, count: content.size))
  }

  private static func message(of error: galley_error) -> String {
    unsafe withUnsafeBytes(of: error.message) { bytes in
      unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }
}

/// The answer of a function.
struct Answer {
  var status: galley_status
  /// The contents of the buffer.
  var bytes: [UInt8]
  /// Whether the function gave no buffer.
  var isNull: Bool
  var offset: Int
  var message: String

  var text: String { String(decoding: bytes, as: UTF8.self) }
}
