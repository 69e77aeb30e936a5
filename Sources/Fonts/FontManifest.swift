internal import GalleyBasics
internal import GalleySystem
internal import GalleyJSON

/// A manifest: a list of fonts in fallback order.
///
/// The format is a JSON object with a list `fonts` of objects with `family` and `file`, optionally
/// `index`, `langs`, `sha256`, `package`, `weight` and `slant`; and optionally a string
/// `emoji_family` and a list `math_fonts` of such objects. Other members are ignored.
struct FontManifest: Sendable {
  /// A font in a manifest.
  struct Entry: Sendable {
    var family: String
    var file: String
    var index = 0
    /// The languages of the entry, or empty for all.
    ///
    /// `"*"` stands for the languages of no other entry.
    var languages: [String] = []
    var sha256: String?
    var package: String?
    var weight: Double?
    var slant: FontDescription.Slant?
  }

  /// The fonts, in fallback order.
  var entries: [Entry]
  /// The fonts for formulas, in order of preference, which are not used for text.
  var mathEntries: [Entry] = []
  /// The family used for emoji.
  var emojiFamily: String?

  /// Reads the manifest at `path`.
  init(path: String) throws(FontError) {
    let bytes: [UInt8]
    do {
      bytes = try FileSystem.bytes(of: path, limit: Limits.Fonts.manifestSize)
    } catch {
      throw .unreadableManifest(path: path, reason: error.reason)
    }
    do {
      try self.init(bytes)
    } catch {
      throw .invalidManifest(path: path, reason: error.reason)
    }
  }

  private init(_ bytes: [UInt8]) throws(ManifestProblem) {
    do { _ = try UTF8Span(validating: bytes.span) } catch {
      throw ManifestProblem(reason: "not valid UTF-8 (byte \(error.byteOffsets.lowerBound))")
    }
    let document: JSONValue
    do { document = try JSONParser.value(ofUTF8: bytes) } catch {
      throw ManifestProblem(reason: error.description)
    }
    let fields = try Fields(document, at: nil)
    guard fields["fonts"] != nil else { throw fields.problem("fonts", "is missing") }
    entries = try Self.entries(fields, "fonts")
    mathEntries = try Self.entries(fields, "math_fonts")
    emojiFamily = try fields.string("emoji_family")
  }

  /// Returns the entries of a list, or none if it is missing.
  private static func entries(
    _ fields: Fields, _ list: String
  ) throws(ManifestProblem) -> [Entry] {
    guard let fonts = fields[list] else { return [] }
    guard case .array(let fonts) = fonts else { throw fields.problem(list, "is not a list") }
    var entries: [Entry] = []
    entries.reserveCapacity(fonts.count)
    for (index, font) in fonts.enumerated() {
      entries.append(try Entry(Fields(font, at: "\(list)[\(index)]")))
    }
    return entries
  }
}

/// A problem in a manifest with its location, such as `fonts[3].file is missing`.
private struct ManifestProblem: Error {
  let reason: String
}

/// The members of an object of a manifest.
private struct Fields {
  private let object: JSONValue
  /// The place of the object, such as `fonts[3]`, or `nil` if it is the whole manifest.
  private let place: String?

  init(_ object: JSONValue, at place: String?) throws(ManifestProblem) {
    self.object = object
    self.place = place
    guard case .object = object else {
      throw ManifestProblem(reason: "\(place ?? "the manifest") is not an object")
    }
  }

  /// Returns the member with a name, or `nil` if it is missing or `null`.
  subscript(name: String) -> JSONValue? {
    let value = object[name]
    return value == .null ? nil : value
  }

  /// Returns a string, or `nil` if it is missing.
  func string(_ name: String) throws(ManifestProblem) -> String? {
    guard let value = self[name] else { return nil }
    guard let string = value.string else { throw problem(name, "is not a string") }
    return string
  }

  /// Returns a required, non-empty string.
  func text(_ name: String) throws(ManifestProblem) -> String {
    guard let string = try string(name) else { throw problem(name, "is missing") }
    guard !string.isEmpty else { throw problem(name, "is empty") }
    return string
  }

  /// Returns a list of strings, or an empty list if it is missing.
  func strings(_ name: String) throws(ManifestProblem) -> [String] {
    guard let value = self[name] else { return [] }
    guard case .array(let elements) = value else { throw problem(name, "is not a list") }
    var strings: [String] = []
    for (index, element) in elements.enumerated() {
      guard let string = element.string else {
        throw problem("\(name)[\(index)]", "is not a string")
      }
      strings.append(string)
    }
    return strings
  }

  func problem(_ name: String, _ what: String) -> ManifestProblem {
    let prefix = place.map { $0 + "." } ?? ""
    return ManifestProblem(reason: "\(prefix)\(name) \(what)")
  }
}

extension FontManifest.Entry {
  /// Parses and validates an entry.
  fileprivate init(_ fields: Fields) throws(ManifestProblem) {
    family = try fields.text("family")
    file = try fields.text("file")
    guard !file.utf8.contains(0) else {
      throw fields.problem("file", "contains a null character")
    }
    if let value = fields["index"] {
      guard let integer = value.integer else {
        throw fields.problem("index", "is not an integer")
      }
      guard integer >= 0 else { throw fields.problem("index", "is negative") }
      index = integer
    }
    languages = try fields.strings("langs")
    sha256 = try fields.string("sha256")?.lowercased()
    if let sha256 {
      guard sha256.utf8.count == 64, sha256.isHexadecimal else {
        throw fields.problem("sha256", "is not 64 hexadecimal digits")
      }
    }
    package = try fields.string("package")
    if let value = fields["weight"] {
      guard let number = value.double else { throw fields.problem("weight", "is not a number") }
      guard (1...1000).contains(number) else {
        throw fields.problem("weight", "is not from 1 to 1000")
      }
      weight = number
    }
    if let name = try fields.string("slant") {
      slant = FontDescription.Slant(named: name)
      guard slant != nil else {
        throw fields.problem("slant", "is not upright, italic or oblique")
      }
    }
  }
}

extension String {
  /// Whether the string consists of lower-case hexadecimal digits.
  fileprivate var isHexadecimal: Bool {
    for byte in utf8 {
      switch byte {
      case 0x30...0x39, 0x61...0x66: continue
      default: return false
      }
    }
    return true
  }
}

extension FontDescription.Slant {
  fileprivate init?(named name: String) {
    switch name.lowercased() {
    case "upright", "normal", "roman", "": self = .upright
    case "italic": self = .italic
    case "oblique": self = .oblique(degrees: 14)
    default: return nil
    }
  }
}
