import GalleyBasics
import GalleyJSON
import GalleyQuotes

/// The fields of a query or a form, with brackets for the members of objects and arrays.
///
/// `messages[0][text]=Hi` is the text of the first message. A value that is JSON itself, such as
/// `messages=[{"text":"Hi"}]`, is read as that; others are strings.
struct FormFields {
  /// The members, in the order of their first occurrence.
  private(set) var members: [JSONValue.Member] = []

  /// Reads a text in the form `application/x-www-form-urlencoded`.
  ///
  /// - Throws: `ServeError.invalidBody` if it has too many fields.
  init(_ text: [UInt8]) throws(ServeError) {
    let parts = text.split(separator: UInt8(ascii: "&"))
    try Self.check(parts.count)
    try self.init(
      parts.map { part in
        let sides = part.split(
          separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
        return MultipartBody.Field(
          name: Self.decoded(sides[0]), value: sides.count > 1 ? Self.decoded(sides[1]) : "")
      })
  }

  /// Arranges fields.
  ///
  /// - Throws: `ServeError.invalidBody` if there are too many.
  init(_ fields: [MultipartBody.Field]) throws(ServeError) {
    try Self.check(fields.count)
    let root = Node()
    for field in fields {
      let path = Self.path(of: field.name)
      guard path.count <= Limits.Server.fieldDepth else {
        throw .invalidBody("a name has at most \(Limits.Server.fieldDepth) brackets")
      }
      root.insert(field.value, at: path[...])
    }
    members = root.members
  }

  private static func check(_ count: Int) throws(ServeError) {
    guard count <= Limits.Server.fields else {
      throw .invalidBody("a form has at most \(Limits.Server.fields) fields")
    }
  }

  /// Returns the parts of a name with brackets.
  private static func path(of name: String) -> [String] {
    guard let open = name.firstIndex(of: "["), open != name.startIndex, name.hasSuffix("]") else {
      return [name]
    }
    let rest = name[name.index(after: open)...].dropLast()
    return [String(name[..<open])]
      + rest.split(separator: "][", omittingEmptySubsequences: false).map(String.init)
  }

  /// Decodes percent signs and plus signs; invalid ones stay as they are.
  private static func decoded(_ text: ArraySlice<UInt8>) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count)
    var index = text.startIndex
    while index < text.endIndex {
      let byte = text[index]
      index += 1
      if byte == UInt8(ascii: "+") {
        bytes.append(UInt8(ascii: " "))
      } else if byte == UInt8(ascii: "%"), index + 1 < text.endIndex,
        let code = UInt8(String(decoding: text[index...index + 1], as: UTF8.self), radix: 16)
      {
        bytes.append(code)
        index += 2
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// A field of a form, or the members of one.
private final class Node {
  private var value: String?
  private var names: [String] = []
  private var children: [String: Node] = [:]

  func insert(_ value: String, at path: ArraySlice<String>) {
    guard let name = path.first else {
      self.value = value
      return
    }
    // An empty bracket appends to an array.
    let key = name.isEmpty ? String(names.count) : name
    let child = children[key] ?? Node()
    if children.updateValue(child, forKey: key) == nil { names.append(key) }
    child.insert(value, at: path.dropFirst())
  }

  var members: [JSONValue.Member] {
    names.compactMap { name in
      children[name].map { JSONValue.Member(name: name, value: $0.json) }
    }
  }

  private var json: JSONValue {
    guard names.isEmpty else {
      let indices = names.compactMap { Int($0) }
      guard indices.count == names.count else { return .object(members) }
      return .array(indices.sorted().compactMap { children[String($0)]?.json })
    }
    let text = value ?? ""
    if text.hasPrefix("[") || text.hasPrefix("{"), let json = try? JSONParser.value(of: text) {
      return json
    }
    return .string(text)
  }
}
