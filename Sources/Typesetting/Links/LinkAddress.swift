/// A link's address, parsed and filtered: absolute, and of a scheme that may be opened.
///
/// The one place that decides which addresses are links, for entities, Markdown, HTML, attributed
/// strings, detected hosts and annotations alike. The allow list is ``schemes``; any other scheme,
/// `javascript:`, `data:`, `file:` and `vbscript:` among them, makes no address, in whatever case or
/// spelling. What browsers ignore is ignored here too: white space around the address, tabs and
/// line ends within, missing or backward slashes behind `https:`.
///
/// - SeeAlso: [URL Standard](https://url.spec.whatwg.org/#url-parsing).
package struct LinkAddress: Hashable, Sendable {
  /// The schemes that may be opened.
  package static let schemes: Set = [
    "http", "https", "ftp", "mailto", "tel", "sms", "geo", "xmpp", "tg", "ton", "tonsite",
  ]

  /// The schemes that are followed by a host, with any number of slashes between.
  private static let hostSchemes: Set = ["http", "https", "ftp", "tonsite"]

  /// The scheme, in lower case.
  package let scheme: String
  /// What stands before an `@` in front of the host; `nil` without one.
  package let credentials: String?
  /// The host with percent-encoding resolved, or that of a mail address; `nil` for schemes without.
  package let host: String?
  /// The port with its colon, or nothing.
  package let port: String
  /// What follows the host, or the scheme where there is no host.
  package let rest: String

  /// Parses an address.
  ///
  /// An address without a scheme is a host, with `https`, or a mail address, as people write them.
  ///
  /// It is `nil` if the address may not be opened, or is none.
  ///
  /// - Parameter text: The address.
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

  /// The absolute form of an address, if it may be opened.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the text; common addresses are not taken apart.
  package static func url(for text: String) -> String? {
    switch plainForm(of: text) {
    case .absolute: text
    case .host: "https://" + text
    case nil: LinkAddress(text)?.url
    }
  }

  private enum PlainForm {
    case absolute, host
  }

  /// The form of an address in which there is nothing to look at closely: printable ASCII, with a
  /// host of letters, digits, dots and hyphens, and `http` or `https` or no scheme.
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

  /// The text as browsers read it, in UTF-8; `nil` if it has control characters that they would not
  /// ignore.
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

  /// The offset of the colon behind what has the form of a scheme.
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

  /// Whether a host ends before a byte.
  private static func endsHost(_ byte: UInt8) -> Bool { "/\\?#".utf8.contains(byte) }

  /// The longest host, in bytes: four times what DNS allows, for other letters.
  private static let longestHost = 4 * 255

  /// A host with percent-encoding resolved; `nil` if it has characters that no host has.
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
    // Fullwidth forms of ASCII are what they look like; of their punctuation, the full stop.
    if (0xFF01...0xFF5E).contains(scalar.value), scalar != "\u{FF0E}", scalar != "\u{FF0D}" {
      return scalar.properties.isAlphabetic || scalar.properties.numericType != nil
    }
    return !scalar.properties.isWhitespace && scalar.properties.generalCategory != .control
  }

  /// A numeric host in brackets.
  private static func numericHost(_ text: ArraySlice<UInt8>) -> String? {
    let host = String(decoding: text, as: UTF8.self).lowercased()
    let isValid =
      host.hasSuffix("]")
      && host.utf8.dropFirst().dropLast().allSatisfy { "0123456789abcdef:.".utf8.contains($0) }
    return isValid && (4..<64).contains(host.utf8.count) ? host : nil
  }

  /// The text of percent-encoded UTF-8; `nil` if it is malformed.
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

  /// Whether the fields of a mail address ask for a file to be attached, as some programs
  /// understand.
  private static func attachesFile(_ fields: ArraySlice<UInt8>) -> Bool {
    let fields = decoded(fields) ?? String(decoding: fields, as: UTF8.self)
    return fields.lowercased().contains("attach")
  }
}

extension Annotation.Kind {
  /// The kind with an absolute address; `nil` for a link to an address that may not be opened.
  var filtered: Annotation.Kind? {
    guard case .link(let type, let url?) = self else { return self }
    return LinkAddress.url(for: url).map { .link(type: type, url: $0) }
  }
}
