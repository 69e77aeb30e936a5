import Foundation
import TestSupport

/// The public declarations of the products, from the compiler's symbol graphs.
struct PublicInterface {
  /// A public declaration.
  struct Declaration: Hashable {
    /// The module and the path of names:
    /// `GalleyTypesetting.AttributedText.plainText(of:revealed:)`.
    let name: String
    /// The kind of declaration in symbol graphs, such as `swift.method`.
    let kind: String
    /// The types of the values that the declaration provides: results, values, payloads of cases,
    /// and arguments of closures.
    let given: String
    /// The first sentence of the documentation; empty if there is none.
    let summary: String
  }

  private let build: URL
  private let folder = TemporaryDirectory()

  /// Finds the build folder of the running tests.
  private init() throws {
    let folders = CommandLine.arguments.map { URL(filePath: $0).deletingLastPathComponent() }
    let candidates = folders + [repository.appending(path: ".build/debug")]
    let build = candidates.first {
      FileManager.default.fileExists(atPath: $0.appending(path: "Modules").path)
    }
    guard let build else { throw Program.Failure("there is no folder of modules") }
    self.build = build
  }

  /// Returns the public declarations of the modules exported by Galley.
  static func declarations() throws -> [Declaration] { try extracted.get() }

  /// The declarations, extracted once.
  private static let extracted = Result { try extract() }

  private static func extract() throws -> [Declaration] {
    let interface = try PublicInterface()
    let arguments = try BuiltModules(in: interface.build).arguments()
    for module in modules { try interface.extract(module, arguments) }
    let files = try FileManager.default.contentsOfDirectory(
      at: interface.folder.url, includingPropertiesForKeys: nil)
    return try files.filter { $0.pathExtension == "json" }.flatMap { file in
      try declarations(
        in: Data(contentsOf: file),
        of: String(file.lastPathComponent.prefix { $0 != "." && $0 != "@" }))
    }.sorted { $0.name < $1.name }
  }

  /// The umbrellas, the modules that they export, and the module for tests.
  static var modules: [String] {
    exports(of: "GalleyText") + exports(of: "Galley") + ["Galley", "GalleySnapshots"]
  }

  /// Returns the modules that an umbrella exports.
  static func exports(of umbrella: String) -> [String] {
    SourceFile.sources.filter { $0.folder == umbrella }.flatMap { file in
      file.text.matches(of: /@_exported public import (\w+)/).map { String($0.1) }
    }
  }

  // MARK: - Symbol graphs

  private func extract(_ module: String, _ arguments: [String]) throws {
    try Program.output(
      of: [
        "swift-symbolgraph-extract", "-module-name", module, "-minimum-access-level", "public",
        "-skip-synthesized-members", "-emit-extension-block-symbols", "-output-dir", folder.path,
        "-target", Self.triple,
      ] + arguments)
  }

  private static var triple: String {
    #if arch(arm64)
    "aarch64-unknown-linux-gnu"
    #else
    "x86_64-unknown-linux-gnu"
    #endif
  }

  /// Returns the declarations of a symbol graph.
  static func declarations(in data: Data, of module: String) throws -> [Declaration] {
    try JSONDecoder().decode(SymbolGraph.self, from: data).symbols.compactMap { symbol in
      guard symbol.kind.identifier != "swift.extension" else { return nil }
      return Declaration(
        name: ([module] + symbol.pathComponents).joined(separator: "."),
        kind: symbol.kind.identifier, given: symbol.given, summary: symbol.summary)
    }
  }
}

/// The relevant parts of a symbol graph.
private struct SymbolGraph: Decodable {
  struct Symbol: Decodable {
    let kind: Kind
    let pathComponents: [String]
    let functionSignature: Signature?
    let declarationFragments: [Fragment]?
    let docComment: Comment?

    /// The first sentence of the documentation.
    var summary: String {
      let paragraph = (docComment?.lines ?? []).map(\.text).prefix { !$0.isEmpty }
        .joined(separator: " ")
      return paragraph.firstRange(of: ". ").map { String(paragraph[..<$0.lowerBound]) + "." }
        ?? paragraph
    }

    /// The types of the values that the symbol provides.
    var given: String {
      if let functionSignature {
        let closures = (functionSignature.parameters ?? []).map {
          $0.declarationFragments.map(\.spelling).joined()
        }.filter { $0.contains("->") }
        let result = (functionSignature.returns ?? []).map(\.spelling).joined()
        let isInitializer = kind.identifier == "swift.init"
        return (closures + [isInitializer ? pathComponents.dropLast().last ?? "" : result])
          .joined(separator: " ")
      }
      let text = (declarationFragments ?? []).map(\.spelling).joined()
      if kind.identifier == "swift.enum.case" {
        return text.firstIndex(of: "(").map { String(text[$0...]) } ?? ""
      }
      // A type provides only its members.
      guard ["property", "subscript", "var"].contains(where: kind.identifier.contains) else {
        return ""
      }
      return text.firstRange(of: ": ").map { String(text[$0.upperBound...]) } ?? text
    }
  }

  struct Kind: Decodable {
    let identifier: String
  }

  struct Signature: Decodable {
    struct Parameter: Decodable {
      let declarationFragments: [Fragment]
    }

    let parameters: [Parameter]?
    let returns: [Fragment]?
  }

  struct Comment: Decodable {
    struct Line: Decodable {
      let text: String
    }

    let lines: [Line]
  }

  struct Fragment: Decodable {
    let spelling: String
  }

  let symbols: [Symbol]
}
