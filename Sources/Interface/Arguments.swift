internal import GalleyCInterface

/// Returns a string of the caller, or `nil` for null.
///
/// - Throws: `InterfaceError` if it is not UTF-8.
func text(
  _ string: UnsafePointer<CChar>?, _ name: String
) throws(InterfaceError) -> String? {
  guard let string = unsafe string else { return nil }
  guard let text = unsafe String(validatingCString: string) else {
    throw .argument("\(name) is not valid UTF-8")
  }
  return text
}

/// Returns a structure of the caller, which may be of an earlier version of the header: members
/// that it lacks have their defaults.
///
/// - Parameters:
///   - pointer: The structure, whose first member is its size in bytes; null for the defaults.
///   - defaults: The structure with the defaults.
///   - name: The name of the argument, for errors.
/// - Returns: The structure with all members.
/// - Throws: `InterfaceError` if the size is less than that of the size, or more than is known.
func structure<Structure: BitwiseCopyable>(
  _ pointer: UnsafePointer<Structure>?, defaults: Structure, _ name: String
) throws(InterfaceError) -> Structure {
  guard let pointer = unsafe pointer else { return defaults }
  let size = unsafe UnsafeRawPointer(pointer).load(as: Int.self)
  try check(size: size, of: Structure.self, name)
  var result = defaults
  unsafe withUnsafeMutableBytes(of: &result) { target in
    unsafe target.copyMemory(from: UnsafeRawBufferPointer(start: pointer, count: size))
  }
  return result
}

/// Sets a structure of the caller to its defaults, as far as the caller's version has members.
func initialize<Structure: BitwiseCopyable>(
  _ pointer: UnsafeMutablePointer<Structure>?, size: Int, defaults: Structure, _ name: String
) throws(InterfaceError) {
  guard let pointer = unsafe pointer else { throw .argument("\(name) is null") }
  try check(size: size, of: Structure.self, name)
  let target = UnsafeMutableRawPointer(pointer)
  unsafe withUnsafePointer(to: defaults) { source in
    unsafe target.copyMemory(from: source, byteCount: size)
  }
  unsafe target.storeBytes(of: size, as: Int.self)
}

private func check<Structure>(
  size: Int, of type: Structure.Type, _ name: String
) throws(InterfaceError) {
  guard size >= MemoryLayout<Int>.size, size <= MemoryLayout<Structure>.size else {
    throw .argument(
      "\(name) has \(size) bytes, but this version of the library knows "
        + "\(MemoryLayout<Structure>.size)")
  }
}

/// Runs the body of a function of the interface, and reports its failure to the caller.
func call(
  _ error: UnsafeMutablePointer<galley_error>?, _ body: () throws(InterfaceError) -> Void
) -> galley_status {
  interface_enter()
  defer { interface_leave() }
  do throws(InterfaceError) {
    try body()
    unsafe interface_set_error(error, GALLEY_OK, -1, "", 0)
    return GALLEY_OK
  } catch let failure {
    var message = failure.message
    message.withUTF8 { bytes in
      unsafe bytes.withMemoryRebound(to: CChar.self) { bytes in
        unsafe interface_set_error(
          error, failure.status, Int64(failure.offset ?? -1), bytes.baseAddress, bytes.count)
      }
    }
    return failure.status
  }
}
