public import GalleyCInterface
internal import GalleyMessageOutput
internal import GalleyMessages

// The contracts of the functions are in galley.h.

/// The live buffers.
let buffers = HandleTable<OutputBuffer>(.buffer)

extension galley_settings {
  /// The defaults.
  static var defaults: galley_settings {
    var settings = unsafe galley_settings()
    unsafe settings.struct_size = MemoryLayout<galley_settings>.size
    unsafe settings.width = LayoutSettings.Defaults.width
    unsafe settings.font_size = LayoutSettings.Defaults.size
    unsafe settings.scale = LayoutSettings.Defaults.scale
    unsafe settings.padding = LayoutSettings.Defaults.padding
    return unsafe settings
  }
}

/// Sets settings to their defaults.
@c @implementation public func galley_settings_init(
  _ settings: UnsafeMutablePointer<galley_settings>?, _ size: Int
) -> galley_status {
  call(nil) { () throws(InterfaceError) in
    unsafe try initialize(settings, size: size, defaults: .defaults, "settings")
  }
}

/// Draws a message.
@c @implementation public func galley_render(
  _ engine: OpaquePointer?, _ message: UnsafePointer<galley_message>?,
  _ settings: UnsafePointer<galley_settings>?, _ result: UnsafeMutablePointer<OpaquePointer?>?,
  _ error: UnsafeMutablePointer<galley_error>?
) -> galley_status {
  unsafe output(of: engine, message, settings, result, "picture", error) {
    request throws(InterfaceError) in
    let picture = try request.engine.picture(request.bytes, request.format, request.settings)
    return OutputBuffer(picture.data, width: picture.width, height: picture.height)
  }
}

/// Lays a message out, as JSON.
@c @implementation public func galley_layout(
  _ engine: OpaquePointer?, _ message: UnsafePointer<galley_message>?,
  _ settings: UnsafePointer<galley_settings>?, _ result: UnsafeMutablePointer<OpaquePointer?>?,
  _ error: UnsafeMutablePointer<galley_error>?
) -> galley_status {
  unsafe output(of: engine, message, settings, result, "json", error) {
    request throws(InterfaceError) in
    OutputBuffer(try request.engine.layout(request.bytes, request.format, request.settings))
  }
}

/// Gets the contents of a buffer.
@c @implementation public func galley_buffer_get(
  _ buffer: OpaquePointer?, _ content: UnsafeMutablePointer<galley_content>?
) -> galley_status {
  unsafe content?.pointee = galley_content()
  return call(nil) { () throws(InterfaceError) in
    guard let content = unsafe content else { throw .argument("content is null") }
    guard let buffer = buffers.object(unsafe number(buffer)) else { throw .handle(.buffer) }
    unsafe content.pointee = galley_content(
      bytes: buffer.bytes.assumingMemoryBound(to: UInt8.self), size: buffer.count,
      width: UInt32(buffer.width), height: UInt32(buffer.height))
  }
}

/// Frees a buffer.
@c @implementation public func galley_buffer_free(_ buffer: OpaquePointer?) -> galley_status {
  call(nil) { () throws(InterfaceError) in
    guard buffers.remove(unsafe number(buffer)) != nil else { throw .handle(.buffer) }
  }
}

/// Returns the name of a theme.
@c @implementation public func galley_theme_name(_ index: Int) -> UnsafePointer<CChar>? {
  interface_enter()
  defer { interface_leave() }
  let names = unsafe ThemeNames.shared.names
  return unsafe names.indices.contains(index) ? names[index] : nil
}

/// Calls a function with the arguments of a call about a message, and hands over its output.
///
/// `result` is null after a failure, and `name` is the name of that argument. The function returns
/// `nil` if memory ran out.
private func output(
  of engine: OpaquePointer?, _ message: UnsafePointer<galley_message>?,
  _ settings: UnsafePointer<galley_settings>?, _ result: UnsafeMutablePointer<OpaquePointer?>?,
  _ name: String, _ error: UnsafeMutablePointer<galley_error>?,
  _ body: (Request) throws(InterfaceError) -> OutputBuffer?
) -> galley_status {
  unsafe result?.pointee = nil
  return unsafe call(error) { () throws(InterfaceError) in
    guard let result = unsafe result else { throw .argument("\(name) is null") }
    guard let buffer = try body(unsafe Request(engine, message, settings)) else {
      throw InterfaceError(GALLEY_ERROR_MEMORY, "out of memory")
    }
    unsafe result.pointee = try insert(buffer, in: buffers)
  }
}

/// The arguments of a call about a message.
private struct Request {
  let engine: Engine
  let bytes: [UInt8]
  let format: MessageFormat
  let settings: CallSettings

  /// Checks and copies arguments of the caller.
  init(
    _ engine: OpaquePointer?, _ message: UnsafePointer<galley_message>?,
    _ settings: UnsafePointer<galley_settings>?
  ) throws(InterfaceError) {
    guard let engine = engines.object(unsafe number(engine)) else { throw .handle(.engine) }
    guard let message = unsafe message?.pointee else { throw .argument("message is null") }
    guard let format = MessageFormat(rawValue: unsafe message.format.rawValue) else {
      throw .argument("format is not a format of messages")
    }
    self.engine = engine
    self.format = format
    self.settings = unsafe try CallSettings(
      structure(settings, defaults: .defaults, "settings"))
    let count = unsafe message.size
    try engine.check(messageSize: count)
    guard let start = unsafe message.bytes else {
      guard count == 0 else { throw .argument("the bytes of the message are null") }
      bytes = []
      return
    }
    bytes = unsafe Array(UnsafeRawBufferPointer(start: start, count: count))
  }
}

/// The names of the themes as C strings, which are never freed.
@safe private final class ThemeNames: Sendable {
  static let shared = ThemeNames()

  // SAFETY: the strings are written before `init` returns, and only read afterwards.
  nonisolated(unsafe) let names: [UnsafePointer<CChar>]

  private init() {
    unsafe names = ChatTheme.all.map { theme in
      let bytes = theme.name.utf8CString
      let copy = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count)
      for (index, byte) in bytes.enumerated() { unsafe (copy + index).initialize(to: byte) }
      return unsafe UnsafePointer(copy)
    }
  }
}
