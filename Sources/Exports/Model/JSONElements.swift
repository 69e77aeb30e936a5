internal import GalleyBasics
internal import GalleyJSON
internal import GalleySystem

/// The elements of arrays in a JSON file, each read on its own.
struct JSONElements {
  /// An element and its place.
  struct Element {
    var value: JSONValue
    var offset: Int
    var end: Int
  }

  var json: JSONReader
  let file: String
  /// Whether the text has ended, correctly or not.
  private(set) var isAtEnd = false

  /// Opens a file.
  init(
    _ file: consuming RegularFile, name: String, from offset: Int = 0,
    inside containers: [JSONReader.Container] = []
  ) {
    json = JSONReader(
      FileSource(file, from: offset), from: offset, inside: containers, dialect: .tolerant,
      deepest: Limits.Exports.depth, longest: Limits.Exports.messageSize)
    self.file = name
  }

  /// Returns the next event outside of elements, or `nil` at the end.
  mutating func next(_ diagnostics: inout ExportDiagnostics) throws(FileError) -> JSONEvent? {
    guard !isAtEnd else { return nil }
    do throws(JSONError) {
      let event = try json.next()
      isAtEnd = event == nil
      return event
    } catch {
      try stop(error, at: error.offset, &diagnostics)
      return nil
    }
  }

  /// Returns the next value if it is a scalar; skips it otherwise.
  mutating func scalar(_ diagnostics: inout ExportDiagnostics) throws(FileError) -> JSONValue? {
    let depth = json.depth
    guard let event = try next(&diagnostics) else { return nil }
    switch event {
    case .string(let string): return .string(string)
    case .number(let number): return .number(number)
    case .bool(let bool): return .bool(bool)
    case .beginArray, .beginObject:
      let start = json.offset
      if !json.skip(toDepth: depth) {
        try stop(JSONError(reason: .unexpectedEnd, offset: json.offset), at: start, &diagnostics)
      }
      return nil
    default: return nil
    }
  }

  /// Returns the next element of the open array, or `nil` at its end or that of the text.
  ///
  /// Elements with errors are diagnostics.
  mutating func element(_ diagnostics: inout ExportDiagnostics) throws(FileError) -> Element? {
    while !isAtEnd {
      let depth = json.depth
      let faults = json.faultCount
      let first: JSONEvent?
      do throws(JSONError) { first = try json.next() } catch {
        // Between two elements.
        guard error.reason != .unexpectedEnd, json.skip(toDepth: depth - 1) else {
          try stop(error, at: error.offset, &diagnostics)
          return nil
        }
        diagnostics.add("the rest of a list was left out: \(error)", in: file, offset: error.offset)
        return nil
      }
      isAtEnd = first == nil
      guard let first, first != .endArray else { return nil }
      let start = max(0, json.offset - 1)
      do throws(JSONError) {
        let value = try json.value(after: first, limit: start + Limits.Exports.messageSize)
        note(faults, &diagnostics)
        return Element(value: value, offset: start, end: json.offset)
      } catch {
        guard error.reason != .unexpectedEnd, json.skip(toDepth: depth) else {
          try stop(error, at: start, &diagnostics)
          return nil
        }
        diagnostics.add("a message was left out: \(error)", in: file, offset: start)
      }
    }
    return nil
  }

  private mutating func note(_ before: Int, _ diagnostics: inout ExportDiagnostics) {
    guard json.faultCount > before else { return }
    for fault in json.faults.dropFirst(before) {
      diagnostics.add(
        "corrected: \(fault.kind.rawValue)", in: file, offset: fault.offset, isCorrected: true)
    }
  }

  private mutating func stop(
    _ error: JSONError, at offset: Int, _ diagnostics: inout ExportDiagnostics
  ) throws(FileError) {
    isAtEnd = true
    if let failure = json.failure { throw failure }
    let problem =
      error.reason == .unexpectedEnd
      ? "the file is cut off: it ends inside of what begins here" : "reading stopped: \(error)"
    diagnostics.add(problem, in: file, offset: offset)
  }
}

extension JSONValue {
  /// A number, or a number written as a string; `nil` if this is neither.
  var number: Int? { integer ?? string.flatMap { Int($0) } }

  /// The elements; none if this is not an array.
  var elements: [JSONValue] {
    if case .array(let elements) = self { elements } else { [] }
  }

  /// The members; none if this is not an object.
  var members: [Member] {
    if case .object(let members) = self { members } else { [] }
  }

  /// A string that is not empty.
  var filled: String? { string.flatMap { $0.isEmpty ? nil : $0 } }
}
