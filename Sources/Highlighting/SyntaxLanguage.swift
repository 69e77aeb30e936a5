internal import Synchronization

/// A programming language, or any other format with a grammar.
///
/// Tokenizing takes linear time for any input, and never fails: text in another language and
/// invalid UTF-8 get classes as well.
public struct SyntaxLanguage: Hashable, Sendable {
  private let source: GrammarSource

  /// The display name of the language.
  public var name: String { source.name }
  /// Alternative names in lower case; the first one is the file name extension.
  public var aliases: [String] { source.aliases }

  /// All languages, sorted by name.
  public static let all = GrammarSource.all.map { SyntaxLanguage($0) }

  private static let byName: [String: SyntaxLanguage] = {
    var result: [String: SyntaxLanguage] = [:]
    for language in all {
      for name in [language.name.lowercased()] + language.aliases { result[name] = language }
    }
    return result
  }()

  private init(_ source: GrammarSource) { self.source = source }

  /// Creates the language with a name or an alias.
  ///
  /// Case is ignored, and so is everything after the first word, and a prefix of `language-`, which
  /// HTML uses to name the language of code.
  ///
  /// - Parameter name: A name such as "swift", "C++", "py" or "language-ts".
  public init?(named name: String) {
    let words = name.utf8.prefix(64).split { ByteSet.space.contains($0) || $0 == 0x2C }
    guard let first = words.first else { return nil }
    var key = String(decoding: first, as: UTF8.self).lowercased()
    if key.hasPrefix("language-") { key.removeFirst("language-".count) }
    guard let found = Self.byName[key] else { return nil }
    self = found
  }

  /// Returns the tokens of a program, which are contiguous and alternate in class.
  ///
  /// - Complexity: O(*n*), where *n* is the length of `program`.
  public func tokens(in program: String) -> [Token] {
    var program = program
    program.makeContiguousUTF8()
    return tokens(in: program.utf8.span)
  }

  /// Returns the tokens of a program given as bytes, which need not be valid UTF-8.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  public func tokens(in program: Span<UInt8>) -> [Token] {
    guard let grammar = try? source.result().get() else {
      return program.isEmpty ? [] : [Token(.plain, in: 0..<program.count)]
    }
    return Lexer(reading: program, by: grammar).tokens
  }
}

extension SyntaxLanguage {
  /// A place between two tokens of a program that grows at its end, from which it can be read on.
  package struct Place: Sendable {
    fileprivate var lexer = Lexer.Place()

    /// Creates the place at the start of a program.
    package init() {}
  }

  /// Returns the tokens of a program from a place on.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes behind the place.
  package func tokens(in program: Span<UInt8>, from place: Place) -> [Token] {
    guard let grammar = try? source.result().get() else { return [] }
    return Lexer(reading: program, from: place.lexer, by: grammar).tokens
  }

  /// Returns the place at an offset.
  ///
  /// - Parameters:
  ///   - offset: The offset, not before `place`.
  ///   - place: A place before.
  ///   - program: The program so far.
  /// - Returns: The place, or `nil` if it is inside a token, or if tokens before it depend on what
  ///   will follow the program.
  package func place(at offset: Int, from place: Place, in program: Span<UInt8>) -> Place? {
    guard let grammar = try? source.result().get() else { return nil }
    var next = Place()
    guard
      let lexer = Lexer.place(at: offset, from: place.lexer, in: program, by: grammar)
    else { return nil }
    next.lexer = lexer
    return next
  }
}

/// The source of a grammar, parsed on first use.
final class GrammarSource: Hashable, Sendable {
  let name: String
  let aliases: [String]
  private let base: String?
  private let text: String
  private let parsed = Mutex<Result<Grammar, GrammarError>?>(nil)

  private init(_ bytes: [UInt8]) {
    text = String(decoding: bytes, as: UTF8.self)
    (name, aliases, base) = GrammarParser.header(of: text)
  }

  /// Returns the grammar, or the error if it is invalid.
  func result() -> Result<Grammar, GrammarError> {
    if let known = parsed.withLock({ $0 }) { return known }
    let base = Self.all.first(where: { $0.name == self.base })?.text ?? ""
    let result: Result<Grammar, GrammarError>
    do { result = .success(try GrammarParser.parse(base + text)) } catch {
      result = .failure(error)
    }
    parsed.withLock { $0 = result }
    return result
  }

  static func == (left: GrammarSource, right: GrammarSource) -> Bool { left === right }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

  static let all: [GrammarSource] = files.map { GrammarSource($0) }

  private static let files: [[UInt8]] = [
    PackageResources.c_grammar, PackageResources.cpp_grammar, PackageResources.diff_grammar,
    PackageResources.go_grammar, PackageResources.html_grammar, PackageResources.java_grammar,
    PackageResources.javascript_grammar, PackageResources.json_grammar,
    PackageResources.kotlin_grammar, PackageResources.python_grammar,
    PackageResources.rust_grammar, PackageResources.shell_grammar, PackageResources.sql_grammar,
    PackageResources.swift_grammar, PackageResources.typescript_grammar,
    PackageResources.xml_grammar, PackageResources.yaml_grammar,
  ]
}
