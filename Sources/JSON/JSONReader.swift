internal import GalleyBasics
package import GalleySystem

/// A pull parser of JSON, over a text in memory or over a stream of bytes.
///
/// It returns one event after the other, or whole values. Memory is bounded by a piece of the
/// stream and by the largest string or value that the caller asks for. After an error, the position
/// is undefined until ``skip(toDepth:)``.
package struct JSONReader {
  /// An object or an array that is open.
  package enum Container: Hashable, Sendable {
    case object, array
  }

  /// The part of the text that comes next.
  enum State {
    case value, firstElement, firstName, afterValue
  }

  let dialect: JSONDialect
  private let deepest: Int
  /// The maximum length of a string or number, in bytes.
  let longest: Int
  private var source: (any ByteSource)?
  var buffer: [UInt8]
  var index = 0
  /// The offset of the buffer in the text.
  private var base: Int
  private var containers: [Container]
  private var state: State
  /// The error of the source, which ends the text.
  package private(set) var failure: FileError?
  /// The first faults, in the order of the text.
  package private(set) var faults: [JSONFault] = []
  /// The number of all faults.
  package private(set) var faultCount = 0

  /// Creates a reader of a text in memory.
  ///
  /// - Parameters:
  ///   - bytes: The text, valid UTF-8 if the dialect is strict.
  ///   - dialect: The accepted texts.
  ///   - deepest: The maximum nesting depth of values.
  package init(
    _ bytes: [UInt8], dialect: JSONDialect = .strict, deepest: Int = Limits.Messages.jsonDepth
  ) {
    self.dialect = dialect
    self.deepest = deepest
    longest = .max
    buffer = bytes
    base = 0
    containers = []
    state = .value
  }

  /// Creates a reader of a stream.
  ///
  /// - Parameters:
  ///   - source: The stream.
  ///   - offset: The offset of the stream's first byte in the text: 0, or behind a value inside of
  ///     `containers`.
  ///   - containers: The open containers at that offset, from the outside.
  ///   - dialect: The accepted texts.
  ///   - deepest: The maximum nesting depth of values.
  ///   - longest: The maximum length of a string or number, in bytes.
  package init(
    _ source: any ByteSource, from offset: Int = 0, inside containers: [Container] = [],
    dialect: JSONDialect, deepest: Int, longest: Int
  ) {
    self.dialect = dialect
    self.deepest = deepest
    self.longest = longest
    self.source = source
    buffer = []
    base = offset
    self.containers = containers
    state = containers.isEmpty ? .value : .afterValue
    if offset == 0, ensure(3), buffer.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
  }

  /// The offset of the next byte, from the start of the text.
  package var offset: Int { base + index }

  /// The number of open containers.
  package var depth: Int { containers.count }

  /// The open containers, from the outside.
  package var openContainers: [Container] { containers }

  /// Returns the next event, or `nil` after the outermost value.
  ///
  /// - Throws: `JSONError` if the text is not valid in the dialect.
  package mutating func next() throws(JSONError) -> JSONEvent? {
    switch state {
    case .value: return try begin()
    case .firstElement: return try hasNextElement() ? try begin() : .endArray
    case .firstName: return try nextName().map(JSONEvent.name) ?? .endObject
    case .afterValue:
      guard let container = containers.last else { return nil }
      if container == .object { return try nextName().map(JSONEvent.name) ?? .endObject }
      return try hasNextElement() ? try begin() : .endArray
    }
  }

  /// Reads the next name of the open object, and the colon; `nil` is the end of the object.
  mutating func nextName() throws(JSONError) -> String? {
    skipWhitespace()
    if state == .afterValue {
      if skip(",") {
        skipWhitespace()
        guard dialect == .tolerant, peek() == UInt8(ascii: "}") else { return try name() }
        note(.comma, at: offset)
      }
      guard skip("}") else { throw expected("a comma or }") }
    } else {
      guard skip("}") else { return try name() }
    }
    close()
    return nil
  }

  /// Returns whether the open array has another element, which comes next.
  mutating func hasNextElement() throws(JSONError) -> Bool {
    skipWhitespace()
    if state == .afterValue {
      if skip(",") {
        guard dialect == .tolerant else { return true }
        skipWhitespace()
        guard peek() == UInt8(ascii: "]") else { return true }
        note(.comma, at: offset)
      }
      guard skip("]") else { throw expected("a comma or ]") }
    } else {
      guard skip("]") else { return true }
    }
    close()
    return false
  }

  private mutating func close() {
    containers.removeLast()
    state = .afterValue
  }

  /// Reads the name of a member, and the colon.
  private mutating func name() throws(JSONError) -> String {
    guard peek() == UInt8(ascii: "\"") else { throw expected("a name in quotes") }
    let name = try string()
    skipWhitespace()
    guard skip(":") else { throw expected("a colon") }
    state = .value
    return name
  }

  /// Reads a scalar, or the start of a container.
  private mutating func begin() throws(JSONError) -> JSONEvent {
    skipWhitespace()
    switch peek() {
    case UInt8(ascii: "{"):
      try open(.object)
      return .beginObject
    case UInt8(ascii: "["):
      try open(.array)
      return .beginArray
    default: return try bareValue()
    }
  }

  /// Reads a value that is neither an object nor an array.
  mutating func bareValue() throws(JSONError) -> JSONEvent {
    let event: JSONEvent =
      if peek() == UInt8(ascii: "\"") {
        .string(try string())
      } else {
        dialect == .strict ? try scalar() : try looseScalar()
      }
    state = .afterValue
    return event
  }

  /// Reads the opening bracket of a container.
  mutating func open(_ container: Container) throws(JSONError) {
    guard containers.count < deepest else { throw error(.tooDeep) }
    index += 1
    containers.append(container)
    state = container == .object ? .firstName : .firstElement
  }

  /// Checks that only white space follows the outermost value.
  package mutating func end() throws(JSONError) {
    skipWhitespace()
    if peek() != nil { throw expected("the end of the input") }
  }

  /// Skips the rest of open values until `depth` containers are open.
  ///
  /// Only brackets and strings are considered, so that reading continues behind a value with an
  /// error in it. Strings end with their line at the latest.
  ///
  /// - Returns: Whether the end of the values was found before that of the text.
  package mutating func skip(toDepth depth: Int) -> Bool {
    var open = containers.count
    while open > depth {
      guard let byte = peek() else { return false }
      index += 1
      switch byte {
      case UInt8(ascii: "{"), UInt8(ascii: "["): open += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): open -= 1
      case UInt8(ascii: "\""): skipString()
      default: break
      }
    }
    containers.removeLast(max(0, containers.count - depth))
    state = .afterValue
    return true
  }

  mutating func skipString() {
    while let byte = peek() {
      index += 1
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\n") { return }
      if byte == UInt8(ascii: "\\"), peek() != nil { index += 1 }
    }
  }

  // MARK: Bytes

  /// The next byte, or `nil` at the end of the text.
  @inline(__always) mutating func peek() -> UInt8? {
    index < buffer.count || ensure(1) ? buffer[index] : nil
  }

  /// Makes a number of bytes available in the buffer, unless the text ends before.
  @inline(never) mutating func ensure(_ count: Int) -> Bool {
    while buffer.count - index < count {
      guard extend() else { return false }
    }
    return true
  }

  /// Appends a piece of the stream to the rest of the buffer.
  ///
  /// - Returns: Whether there is one.
  mutating func extend() -> Bool {
    guard let source else { return false }
    let piece: [UInt8]
    do throws(FileError) { piece = try source.next() } catch {
      failure = error
      piece = []
    }
    guard !piece.isEmpty else {
      self.source = nil
      return false
    }
    base += index
    buffer = index == buffer.count ? piece : Array(buffer[index...]) + piece
    index = 0
    return true
  }

  mutating func skipWhitespace() {
    repeat { index = endOfWhitespace } while index == buffer.count && ensure(1)
  }

  /// The index of the next byte in the buffer that is no white space.
  private var endOfWhitespace: Int {
    let bytes = buffer.span
    var end = index
    while end < bytes.count {
      let byte = bytes[end]
      guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { break }
      end += 1
    }
    return end
  }

  mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard peek() == UInt8(ascii: character) else { return false }
    index += 1
    return true
  }

  // MARK: Errors

  func error(_ reason: JSONError.Reason, at offset: Int? = nil) -> JSONError {
    JSONError(reason: reason, offset: offset ?? self.offset)
  }

  mutating func expected(_ what: String) -> JSONError {
    error(peek() == nil ? .unexpectedEnd : .expected(what))
  }

  mutating func note(_ kind: JSONFault.Kind, at offset: Int) {
    faultCount += 1
    if faults.count < Limits.Files.faults { faults.append(JSONFault(kind: kind, offset: offset)) }
  }
}
