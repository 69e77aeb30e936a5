import GalleyBasics

/// A body in the format `multipart/form-data`.
///
/// The parts with a file name are files, and the others are fields. Work and memory are linear in
/// the body: a delimiter begins with a carriage return, which occurs nowhere else in it, so no byte
/// is compared twice.
///
/// - SeeAlso: RFC 7578 and RFC 2046, section 5.1.
package struct MultipartBody: Hashable, Sendable {
  /// A part with a file name.
  package struct File: Hashable, Sendable {
    /// The name of the part.
    package var name: String
    /// The name of the file, as the client states it, which may contain slashes.
    package var fileName: String
    /// The content.
    package var bytes: [UInt8]

    /// Creates a part.
    package init(name: String, fileName: String, bytes: [UInt8]) {
      (self.name, self.fileName, self.bytes) = (name, fileName, bytes)
    }
  }

  /// A part without a file name.
  package struct Field: Hashable, Sendable {
    /// The name of the part.
    package var name: String
    /// The content.
    package var value: String

    /// Creates a part.
    package init(name: String, value: String) { (self.name, self.value) = (name, value) }
  }

  /// The error thrown if a body is invalid.
  package struct Invalid: Error, Hashable, CustomStringConvertible {
    /// The reason, with the number of the part.
    package let description: String
  }

  /// The fields, in order.
  package private(set) var fields: [Field] = []
  /// The files, in order.
  package private(set) var files: [File] = []

  /// Reads a body.
  ///
  /// - Parameters:
  ///   - bytes: The body.
  ///   - boundary: The text between its parts, as its media type states it.
  /// - Throws: `Invalid` if it is cut off, a part has no name, or there are too many parts.
  package init(_ bytes: [UInt8], boundary: String) throws(Invalid) {
    let delimiter = Array("\r\n--".utf8) + boundary.utf8
    var position: Int
    if bytes.starts(with: delimiter.dropFirst(2)) {
      position = delimiter.count - 2
    } else if let preamble = bytes.offset(of: delimiter, from: 0) {
      position = preamble + delimiter.count
    } else {
      throw Invalid(description: "the boundary of the multipart body does not occur in it")
    }
    var count = 0
    while true {
      if bytes[position...].starts(with: "--".utf8) { return }
      count += 1
      guard count <= Limits.Server.parts else {
        throw Invalid(description: "a multipart body has at most \(Limits.Server.parts) parts")
      }
      // Blanks may follow a boundary.
      while position < bytes.count, [0x20, 0x09].contains(bytes[position]) { position += 1 }
      guard bytes[position...].starts(with: "\r\n".utf8) else {
        throw Invalid(description: "part \(count) does not begin with a line break")
      }
      let header = try PartHeader(bytes, at: position, part: count)
      guard let end = bytes.offset(of: delimiter, from: header.end - 2) else {
        throw Invalid(description: "part \(count) is cut off")
      }
      // An empty part ends with the line break of its header.
      let content = bytes[min(header.end, end)..<end]
      if let fileName = header.fileName {
        files.append(File(name: header.name, fileName: fileName, bytes: Array(content)))
      } else {
        guard let value = String(validating: content, as: UTF8.self) else {
          throw Invalid(description: "part \(count), \"\(header.name)\", is not valid UTF-8")
        }
        fields.append(Field(name: header.name, value: value))
      }
      position = end + delimiter.count
    }
  }

  /// Returns the boundary that a media type states; `nil` if it is another type or has none.
  package static func boundary(ofType type: String?) -> String? {
    guard let type else { return nil }
    let header = HeaderValue(type)
    guard header.value == "multipart/form-data", let boundary = header["boundary"],
      1...70 ~= boundary.utf8.count
    else { return nil }
    return boundary.utf8.allSatisfy { 0x20..<0x7F ~= $0 } ? boundary : nil
  }
}

/// The header of a part.
private struct PartHeader {
  var name: String
  var fileName: String?
  /// The offset of the content.
  var end: Int

  /// Reads the header after the line break at an offset.
  init(_ bytes: [UInt8], at start: Int, part: Int) throws(MultipartBody.Invalid) {
    let limit = min(bytes.count, start + Limits.Server.partHeader)
    guard let blank = bytes[..<limit].offset(of: Array("\r\n\r\n".utf8), from: start) else {
      throw MultipartBody.Invalid(
        description: "the header of part \(part) is cut off or longer than "
          + "\(Limits.Server.partHeader) bytes")
    }
    end = blank + 4
    let lines = String(decoding: bytes[start..<blank], as: UTF8.self).split(separator: "\r\n")
    var disposition: HeaderValue?
    for line in lines {
      let sides = line.split(separator: ":", maxSplits: 1)
      guard sides.count == 2 else { continue }
      switch sides[0].lowercased() {
      case "content-disposition": disposition = HeaderValue(sides[1])
      case "content-transfer-encoding":
        let encoding = HeaderValue(sides[1]).value
        guard ["7bit", "8bit", "binary"].contains(encoding) else {
          throw MultipartBody.Invalid(
            description: "part \(part) has the encoding \(encoding.prefix(40)), not binary")
        }
      default: break
      }
    }
    guard let disposition, disposition.value == "form-data", let name = disposition["name"] else {
      throw MultipartBody.Invalid(
        description: "part \(part) has no header Content-Disposition: form-data with a name")
    }
    (self.name, fileName) = (name, disposition["filename"])
  }
}

/// A value of a header, with parameters behind semicolons.
private struct HeaderValue {
  /// The value, in lower case.
  private(set) var value = ""
  private var parameters: [String: String] = [:]

  subscript(name: String) -> String? { parameters[name] }

  init(_ text: some StringProtocol) {
    var parts: [String] = [""]
    var (isQuoted, isEscaped) = (false, false)
    for scalar in text.unicodeScalars {
      if isEscaped {
        // Other backslashes are part of names.
        if scalar != "\"" && scalar != "\\" { parts[parts.count - 1].unicodeScalars.append("\\") }
        parts[parts.count - 1].unicodeScalars.append(scalar)
        isEscaped = false
      } else if isQuoted, scalar == "\\" {
        isEscaped = true
      } else if scalar == "\"" {
        isQuoted.toggle()
      } else if scalar == ";", !isQuoted {
        parts.append("")
      } else {
        parts[parts.count - 1].unicodeScalars.append(scalar)
      }
    }
    value = Self.trimmed(parts[0]).lowercased()
    for part in parts.dropFirst() {
      let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = Self.trimmed(String(sides[0])).lowercased()
      // The first one counts.
      guard sides.count == 2, parameters[name] == nil else { continue }
      // Browsers escape three characters so.
      parameters[name] = Self.trimmed(String(sides[1])).replacing("%22", with: "\"")
        .replacing("%0D", with: "\r").replacing("%0A", with: "\n")
    }
  }

  private static func trimmed(_ text: String) -> String {
    var part = text.drop { $0 == " " || $0 == "\t" }
    while part.last == " " || part.last == "\t" { part.removeLast() }
    return String(part)
  }
}

extension RandomAccessCollection<UInt8> where Index == Int {
  /// Returns the first offset of a delimiter, which cannot begin within its own beginning.
  fileprivate func offset(of delimiter: [UInt8], from start: Int) -> Int? {
    guard let first = delimiter.first else { return nil }
    var index = start
    while index + delimiter.count <= endIndex {
      guard self[index] == first else {
        index += 1
        continue
      }
      var length = 1
      while length < delimiter.count, self[index + length] == delimiter[length] { length += 1 }
      if length == delimiter.count { return index }
      index += length
    }
    return nil
  }
}
