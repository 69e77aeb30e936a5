import Foundation
import GalleyFonts
import GalleyHarfBuzz

let noto = "/usr/share/fonts/truetype/noto/"
let notoCJK = "/usr/share/fonts/opentype/noto/"

/// A temporary directory, deleted with the object.
final class TemporaryDirectory: Sendable {
  let path = FileManager.default.temporaryDirectory.path + "/galley-" + UUID().uuidString

  init() throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// Writes a file and returns its path.
  func write(_ text: String, to name: String = "fonts.json") throws -> String {
    try text.write(toFile: path + "/" + name, atomically: true, encoding: .utf8)
    return path + "/" + name
  }
}

/// Creates a collection from entries given as JSON objects.
func collection(_ entries: [String], emojiFamily: String? = nil) throws -> FontCollection {
  let directory = try TemporaryDirectory()
  let emoji = emojiFamily.map { ", \"emoji_family\": \"\($0)\"" } ?? ""
  let manifest = "{\"fonts\": [\(entries.joined(separator: ", "))]\(emoji)}"
  return try FontCollection(manifest: directory.write(manifest))
}

/// Returns an entry of a manifest.
func entry(_ family: String, _ file: String, _ rest: String = "") -> String {
  "{\"family\": \"\(family)\", \"file\": \"\(file)\"\(rest.isEmpty ? "" : ", " + rest)}"
}

extension FontSet {
  /// Returns the selection for a cluster.
  func selection(_ cluster: String, script: FontTag = .common) -> FontSelection {
    let scalars = cluster.unicodeScalars.map(\.value)
    return selection(for: scalars.span, script: script)
  }

  /// Returns the family used for a cluster.
  func family(_ cluster: String, script: FontTag = .common) -> String {
    selection(cluster, script: script).instance.typeface.family
  }
}

/// Returns Noto fonts for a few scripts, each in one style except the first.
func notoCollection() throws -> FontCollection {
  try collection(
    [
      entry("Noto Sans", noto + "NotoSans-Regular.ttf"),
      entry("Noto Sans", noto + "NotoSans-Bold.ttf"),
      entry("Noto Sans Arabic", noto + "NotoSansArabic-Regular.ttf"),
      entry("Noto Sans Hebrew", noto + "NotoSansHebrew-Regular.ttf"),
      entry("Noto Sans Devanagari", noto + "NotoSansDevanagari-Regular.ttf"),
      entry("Noto Sans Thai", noto + "NotoSansThai-Regular.ttf"),
      entry("Noto Sans Symbols", noto + "NotoSansSymbols-Regular.ttf"),
      entry("Noto Sans Symbols2", noto + "NotoSansSymbols2-Regular.ttf"),
      entry("Noto Sans CJK JP", notoCJK + "NotoSansCJK-Regular.ttc"),
      entry("Noto Color Emoji", noto + "NotoColorEmoji.ttf"),
    ], emojiFamily: "Noto Color Emoji")
}

/// Threads that run at the same time, independent of the number of cores.
final class ThreadGroup: Sendable {
  private let group = DispatchGroup()

  /// Runs `body` on a new thread.
  func start(_ body: @escaping @Sendable () -> Void) {
    group.enter()
    Thread { [group] in
      body()
      group.leave()
    }.start()
  }

  /// Waits until all threads are done.
  func wait() { group.wait() }
}
