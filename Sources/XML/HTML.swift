internal import GalleyCXML

/// libxml2's reader of HTML.
package enum HTML {
  /// Why the library cannot be used.
  package struct NotLoaded: Error, Hashable, Sendable {
    /// The loader's reason.
    package var reason: String
  }

  /// A part of a document.
  package enum Event: Hashable, Sendable {
    /// A tag that begins an element, with the names and values of its attributes.
    case start(name: String, attributes: [String: String?])
    /// The end of an element, whether it is written or follows from something else.
    case end(name: String)
    /// Text, in pieces.
    case text(String)
    case comment
    /// Something that is wrong: libxml2's number for it, and its words.
    case error(code: Int, message: String)
  }

  /// Why the library cannot be loaded; `nil` if it is.
  private static let failure: String? = {
    guard let reason = unsafe cxml_load() else { return nil }
    return unsafe String(cString: reason)
  }()

  /// Reads a document.
  ///
  /// Elements that HTML wants around others are told of as if they were written.
  ///
  /// - Parameters:
  ///   - html: The document in UTF-8; of more than two gigabytes, the first two.
  ///   - visit: Called with every part in order; gives back whether to go on.
  /// - Returns: The line, from 1 on, where reading stopped.
  /// - Throws: `NotLoaded`, if the library is not installed.
  package static func read(
    _ html: [UInt8], _ visit: (Event) -> Bool
  ) throws(NotLoaded) -> Int {
    if let failure { throw NotLoaded(reason: failure) }
    return withoutActuallyEscaping(visit) { visit in
      var visitor = Visitor(visit: visit)
      return unsafe html.withUnsafeBufferPointer { bytes in
        unsafe withUnsafeMutablePointer(to: &visitor) { visitor in
          var reader = unsafe cxml_reader(
            context: visitor, start: visitStart, end: visitEnd, text: visitText,
            comment: visitComment, error: visitError)
          let length = Int32(clamping: bytes.count)
          return max(1, unsafe cxml_read(bytes.baseAddress, length, &reader))
        }
      }
    }
  }
}

/// What the library's functions are given to know whom to call.
private struct Visitor {
  let visit: (HTML.Event) -> Bool
}

private func visit(_ context: UnsafeMutableRawPointer?, _ event: HTML.Event) -> Int32 {
  guard let context = unsafe context else { return 0 }
  return unsafe context.assumingMemoryBound(to: Visitor.self).pointee.visit(event) ? 1 : 0
}

private func string(_ text: UnsafePointer<CChar>?) -> String {
  guard let text = unsafe text else { return "" }
  return unsafe String(cString: text)
}

private func visitStart(
  _ context: UnsafeMutableRawPointer?, _ name: UnsafePointer<CChar>?,
  _ list: UnsafePointer<UnsafePointer<CChar>?>?
) -> Int32 {
  var attributes: [String: String?] = [:]
  var index = 0
  while let list = unsafe list, let name = unsafe list[index] {
    let value = unsafe list[index + 1]
    attributes[unsafe string(name)] = .some(unsafe value == nil ? nil : string(value))
    index += 2
  }
  return unsafe visit(context, .start(name: string(name), attributes: attributes))
}

private func visitEnd(
  _ context: UnsafeMutableRawPointer?, _ name: UnsafePointer<CChar>?
) -> Int32 {
  unsafe visit(context, .end(name: string(name)))
}

private func visitText(
  _ context: UnsafeMutableRawPointer?, _ bytes: UnsafePointer<CChar>?, _ length: Int32
) -> Int32 {
  let text = unsafe UnsafeBufferPointer(start: bytes, count: Int(length)).withMemoryRebound(
    to: UInt8.self
  ) { unsafe String(decoding: $0, as: UTF8.self) }
  return unsafe visit(context, .text(text))
}

private func visitComment(_ context: UnsafeMutableRawPointer?) -> Int32 {
  unsafe visit(context, .comment)
}

private func visitError(
  _ context: UnsafeMutableRawPointer?, _ code: Int32, _ message: UnsafePointer<CChar>?
) -> Int32 {
  unsafe visit(context, .error(code: Int(code), message: string(message)))
}
