public import GalleyCInterface

// The contracts of the functions are in galley.h.

/// The live engines.
let engines = HandleTable<Engine>(.engine)

extension galley_engine_options {
  /// The defaults.
  static var defaults: galley_engine_options {
    let limits = Engine.Limits()
    var options = unsafe galley_engine_options()
    unsafe options.struct_size = MemoryLayout<galley_engine_options>.size
    unsafe options.cache_limit = limits.cache
    unsafe options.message_limit = limits.message
    unsafe options.picture_limit = limits.picture
    return unsafe options
  }
}

/// Sets the options of an engine to their defaults.
@c @implementation public func galley_engine_options_init(
  _ options: UnsafeMutablePointer<galley_engine_options>?, _ size: Int
) -> galley_status {
  call(nil) { () throws(InterfaceError) in
    unsafe try initialize(options, size: size, defaults: .defaults, "options")
  }
}

/// Creates an engine.
@c @implementation public func galley_engine_create(
  _ options: UnsafePointer<galley_engine_options>?,
  _ result: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<galley_error>?
) -> galley_status {
  unsafe result?.pointee = nil
  return unsafe call(error) { () throws(InterfaceError) in
    guard let result = unsafe result else { throw .argument("engine is null") }
    let options = unsafe try structure(options, defaults: .defaults, "options")
    let engine = try Engine(
      manifest: unsafe text(options.manifest, "manifest"), files: unsafe fontFiles(of: options),
      limits: unsafe limits(of: options))
    unsafe result.pointee = try insert(engine, in: engines)
  }
}

/// Frees an engine.
@c @implementation public func galley_engine_free(_ engine: OpaquePointer?) -> galley_status {
  call(nil) { () throws(InterfaceError) in
    guard engines.remove(unsafe number(engine)) != nil else { throw .handle(.engine) }
  }
}

/// Returns the handle of an object in the form of a pointer.
func insert<Object>(
  _ object: Object, in table: HandleTable<Object>
) throws(InterfaceError) -> OpaquePointer? {
  guard let handle = table.insert(object) else {
    throw InterfaceError(GALLEY_ERROR_LIMIT, "there are too many of the kind \(table.kind)")
  }
  return unsafe OpaquePointer(bitPattern: UInt(handle))
}

/// Returns the number of a handle; 0 for null.
func number(_ handle: OpaquePointer?) -> UInt64 { UInt64(UInt(bitPattern: handle)) }

private func fontFiles(of options: galley_engine_options) throws(InterfaceError) -> [String] {
  let count = unsafe options.font_file_count
  guard count > 0 else { return [] }
  guard let files = unsafe options.font_files else { throw .argument("font_files is null") }
  guard count <= 1_000 else { throw .argument("font_file_count must be at most 1000") }
  var paths: [String] = []
  for index in 0..<count {
    guard let path = unsafe try text(files[index], "font_files[\(index)]") else {
      throw .argument("font_files[\(index)] is null")
    }
    paths.append(path)
  }
  return paths
}

private func limits(of options: galley_engine_options) throws(InterfaceError) -> Engine.Limits {
  let known = Engine.Limits()
  let limits = Engine.Limits(
    cache: unsafe options.cache_limit, message: unsafe options.message_limit,
    picture: unsafe options.picture_limit)
  // Sizes above the signed maximum are negative here.
  guard limits.cache >= 0, limits.message >= 0 else {
    throw .argument("cache_limit and message_limit must be less than 2^63")
  }
  guard (0...known.picture).contains(limits.picture) else {
    throw .argument("picture_limit must be at most \(known.picture)")
  }
  return limits
}
