internal import GalleyUnicode

/// The destination of a link, in forms that can be opened and shown for confirmation.
///
/// Hosts show ``displayString`` under the pointer and in confirmations, ask first if
/// ``needsConfirmation`` is set, and open ``url``. An address that may not be opened has no
/// destination.
public struct LinkDestination: Hashable, Sendable {
  /// The reasons to ask before a destination is opened.
  public struct Warnings: OptionSet, Hashable, Sendable {
    /// The bits of the set.
    public let rawValue: UInt8

    /// Creates a set from its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// A label of the host could be mistaken for another and is shown in Punycode.
    public static let lookalike = Warnings(rawValue: 1)
    /// The link's text shows a host other than that of the destination.
    public static let concealed = Warnings(rawValue: 2)
    /// The address contains a name or password before its host, which may look like a host itself.
    public static let credentials = Warnings(rawValue: 4)
    /// The host is a number in an unusual notation.
    public static let obscureNumber = Warnings(rawValue: 8)
  }

  /// The absolute address, with a scheme that may be opened.
  public let url: String
  /// The host in its ASCII form, in lower case, or `nil` for schemes without hosts.
  public let asciiHost: String?
  /// The host as it may be displayed, or `nil` for schemes without hosts.
  ///
  /// Each label is shown in its own script, or in Punycode where it could be mistaken for another.
  public let displayHost: String?
  /// The address as it may be displayed.
  ///
  /// It contains ``displayHost``, omits credentials, and percent-encodes characters that are
  /// invisible or reorder text.
  public let displayString: String
  /// The reasons to ask before the destination is opened.
  public private(set) var warnings: Warnings

  /// Whether to ask before opening the destination, showing ``displayString``.
  public var needsConfirmation: Bool { !warnings.isEmpty }

  /// Creates the destination of an address.
  ///
  /// A bare host such as `example.com` leads to `https://example.com`, a bare mail address to
  /// `mailto:`. The schemes that may be opened are `http`, `https`, `ftp`, `mailto`, `tel`, `sms`,
  /// `geo`, `xmpp`, `tg`, `ton` and `tonsite`. The initializer returns `nil` for any other scheme,
  /// or if the host is not valid.
  ///
  /// - Parameter address: The address, from the text of a link or stated explicitly.
  /// - SeeAlso: UTS #39 and UTS #46, RFC 3492.
  public init?(_ address: String) {
    guard let parsed = LinkAddress(address) else { return nil }
    warnings = parsed.credentials == nil ? [] : .credentials
    url = parsed.url
    guard let host = parsed.host else {
      (asciiHost, displayHost) = (nil, nil)
      displayString = "\(parsed.scheme):" + Self.visible(parsed.rest)
      return
    }
    guard let name = HostName(host) else { return nil }
    (asciiHost, displayHost) = (name.ascii, name.shown)
    if name.hasLookalikes { warnings.insert(.lookalike) }
    if name.isObscureNumber { warnings.insert(.obscureNumber) }
    if parsed.scheme == "mailto" {
      let address = parsed.rest.prefix { $0 != "?" }
      let person = address[..<(address.lastIndex(of: "@") ?? address.endIndex)]
      displayString =
        "mailto:" + Self.visible(String(person)) + "@" + name.shown
        + Self.visible(String(parsed.rest[address.endIndex...]))
    } else {
      displayString = "\(parsed.scheme)://\(name.shown)\(parsed.port)" + Self.visible(parsed.rest)
    }
  }

  /// Creates the destination of an address whose link text shows other addresses.
  package init?(_ address: String, showing shown: [String]) {
    self.init(address)
    if shown.contains(where: { !isReached(by: $0) }) { warnings.insert(.concealed) }
  }

  /// Returns whether a shown address has the same host, or a parent or subdomain of it.
  private func isReached(by shown: String) -> Bool {
    guard let address = LinkAddress(shown), let host = address.host else { return true }
    guard let asciiHost, let name = HostName(host) else { return false }
    func bare(_ host: String) -> String {
      "." + (host.hasPrefix("www.") ? String(host.dropFirst(4)) : host)
    }
    let (own, other) = (bare(asciiHost), bare(name.ascii))
    return own.hasSuffix(other) || other.hasSuffix(own)
  }

  /// Returns the text with invisible characters, white space and bidi controls percent-encoded.
  private static func visible(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      let properties = scalar.properties
      let isPlain =
        scalar.isASCII
        || !(properties.isDefaultIgnorableCodePoint || properties.isWhitespace
          || properties.isBidiControl || properties.generalCategory == .control
          || properties.generalCategory == .unassigned || properties.generalCategory == .privateUse)
      if isPlain {
        result.append(scalar)
      } else {
        for byte in String(scalar).utf8 {
          result.append(contentsOf: ("%" + String(byte, radix: 16, uppercase: true)).unicodeScalars)
        }
      }
    }
    return String(result)
  }
}

/// A host name: mapped, validated and ready for display.
private struct HostName {
  let ascii: String
  let shown: String
  let hasLookalikes: Bool
  let isObscureNumber: Bool

  /// Parses a host, or returns `nil` if it is not valid.
  init?(_ host: String) {
    if host.hasPrefix("[") {
      (ascii, shown, hasLookalikes, isObscureNumber) = (host, host, false, false)
      return
    }
    guard let labels = ICU.labels(ofHost: host) else { return nil }
    ascii = labels.map(\.ascii).joined(separator: ".")
    // Mapping can produce delimiters, such as "a/c" from a single character.
    guard ascii.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !"/\\?#@:%[]<>^|".utf8.contains($0) })
    else { return nil }
    shown = labels.map { $0.shown ?? $0.ascii }.joined(separator: ".")
    hasLookalikes = labels.contains { $0.shown == nil }
    isObscureNumber = Self.isObscureNumber(labels.map(\.ascii))
  }

  /// Returns whether browsers read the labels as a number other than four decimal ones.
  private static func isObscureNumber(_ labels: [String]) -> Bool {
    guard let last = labels.last(where: { !$0.isEmpty }) else { return false }
    let isNumber = last.allSatisfy(\.isNumber) || last.hasPrefix("0x")
    let isPlain =
      labels.count == 4
      && labels.allSatisfy { label in
        UInt8(label) != nil && (label == "0" || !label.hasPrefix("0")) && !label.hasPrefix("+")
      }
    return isNumber && !isPlain
  }
}
