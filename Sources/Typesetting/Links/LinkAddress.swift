/// A link's address, parsed and filtered: absolute, with an allowed scheme.
///
/// This type alone decides which addresses are links, for entities, Markdown, HTML, attributed
/// strings, detected hosts and annotations alike. The allow list is ``schemes``; all other schemes,
/// including `javascript:`, `data:`, `file:` and `vbscript:` in any case or spelling, are rejected.
/// As in browsers, white space around the address, tabs and line ends within it, and missing or
/// backward slashes after `https:` are ignored.
///
/// - SeeAlso: [URL Standard](https://url.spec.whatwg.org/#url-parsing).
package struct LinkAddress: Hashable, Sendable {
  /// The schemes that may be opened.
  package static let schemes: Set = [
    "http", "https", "ftp", "mailto", "tel", "sms", "geo", "xmpp", "tg", "ton", "tonsite",
  ]

  /// The schemes followed by a host, after any number of slashes.
  private static let hostSchemes: Set = ["http", "https", "ftp", "tonsite"]

  /// The scheme, in lower case.
  package let scheme: String
  /// The text before an `@` in front of the host, or `nil` if there is none.
  package let credentials: String?
  /// The host of a URL or mail address, percent-decoded, or `nil` for schemes without hosts.
  package let host: String?
  /// The port including its colon, or an empty string.
  package let port: String
  /// The part after the host, or after the scheme if there is no host.
  package let rest: String

  /// Parses an address, or returns `nil` if it is malformed or may not be opened.
  ///
  /// An address without a scheme is treated as a host, with `https`, or as a mail address, as
  /// people write them.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the text.
  package init?(_ text: String) {
    guard let text = Self.cleaned(text), let first = text.first else { return nil }
    if let end = Self.schemeEnd(of: text) {
      let name = String(decoding: text[..<end], as: UTF8.self).lowercased()
      let rest = text[(end + 1)...]
      if Self.schemes.contains(name) {
        self.init(scheme: name, rest: rest)
        return
      }
      // A host with a port looks like a scheme.
      let port = rest.prefix(while: Self.isDigit)
      guard name.contains("."), !port.isEmpty,
        port.endIndex == rest.endIndex || Self.endsHost(rest[port.endIndex])
      else { return nil }
    } else if text.starts(with: "//".utf8) {
      self.init(scheme: "https", rest: text[...])
      return
    }
    guard first >= 0x80 || Self.isLetter(first) || Self.isDigit(first) || first == UInt8(ascii: "_")
    else { return nil }
    let hasPath = text.contains(where: Self.endsHost)
    let isMail = !hasPath && text.contains(UInt8(ascii: "@"))
    self.init(scheme: isMail ? "mailto" : "https", rest: text[...])
  }

  private init?(scheme: String, rest: ArraySlice<UInt8>) {
    if scheme == "mailto" {
      self.init(mail: rest)
    } else if Self.hostSchemes.contains(scheme) {
      self.init(scheme: scheme, hostAndRest: rest)
    } else {
      guard rest.contains(where: { $0 != UInt8(ascii: "/") }) else { return nil }
      self.init(hostlessScheme: scheme, rest: rest)
    }
  }

  private init(hostlessScheme scheme: String, rest: ArraySlice<UInt8>) {
    self.scheme = scheme
    (host, credentials, port) = (nil, nil, "")
    self.rest = String(decoding: rest, as: UTF8.self)
  }

  private init?(mail: ArraySlice<UInt8>) {
    let address = mail.prefix { $0 != UInt8(ascii: "?") }
    guard let at = address.lastIndex(of: UInt8(ascii: "@")), at > address.startIndex,
      let host = Self.host(address[(at + 1)...]), !Self.attachesFile(mail[address.endIndex...])
    else { return nil }
    scheme = "mailto"
    (self.host, credentials, port) = (host, nil, "")
    rest = String(decoding: mail, as: UTF8.self)
  }

  private init?(scheme: String, hostAndRest text: ArraySlice<UInt8>) {
    let behindSlashes = text.drop { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") }
    var authority = behindSlashes.prefix { !Self.endsHost($0) }
    let path = behindSlashes[authority.endIndex...]
    let at = authority.lastIndex(of: UInt8(ascii: "@"))
    credentials = at.map { String(decoding: authority[..<$0], as: UTF8.self) }
    if let at { authority = authority[(at + 1)...] }
    let isNumeric = authority.first == UInt8(ascii: "[")
    var port = authority.suffix(0)
    if let colon = authority.lastIndex(of: UInt8(ascii: ":")),
      !isNumeric || authority[..<colon].last == UInt8(ascii: "]")
    {
      port = authority[colon...]
      authority = authority[..<colon]
      guard port.dropFirst().allSatisfy(Self.isDigit) else { return nil }
    }
    guard let host = isNumeric ? Self.numericHost(authority) : Self.host(authority) else {
      return nil
    }
    self.scheme = scheme
    self.host = host
    self.port = String(decoding: port, as: UTF8.self)
    var isInPath = true
    rest = String(
      decoding: path.map { byte in
        if byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#") { isInPath = false }
        return isInPath && byte == UInt8(ascii: "\\") ? UInt8(ascii: "/") : byte
      }, as: UTF8.self)
  }

  /// Returns the absolute form of an address, or `nil` if it may not be opened.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the text; common addresses are not parsed in
  ///   full.
  package static func url(for text: String) -> String? {
    switch plainForm(of: text) {
    case .absolute: text
    case .host: "https://" + text
    case nil: LinkAddress(text)?.url
    }
  }

  private enum PlainForm { case absolute, host }

  /// Returns the form of an address that needs no parsing: printable ASCII, with a host of letters,
  /// digits, dots and hyphens, and with `http`, `https` or no scheme.
  private static func plainForm(of text: String) -> PlainForm? {
    let isAbsolute = text.hasPrefix("https://") || text.hasPrefix("http://")
    var isInHost = true
    var count = 0
    for byte in isAbsolute ? text.utf8.dropFirst(text.hasPrefix("https") ? 8 : 7) : text.utf8[...] {
      guard byte > 0x20, byte < 0x7F, byte != UInt8(ascii: "\\") else { return nil }
      guard isInHost else { continue }
      if byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#") {
        isInHost = false
        if count == 0 { return nil }
      } else {
        let isEdge = byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
        guard isLetter(byte) || isDigit(byte) || (isEdge && count > 0) else { return nil }
        count += 1
      }
    }
    guard count > 0, count <= longestHost else { return nil }
    return isAbsolute ? .absolute : .host
  }

  /// The whole address.
  package var url: String {
    guard let host, scheme != "mailto" else { return "\(scheme):\(rest)" }
    return "\(scheme)://" + (credentials.map { $0 + "@" } ?? "") + host + port + rest
  }

  // MARK: - Parts

  /// Returns the text as browsers read it, in UTF-8, or `nil` if it contains control characters
  /// that they do not ignore.
  private static func cleaned(_ text: String) -> [UInt8]? {
    var scalars = text.unicodeScalars[...]
    while let first = scalars.first, isTrimmed(first) { scalars.removeFirst() }
    while let last = scalars.last, isTrimmed(last) { scalars.removeLast() }
    var result: [UInt8] = []
    for scalar in scalars {
      switch scalar {
      case "\t", "\n", "\r": break
      case "\0"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}": return nil
      case " ": result += "%20".utf8
      default: result += UTF8.encode(scalar).map(Array.init) ?? []
      }
    }
    return result
  }

  private static func isTrimmed(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value <= 0x20 || scalar.properties.isWhitespace
      || scalar.properties.generalCategory == .format
  }

  /// Returns the offset of the colon after a syntactically valid scheme.
  private static func schemeEnd(of text: [UInt8]) -> Int? {
    guard let first = text.first, isLetter(first) else { return nil }
    let end = text.firstIndex { !(isLetter($0) || isDigit($0) || "+-.".utf8.contains($0)) }
    return end.flatMap { text[$0] == UInt8(ascii: ":") ? $0 : nil }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  /// Returns whether a byte terminates a host.
  private static func endsHost(_ byte: UInt8) -> Bool { "/\\?#".utf8.contains(byte) }

  /// The maximum length of a host in bytes: four times the limit of DNS, for non-ASCII letters.
  private static let longestHost = 4 * 255

  /// Returns a host with percent-encoding decoded, or `nil` if it contains invalid characters.
  private static func host(_ text: ArraySlice<UInt8>) -> String? {
    guard let host = decoded(text), !host.isEmpty, host.utf8.count <= longestHost else {
      return nil
    }
    return host.unicodeScalars.allSatisfy(isInHost) ? host : nil
  }

  private static func isInHost(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII {
      let byte = UInt8(truncatingIfNeeded: scalar.value)
      return isLetter(byte) || isDigit(byte) || "-._~!$&'()*+,;=".utf8.contains(byte)
    }
    // Of the fullwidth ASCII forms, only letters, digits, the full stop and the hyphen are valid.
    if (0xFF01...0xFF5E).contains(scalar.value), scalar != "\u{FF0E}", scalar != "\u{FF0D}" {
      return scalar.properties.isAlphabetic || scalar.properties.numericType != nil
    }
    return !scalar.properties.isWhitespace && scalar.properties.generalCategory != .control
  }

  /// Returns a numeric host in brackets.
  private static func numericHost(_ text: ArraySlice<UInt8>) -> String? {
    let host = String(decoding: text, as: UTF8.self).lowercased()
    let isValid =
      host.hasSuffix("]")
      && host.utf8.dropFirst().dropLast().allSatisfy { "0123456789abcdef:.".utf8.contains($0) }
    return isValid && (4..<64).contains(host.utf8.count) ? host : nil
  }

  /// Returns the percent-decoded text, or `nil` if it is not valid UTF-8.
  private static func decoded(_ text: ArraySlice<UInt8>) -> String? {
    guard text.contains(UInt8(ascii: "%")) else { return String(validating: text, as: UTF8.self) }
    var bytes: [UInt8] = []
    var rest = text
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      let digits = String(decoding: rest.prefix(2), as: UTF8.self)
      guard digits.utf8.count == 2, !digits.hasPrefix("+"), let value = UInt8(digits, radix: 16)
      else { return nil }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    return String(validating: bytes, as: UTF8.self)
  }

  /// Returns whether the fields of a mail address attach a file, as some mail programs support.
  private static func attachesFile(_ fields: ArraySlice<UInt8>) -> Bool {
    let fields = decoded(fields) ?? String(decoding: fields, as: UTF8.self)
    return fields.lowercased().contains("attach")
  }
}

extension AttributedText.Annotation.Kind {
  /// The kind with an absolute address, or `nil` for a link to an address that may not be opened.
  var filtered: AttributedText.Annotation.Kind? {
    guard case .link(let type, let url?) = self else { return self }
    return LinkAddress.url(for: url).map { .link(type: type, url: $0) }
  }
}
