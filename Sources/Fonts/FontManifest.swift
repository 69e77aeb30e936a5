internal import FoundationEssentials
internal import GalleyFiles

/// A list of fonts in the order in which they are asked for characters.
///
/// The form is an object with a list `fonts` of objects with `family` and `file`, and, where they are
/// wanted, `index`, `langs`, `sha256`, `package`, `weight` and `slant`; and a name `emoji_family`.
/// What else there is, is passed over.
struct FontManifest: Sendable {
  /// One font of a manifest.
  struct Entry: Sendable {
    var family: String
    var file: String
    var index = 0
    /// The languages that the entry is for; none for all.
    ///
    /// `"*"` stands for those that no other entry is for.
    var languages: [String] = []
    var sha256: String?
    var package: String?
    var weight: Double?
    var slant: FontSlant?
  }

  /// The fonts, in fallback order.
  var entries: [Entry]
  /// The family that emoji are shown in.
  var emojiFamily: String?

  /// Reads the manifest at `path`.
  init(path: String) throws(FontError) {
    let bytes: [UInt8]
    do {
      bytes = try FileSystem.bytes(of: path)
    } catch {
      throw .unreadableManifest(path: path, reason: error.reason)
    }
    do {
      let document = try JSONDecoder().decode(Document.self, from: Data(bytes))
      entries = document.fonts.map(\.entry)
      emojiFamily = document.emojiFamily
    } catch let error as DecodingError {
      throw .invalidManifest(path: path, reason: error.inWords)
    } catch {
      throw .invalidManifest(path: path, reason: "\(error)")
    }
  }
}

/// A manifest as it is written.
private struct Document: Decodable {
  let fonts: [Font]
  let emojiFamily: String?

  enum CodingKeys: String, CodingKey {
    case fonts
    case emojiFamily = "emoji_family"
  }

  /// An entry as it is written, with what it says looked over.
  struct Font: Decodable {
    let entry: FontManifest.Entry

    enum CodingKeys: String, CodingKey {
      case family, file, index, langs, sha256, package, weight, slant
    }

    init(from decoder: any Decoder) throws {
      let object = try decoder.container(keyedBy: CodingKeys.self)
      func check(_ isRight: Bool, _ key: CodingKeys, _ rule: String) throws {
        guard isRight else {
          throw DecodingError.dataCorruptedError(forKey: key, in: object, debugDescription: rule)
        }
      }
      var entry = FontManifest.Entry(
        family: try object.decode(String.self, forKey: .family),
        file: try object.decode(String.self, forKey: .file))
      try check(!entry.family.isEmpty, .family, "is empty")
      try check(!entry.file.isEmpty, .file, "is empty")
      try check(!entry.file.utf8.contains(0), .file, "has a null character in it")
      entry.index = try object.decodeIfPresent(Int.self, forKey: .index) ?? 0
      try check(entry.index >= 0, .index, "is below zero")
      entry.languages = try object.decodeIfPresent([String].self, forKey: .langs) ?? []
      entry.sha256 = try object.decodeIfPresent(String.self, forKey: .sha256)?.lowercased()
      try check(
        entry.sha256.map { $0.utf8.count == 64 && $0.allSatisfy(\.isHexDigit) } ?? true, .sha256,
        "is not 64 hexadecimal digits")
      entry.package = try object.decodeIfPresent(String.self, forKey: .package)
      entry.weight = try object.decodeIfPresent(Double.self, forKey: .weight)
      try check(entry.weight.map { (1...1000).contains($0) } ?? true, .weight, "is not 1 to 1000")
      if let slant = try object.decodeIfPresent(String.self, forKey: .slant) {
        entry.slant = FontSlant(named: slant)
        try check(entry.slant != nil, .slant, "is none of upright, italic and oblique")
      }
      self.entry = entry
    }
  }
}

extension FontSlant {
  fileprivate init?(named name: String) {
    switch name.lowercased() {
    case "upright", "normal", "roman", "": self = .upright
    case "italic": self = .italic
    case "oblique": self = .oblique(degrees: 14)
    default: return nil
    }
  }
}

extension DecodingError {
  /// What is wrong and where, such as `fonts[3].file is missing`.
  fileprivate var inWords: String {
    switch self {
    case .keyNotFound(let key, let context):
      "\(Self.place(context.codingPath + [key])) is missing"
    case .typeMismatch(let type, let context), .valueNotFound(let type, let context):
      "\(Self.place(context.codingPath)) is not \(Self.name(of: type))"
    case .dataCorrupted(let context) where context.codingPath.isEmpty:
      "it is no JSON" + (context.underlyingError.map { ": \($0)" } ?? "")
    case .dataCorrupted(let context):
      "\(Self.place(context.codingPath)) \(context.debugDescription)"
    @unknown default: "\(self)"
    }
  }

  private static func place(_ path: [any CodingKey]) -> String {
    guard !path.isEmpty else { return "the whole of it" }
    return path.reduce("") { place, key in
      if let index = key.intValue { return "\(place)[\(index)]" }
      return place.isEmpty ? key.stringValue : "\(place).\(key.stringValue)"
    }
  }

  private static func name(of type: any Any.Type) -> String {
    switch type {
    case is String.Type: "a string"
    case is Int.Type: "a whole number"
    case is Double.Type: "a number"
    case is [String].Type, is [Document.Font].Type, is [Any].Type: "a list"
    default: "an object"
    }
  }
}
