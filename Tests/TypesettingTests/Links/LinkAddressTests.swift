import GalleyTypesetting
import Testing

/// The parts of addresses.
@Suite struct LinkAddressTests {
  /// The parts of an address: scheme, credentials, host, port and the rest.
  private func parts(_ address: String) -> [String?]? {
    LinkAddress(address).map { [$0.scheme, $0.credentials, $0.host, $0.port, $0.rest] }
  }

  @Test(
    arguments: [
      (
        "https://user:pw@a.example:8080/a?b#c",
        ["https", "user:pw", "a.example", ":8080", "/a?b#c"]
      ),
      ("http://a@b@c.example", ["http", "a@b", "c.example", "", ""]),
      ("https://@a.example", ["https", "", "a.example", "", ""]),
      ("//example.com?x", ["https", nil, "example.com", "", "?x"]),
      ("example.com:80", ["https", nil, "example.com", ":80", ""]),
      ("example.com:80/x", ["https", nil, "example.com", ":80", "/x"]),
      ("example.com:80?x:y", ["https", nil, "example.com", ":80", "?x:y"]),
      ("https://a.example:/x", ["https", nil, "a.example", ":", "/x"]),
      ("a_b.example", ["https", nil, "a_b.example", "", ""]),
      ("_a.example", ["https", nil, "_a.example", "", ""]),
      ("1.example", ["https", nil, "1.example", "", ""]),
      ("é.example", ["https", nil, "é.example", "", ""]),
      ("ada@example.com", ["mailto", nil, "example.com", "", "ada@example.com"]),
      ("ada@example.com/x", ["https", "ada", "example.com", "", "/x"]),
      ("a.example?b@c", ["https", nil, "a.example", "", "?b@c"]),
      ("a.example#b@c", ["https", nil, "a.example", "", "#b@c"]),
      ("mailto:a@b@c.example?x=y", ["mailto", nil, "c.example", "", "a@b@c.example?x=y"]),
      ("tel:+4723", ["tel", nil, nil, "", "+4723"]),
      ("geo:1,2", ["geo", nil, nil, "", "1,2"]),
      ("https://[::1]:80/", ["https", nil, "[::1]", ":80", "/"]),
      ("https://[::]", ["https", nil, "[::]", "", ""]),
      ("https://[FEDC::A9]", ["https", nil, "[fedc::a9]", "", ""]),
      ("https://%61%5a.example/%61", ["https", nil, "aZ.example", "", "/%61"]),
      ("https://a.example\\b?c\\d", ["https", nil, "a.example", "", "/b?c\\d"]),
      ("https://a.example\\b#c\\d", ["https", nil, "a.example", "", "/b#c\\d"]),
    ] as [(String, [String?])])
  func `an address is split into its parts`(address: String, expected: [String?]) {
    #expect(parts(address) == expected)
  }

  @Test(arguments: [
    "localhost:80", "example.com:80x", "example.com:x", "example.com:", "mailto:@b.example",
    "mailto:a@", "https://a.example:8a", "https://[::1", "https://[:]", "https://[::g]",
    "https://[::1]x", "https://a.example:80:90", "https://a%2.example", "https://a%.example",
    "https://a%+1.example", "https://a%zz.example", "https://%ff.example", "https://a[b.example",
    "https://a`b.example", "https://a{b.example", "https://a\"b.example", "https://a<b.example",
    "https://a\u{A0}b.example", "https://a|b.example", "https://a\u{FF0F}b.example",
    "[::1]", "@a.example", "`a.example", "{a.example", "/a", "&a",
  ])
  func `a malformed address has no parts`(address: String) {
    #expect(parts(address) == nil)
    #expect(LinkAddress.url(for: address) == nil)
  }

  @Test(arguments: [
    "\0", "\u{1F}", "\u{7F}", "\u{80}", "\u{85}", "\u{9F}", "\u{2028}", "\u{2029}",
  ])
  func `an address with a control character is rejected`(control: String) {
    let addresses = [
      "https://a.example/\(control)b", "a.example/?\(control)b", "a\(control)b.example",
    ]
    for address in addresses {
      #expect(parts(address) == nil)
      #expect(LinkAddress.url(for: address) == nil)
    }
  }

  @Test(arguments: [" ", "\t", "\u{1}", "\u{A0}", "\u{200B}", "\u{2028}", "\u{FEFF}"])
  func `white space and invisible characters around an address are ignored`(space: String) {
    let host = "a.example"
    for address in [space + host, host + space, space + space + host + space] {
      #expect(LinkAddress.url(for: address) == "https://a.example")
    }
  }

  @Test func `a host may contain the characters that browsers permit`() {
    let host = "azAZ09-._~!$&'()*+,;=é\u{FF41}\u{FF11}\u{FF0E}\u{FF0D}.example"
    #expect(LinkAddress("https://" + host)?.host == host)
    #expect(LinkAddress.url(for: "https://" + host) == "https://" + host)
  }

  @Test func `a host has up to 1020 bytes`() {
    let longest = String(repeating: "a", count: 1_020)
    for scheme in ["https://", "http://", ""] {
      let address = scheme + longest
      #expect(LinkAddress(address)?.host == longest)
      #expect(LinkAddress.url(for: address) == (scheme.isEmpty ? "https://" : "") + address)
      #expect(LinkAddress.url(for: address + "/b")?.hasSuffix("a/b") == true)
      #expect(LinkAddress(address + "a") == nil)
      #expect(LinkAddress.url(for: address + "a") == nil)
      #expect(LinkAddress.url(for: address + "a/b") == nil)
    }
  }

  @Test func `a numeric host has fewer than 64 bytes`() {
    let digits = String(repeating: "1", count: 61)
    #expect(LinkAddress("https://[\(digits)]")?.host == "[\(digits)]")
    #expect(LinkAddress("https://[\(digits)1]") == nil)
    #expect(LinkAddress("https://[09af:.]")?.host == "[09af:.]")
  }

  @Test(arguments: [
    "https://a.example", "http://a.example", "https://a-b.example/c?d#e", "https://a.example?x@y",
    "https://a.example#x", "http://1.example/%41~", "https://A.example.",
  ])
  func `a common address is its own absolute form, with or without a scheme`(address: String) {
    #expect(LinkAddress.url(for: address) == address)
    #expect(LinkAddress(address)?.url == address)
    let bare = String(address.dropFirst(address.hasPrefix("https") ? 8 : 7))
    #expect(LinkAddress.url(for: bare) == "https://" + bare)
    #expect(LinkAddress(bare)?.url == "https://" + bare)
  }

  @Test func `an address that is not common is put together from its parts`() {
    #expect(LinkAddress.url(for: "HTTP://u@A.example:1/b") == "http://u@A.example:1/b")
    #expect(LinkAddress.url(for: "ada@a.example") == "mailto:ada@a.example")
    #expect(LinkAddress.url(for: "TEL:1") == "tel:1")
    #expect(LinkAddress.url(for: "https:///a.example") == "https://a.example")
    #expect(LinkAddress.url(for: "https://-a.example") == "https://-a.example")
    #expect(LinkAddress.url(for: "https://.a.example") == "https://.a.example")
    #expect(LinkAddress.url(for: "-a.example") == nil)
  }
}
