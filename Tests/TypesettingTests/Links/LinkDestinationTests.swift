import GalleyTypesetting
import TestSupport
import Testing

@Suite struct LinkDestinationTests {
  @Test(arguments: [
    ("https://example.com/a?b#c", "https://example.com/a?b#c"),
    ("HTTPS://Example.com", "https://Example.com"), ("example.com", "https://example.com"),
    ("example.com:8080/a", "https://example.com:8080/a"),
    ("пример.рф/x?y", "https://пример.рф/x?y"), ("//example.com/a", "https://example.com/a"),
    ("https:example.com", "https://example.com"),
    ("https:\\\\example.com\\a\\b?c\\d", "https://example.com/a/b?c\\d"),
    ("https://ex%61mple.com/%41", "https://example.com/%41"),
    ("  https://exa\nmple.com\t", "https://example.com"),
    ("https://example.com/a b", "https://example.com/a%20b"),
    ("https://[2001:DB8::1]:80/", "https://[2001:db8::1]:80/"),
    ("ada@example.com", "mailto:ada@example.com"),
    ("mailto:ada@example.com?subject=x", "mailto:ada@example.com?subject=x"),
    ("tel:+4723", "tel:+4723"), ("tg://user?id=5", "tg://user?id=5"),
  ])
  func `an allowed address is normalized to an absolute URL`(address: String, url: String) {
    #expect(LinkDestination(address)?.url == url)
    var text = AttributedText("x")
    text.annotate(0..<1, as: .link(type: "text_link", url: address))
    #expect(text.annotations().map(\.kind) == [.link(type: "text_link", url: url)])
  }

  @Test(arguments: [
    "javascript:alert(1)", "JaVaScRiPt:alert(1)", " javascript:alert(1)", "java\nscript:alert(1)",
    "java\tscript:alert(1)", "\u{1}javascript:alert(1)", "java\u{1}script:alert(1)",
    "\u{200B}javascript:alert(1)", "\u{202E}javascript:alert(1)", "javascript\n:alert(1)",
    "javascript:1", "javascript:80/..", "javascript%3Aalert(1)", "%6Aavascript:alert(1)",
    "javascript://example.com/%0Aalert(1)", "data:text/html,x", "vbscript:x", "file:///etc/passwd",
    "file://example.com/x", "blob:https://example.com", "about:blank",
    "view-source:https://a.example", "intent://a#Intent;end", "jar:https://a.example!/x",
    "smb://a.example", "ssh://-oProxy", "ｊavascript:alert(1)", "javascript：alert(1)", "https://",
    "https:///", "https://exa mple.com", "https://a%00b.example", "https://a%2Fb.example",
    "https://a%zz.example", "https://a.example:x", "/etc/passwd", "-x", "?a", "#a", "", " ",
    "mailto:", "mailto:ada", "tel:", "tel://", "mailto:a@b.example?attach=/etc/passwd",
    "mailto:a@b.example?%61ttachment=x", "https://user@", "\\\\a.example", "ms-settings:", "x:y",
    "https://a.example/\u{7F}b",
  ])
  func `a disallowed or malformed address is rejected`(address: String) {
    #expect(LinkDestination(address) == nil)
    var text = AttributedText("x")
    text.annotate(0..<1, as: .link(type: "text_link", url: address))
    #expect(text.annotations().isEmpty)
  }

  @Test(arguments: [
    ("https://xn--e1afmkfd.xn--p1ai", "пример.рф"), ("https://пример.рф", "пример.рф"),
    ("https://bücher.de", "bücher.de"), ("https://BÜCHER.de", "bücher.de"),
    ("https://blåbær.no", "blåbær.no"), ("https://例え.jp", "例え.jp"),
    ("https://한국.kr", "한국.kr"), ("https://ελλάδα.gr", "ελλάδα.gr"),
    ("https://مثال.example", "مثال.example"), ("https://example.com.", "example.com."),
    ("https://192.168.0.1/", "192.168.0.1"), ("https://[::1]/", "[::1]"),
    ("https://pay\u{200B}pal.com", "paypal.com"), ("https://ｅｘａｍｐｌｅ.com", "example.com"),
    ("mailto:ada@bücher.de", "bücher.de"), ("https://рос.рф", "рос.рф"),
  ])
  func `an unambiguous host is displayed in Unicode`(address: String, host: String)
    throws
  {
    let destination = try #require(LinkDestination(address))
    #expect(destination.displayHost == host)
    #expect(destination.warnings == [])
    #expect(!destination.needsConfirmation)
  }

  @Test(arguments: [
    ("https://аррӏе.com", "xn--80ak6aa92e.com" as String?),  // all Cyrillic
    ("https://gооgle.com", "xn--ggle-55da.com"),  // two Cyrillic letters
    ("https://ɡoogle.com", "xn--oogle-qmc.com"),  // Latin, U+0261
    ("https://xn--80ak6aa92e.com/", "xn--80ak6aa92e.com"),
    ("https://ехаmple.com", nil), ("https://pаypal.рф", nil),
    ("https://a\u{338}b.com", nil),  // an overlay
    ("mailto:ada@аррӏе.com", "xn--80ak6aa92e.com"),
  ])
  func `a lookalike host is displayed in Punycode`(address: String, host: String?) throws {
    let destination = try #require(LinkDestination(address))
    let shown = try #require(destination.displayHost)
    #expect(shown.hasPrefix("xn--") || shown.contains(".xn--"))
    if let host { #expect(shown == host) }
    #expect(destination.displayString.contains(shown))
    #expect(destination.warnings == .lookalike)
    #expect(destination.needsConfirmation)
  }

  @Test(arguments: [
    (
      "https://paypal.com@evil.example/", "https://evil.example/",
      LinkDestination.Warnings.credentials
    ),
    (
      "https://paypal.com\\@evil.example/", "https://paypal.com/@evil.example/",
      LinkDestination.Warnings()
    ),
    ("https://2130706433/", "https://2130706433/", LinkDestination.Warnings.obscureNumber),
    ("https://0x7f.1/", "https://0x7f.1/", LinkDestination.Warnings.obscureNumber),
    ("https://017.0.0.1/", "https://017.0.0.1/", LinkDestination.Warnings.obscureNumber),
    (
      "https://a.example/\u{202E}gpj.exe", "https://a.example/%E2%80%AEgpj.exe",
      LinkDestination.Warnings()
    ),
    (
      "https://a.example/\u{2800}\u{3164}x", "https://a.example/\u{2800}%E3%85%A4x",
      LinkDestination.Warnings()
    ),
    ("https://a.example/привет", "https://a.example/привет", LinkDestination.Warnings()),
  ])
  func `a display string is unambiguous about the host`(
    address: String, shown: String, warnings: LinkDestination.Warnings
  ) throws {
    let destination = try #require(LinkDestination(address))
    #expect(destination.displayString == shown)
    #expect(destination.warnings == warnings)
  }

  @Test(arguments: [
    ("https://example.com/a", "example.com", false), ("https://example.com", "example.org", true),
    ("https://example.com", "https://www.example.com/b", false),
    ("https://www.example.com", "example.com", false),
    ("https://mail.example.com", "example.com", false),
    ("https://example.com", "mail.example.com", false),
    ("https://notexample.com", "example.com", true),
    ("https://example.com", "EXAMPLE.com", false),
    ("https://example.com", "ada@example.com", false),
    ("https://example.com", "ada@example.org", true), ("tel:+4723", "example.com", true),
    // No hosts.
    ("https://example.com", "tel:+4723", false), ("https://example.com", "-x", false),
    ("https://example.com", "javascript:a.example", false),
  ])
  func `a destination is concealed if the link shows a host other than its own`(
    address: String, shown: String, isConcealed: Bool
  ) throws {
    let destination = try #require(LinkDestination(address, showing: [shown]))
    #expect(destination.warnings == (isConcealed ? .concealed : []))
    let both = try #require(LinkDestination(address, showing: [shown, address]))
    #expect(both.warnings == destination.warnings)
    #expect(LinkDestination(address, showing: [])?.warnings == [])
  }

  @Test(arguments: [
    "https://bank.com\u{2100}.evil.example", "https://١2٣.com", "https://a\u{FF1A}80.example",
    // Characters that are mapped to a space or to delimiters.
    "https://a\u{A8}b.example", "https://a\u{2047}b.example", "https://a\u{FE5F}b.example",
    "https://a\u{FE6B}b.example", "https://a\u{FE55}b.example", "https://a\u{FE6A}b.example",
    "https://a\u{FE64}b.example", "https://a\u{FE65}b.example", "https://a\u{FE68}b.example",
  ])
  func `an address with an invalid host is rejected`(address: String) {
    #expect(LinkDestination(address) == nil)
  }

  @Test(arguments: [
    ("https://192.168.0.1", false), ("https://0.0.0.0", false),
    ("https://255.255.255.255", false), ("https://1.2.3", true), ("https://1.2.3.4.5", true),
    ("https://1.2.3.256", true), ("https://1.2.3.04", true), ("https://1.2.3.0x4", true),
    ("https://5", true), ("https://0x7f000001", true), ("https://1.2.3.4.", true),
    ("https://5.", true),
    ("https://a.example", false), ("https://5.example", false), ("https://a5", false),
  ])
  func `a number other than four decimal ones is an obscure host`(
    address: String, isObscure: Bool
  ) throws {
    let destination = try #require(LinkDestination(address))
    #expect(destination.warnings == (isObscure ? .obscureNumber : []))
  }

  @Test func `the ASCII form of a host is in lower case and in Punycode`() {
    #expect(LinkDestination("https://BÜCHER.Example/A")?.asciiHost == "xn--bcher-kva.example")
    #expect(LinkDestination("https://[::A]")?.asciiHost == "[::a]")
    #expect(LinkDestination("mailto:Ada@A.example")?.asciiHost == "a.example")
    #expect(LinkDestination("tel:1")?.asciiHost == nil)
  }

  @Test func `a combining mark on a slash does not extend the host`() {
    let destination = LinkDestination("https://evil.example/\u{301}.bank.com")
    #expect(destination?.displayHost == "evil.example")
  }

  @Test(arguments: 0..<300)
  func `random addresses yield only allowed schemes and safe display strings`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let parts = [
      "https", "javascript", ":", "//", "@", "\\", "%", "%2e", "[", "]", "a", ".", "example",
      "xn--", "é", "а", "\u{200D}", "\u{202E}", "\0", "\n", "#", "?", "mailto:", "😀", "\u{338}",
      "-", "1", ":80",
    ]
    let address = (0..<Int.random(in: 0..<12, using: &random)).map { _ in
      parts.randomElement(using: &random) ?? ""
    }.joined()
    guard let destination = LinkDestination(address) else { return }
    let scheme = destination.url.prefix { $0 != ":" }
    #expect(["https", "mailto"].contains(scheme), "\(address.debugDescription)")
    #expect(LinkDestination(destination.url)?.url == destination.url, "\(address.debugDescription)")
    #expect(
      !destination.displayString.unicodeScalars.contains { $0 == "\u{202E}" || $0 == "\u{200D}" })
  }
}
