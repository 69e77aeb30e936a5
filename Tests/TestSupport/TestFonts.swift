public import Foundation
public import GalleyFonts
public import GalleyTypesetting
internal import Testing

/// The repository of the tests.
public let repository = URL(filePath: #filePath).appending(path: "../../..").standardizedFileURL

/// Whether the tests run under a sanitizer, which distorts times.
public let isSanitized = ProcessInfo.processInfo.environment["GALLEY_SANITIZER"] != nil

/// The small fonts in `Fonts/testing`, whose metrics are in its README.
public enum TestFonts {
  /// The path of their manifest.
  public static let manifest = path(of: "testing.json")

  /// Returns the path of a file in their folder.
  public static func path(of file: String) -> String {
    repository.appending(path: "Fonts/testing").appending(path: file).path
  }

  /// Returns a collection of the fonts.
  public static func collection() throws -> FontCollection {
    try FontCollection(manifest: manifest)
  }

  /// Returns a new engine for the fonts.
  public static func engine() -> TextEngine { TextEngine(Result { try collection() }) }

  /// Returns a style in one of the fonts; its size is such that Galley Box has glyphs 10 points
  /// wide.
  public static func style(_ family: String = "Galley Box", size: Double = 10) -> TextStyle {
    TextStyle(font: FontDescription(families: [family], size: size))
  }
}

/// The Noto fonts of `Fonts/fonts.json`, or those of the manifest that `GALLEY_FONTS` names.
public enum NotoFonts {
  /// The path of their manifest.
  public static let manifest =
    ProcessInfo.processInfo.environment["GALLEY_FONTS"].map {
      URL(filePath: $0, relativeTo: repository).path
    } ?? repository.appending(path: "Fonts/fonts.json").path

  /// Returns a collection of the fonts.
  public static func collection() throws -> FontCollection {
    try FontCollection(manifest: manifest)
  }

  /// The collection shared by all tests, because checking the files is slow.
  private static let shared = Result { try collection() }

  /// Returns a new engine for the fonts.
  public static func engine() -> TextEngine { TextEngine(shared) }

  /// Returns the names of their families, in order.
  public static func families() throws -> [String] {
    struct Manifest: Decodable {
      struct Font: Decodable {
        let family: String
      }
      let fonts: [Font]
    }
    let data = try Data(contentsOf: URL(filePath: manifest))
    return Set(try JSONDecoder().decode(Manifest.self, from: data).fonts.map(\.family)).sorted()
  }
}

extension TextEngine {
  /// Creates an engine, without fonts if there is an error, which is recorded as an issue.
  fileprivate convenience init(_ fonts: Result<FontCollection, any Error>) {
    do { self.init(fonts: try fonts.get()) } catch {
      Issue.record(error)
      self.init(fonts: .empty)
    }
  }
}

extension LayoutOptions {
  /// Creates options with a width and a change.
  public init(width: Double = .infinity, _ change: (inout LayoutOptions) -> Void) {
    self.init(width: width)
    change(&self)
  }
}

extension TextLayout {
  /// The text of each line.
  public var lineTexts: [String] {
    let bytes = Array(text.string.utf8)
    return lines.map { String(decoding: bytes[$0.range], as: UTF8.self) }
  }
}
