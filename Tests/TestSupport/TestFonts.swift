public import Foundation
public import GalleyFonts
public import GalleyTypesetting
internal import Glibc

/// The repository that the tests are of.
public let repository = URL(filePath: #filePath).appending(path: "../../..").standardizedFileURL

/// Whether the tests run under a sanitizer, where the time that work takes says little.
public let isSanitized = ProcessInfo.processInfo.environment["GALLEY_SANITIZER"] != nil

/// The small fonts in `Fonts/testing`, whose every figure its README states.
public enum TestFonts {
  /// The URL of their manifest.
  public static let manifest = repository.appending(path: "Fonts/testing/testing.json").path

  /// Returns a collection of the fonts.
  public static func collection() throws -> FontCollection {
    try FontCollection(manifest: manifest)
  }

  /// Returns a new engine for the fonts.
  public static func engine() throws -> TextEngine { try TextEngine(fonts: collection()) }

  /// Returns a style in one of the fonts; its size is such that Galley Box has glyphs 10 points
  /// wide.
  public static func style(_ family: String = "Galley Box", size: Double = 10) -> TextStyle {
    TextStyle(font: FontDescription(families: [family], size: size))
  }
}

/// The Noto fonts of `Fonts/fonts.json`, or those of the manifest that `GALLEY_FONTS` names.
public enum NotoFonts {
  /// The URL of their manifest.
  public static let manifest =
    ProcessInfo.processInfo.environment["GALLEY_FONTS"].map {
      URL(filePath: $0, relativeTo: repository).path
    } ?? repository.appending(path: "Fonts/fonts.json").path

  /// Returns a collection of the fonts.
  public static func collection() throws -> FontCollection {
    try FontCollection(manifest: manifest)
  }

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

/// Returns the processor time of this thread in nanoseconds, independent of the machine's load.
public func threadTime() -> UInt64 {
  var time = timespec()
  unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
}

extension TextLayout {
  /// The text of each line.
  public var lineTexts: [String] {
    let bytes = Array(text.string.utf8)
    return lines.map { String(decoding: bytes[$0.range], as: UTF8.self) }
  }
}
