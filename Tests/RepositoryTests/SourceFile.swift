import Foundation
import TestSupport

/// A text file of the repository or of a test.
struct SourceFile {
  /// The path relative to the repository.
  let path: String
  let text: String

  /// The lines of the file.
  let lines: [Substring]

  /// The lines of the file without comments and contents of string literals.
  let code: [String]

  init(path: String, text: String) {
    self.path = path
    self.text = text
    self.lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    self.code = path.hasSuffix(".swift") ? Self.code(of: text) : []
  }

  /// The folder under Sources that contains the file, which is its module.
  var folder: String? {
    let parts = path.split(separator: "/")
    return parts.count > 2 && parts[0] == "Sources" ? String(parts[1]) : nil
  }

  /// All written files: those that Git tracks or would track.
  static let all: [SourceFile] = paths(under: "").compactMap { path in
    guard !isBinary(path) else { return nil }
    let text = try? String(contentsOf: repository.appending(path: path), encoding: .utf8)
    return text.map { SourceFile(path: path, text: $0) }
  }

  /// The Swift files of the modules.
  static var sources: [SourceFile] {
    all.filter { $0.path.hasPrefix("Sources/") && $0.path.hasSuffix(".swift") }
  }

  /// Returns the sorted paths of the files under `folder`, without build products.
  static func paths(under folder: String) -> [String] {
    let ignored: Set = [".git", ".build", ".store", ".swiftpm", "demo", "__pycache__"]
    let root = folder.isEmpty ? repository : repository.appending(path: folder)
    let entries = FileManager.default.enumerator(
      at: root, includingPropertiesForKeys: [.isRegularFileKey])
    var paths: [String] = []
    while let entry = entries?.nextObject() as? URL {
      let path = String(entry.standardizedFileURL.path.dropFirst(repository.path.count))
        .trimmingPrefix("/")
      // The demonstration's pictures are written to a folder at the root; its messages are in
      // Corpus.
      if ignored.contains(entry.lastPathComponent), path != "Corpus/demo" {
        entries?.skipDescendants()
      } else if (try? entry.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile) == true {
        paths.append(String(path))
      }
    }
    return paths.filter { !$0.hasSuffix("Package.resolved") }.sorted()
  }

  private static func isBinary(_ path: String) -> Bool {
    ["png", "ttf", "otf", "ttc", "pdf", "jpg", "webp"].contains { path.hasSuffix("." + $0) }
  }

  /// Returns the lines of Swift source without comments and contents of string literals.
  private static func code(of text: String) -> [String] {
    var kept: [UInt8] = []
    var scanner = CodeScanner(bytes: Array(text.utf8))
    while let byte = scanner.next() { kept.append(byte) }
    return String(decoding: kept, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }
}

/// A reader of Swift source that skips comments and contents of string literals.
private struct CodeScanner {
  private enum State: Equatable {
    case code, lineComment, blockComment(depth: Int), string(quotes: Int)
  }

  private let bytes: [UInt8]
  private var index = 0
  private var state = State.code

  init(bytes: [UInt8]) { self.bytes = bytes }

  mutating func next() -> UInt8? {
    while index < bytes.count {
      let byte = bytes[index]
      switch state {
      case .code: enter()
      case .lineComment: if byte == 0x0a { state = .code }
      case .blockComment(let depth): moveInComment(depth: depth)
      case .string(let quotes): moveInString(quotes: quotes)
      }
      index += 1
      if state == .code || byte == 0x0a { return byte }
    }
    return nil
  }

  private func has(_ text: StaticString) -> Bool {
    let start = index
    return text.withUTF8Buffer { text in
      for offset in 0..<text.count {
        guard start + offset < bytes.count, unsafe bytes[start + offset] == text[offset] else {
          return false
        }
      }
      return true
    }
  }

  private mutating func enter() {
    switch bytes[index] {
    case 0x2f where has("//"):
      state = .lineComment
    case 0x2f where has("/*"):
      state = .blockComment(depth: 1)
      index += 1
    case 0x22 where has("\"\"\""):
      state = .string(quotes: 3)
      index += 2
    case 0x22:
      state = .string(quotes: 1)
    default: break
    }
  }

  private mutating func moveInComment(depth: Int) {
    switch bytes[index] {
    case 0x2a where has("*/"):
      state = depth == 1 ? .code : .blockComment(depth: depth - 1)
      index += 1
    case 0x2f where has("/*"):
      state = .blockComment(depth: depth + 1)
      index += 1
    default: break
    }
  }

  private mutating func moveInString(quotes: Int) {
    switch bytes[index] {
    case 0x5c:
      index += 1
    case 0x22 where quotes == 1 || has("\"\"\""), 0x0a where quotes == 1:
      state = .code
      index += quotes - 1
    default: break
    }
  }
}
