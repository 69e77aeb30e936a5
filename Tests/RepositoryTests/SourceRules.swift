/// A violation of a rule in the repository.
struct Offense: Hashable, CustomStringConvertible {
  let path: String
  /// The line number, from 1; 0 for the file as a whole.
  var line = 0
  let reason: String

  var description: String { line == 0 ? "\(path): \(reason)" : "\(path):\(line): \(reason)" }
}

/// The rules for sources, each a function that returns the offenses in files.
enum SourceRules {
  /// The modules that may contain `unsafe`: the wrappers of C libraries and files, the functions
  /// that C calls, and the pixels.
  static let unsafeModules: Set = [
    "Cairo", "Cmark", "DBus", "Fontconfig", "FreeType", "HarfBuzz", "Hyphen", "Unicode",
    "ImageCodecs", "Interface", "Pixels", "System", "Window", "Zip",
  ]

  /// The modules whose results must be equal in every run and on every machine.
  static let layoutModules: Set = ["Geometry", "LayoutSpecs", "Math", "Shaping", "Typesetting"]

  /// The modules that must not import Foundation.
  static let plainModules: Set = [
    "Geometry", "Math", "Shaping", "Typesetting", "Pixels", "Painting", "Scheduling", "Layers",
    "LayoutSpecs", "Images", "Display", "Lists",
  ]

  /// Finds imports that Package.swift does not allow.
  static func imports(manifest: String, files: [SourceFile]) -> [Offense] {
    let arrows = arrows(in: manifest)
    // Made once, because making an expression takes longer than finding it in a line.
    let importLine = importLine
    return files.flatMap { file -> [Offense] in
      guard let folder = file.folder else { return [] }
      guard let allowed = arrows[folder] else {
        return [Offense(path: file.path, reason: "Package.swift has no module \(folder)")]
      }
      return offenses(in: file) { line in
        guard line.contains("import "), let match = line.firstMatch(of: importLine) else {
          return nil
        }
        let name = String(match.1)
        guard name.hasPrefix("Galley"), !allowed.contains(name) else { return nil }
        return "Package.swift does not let \(folder) import \(name)"
      }
    }
  }

  /// Returns the modules that each folder may import, from Package.swift.
  static func arrows(in manifest: String) -> [String: Set<String>] {
    var arrows: [String: Set<String>] = [:]
    let module =
      /\.(?:module|program)\(\s*"(\w+)"((?:,\s*(?:imports|over): \[[^\]]*\])*)/
    for match in manifest.matches(of: module) {
      let folders = match.2.matches(of: /"(\w+)"/)
      arrows[String(match.1)] = Set(
        folders.map { $0.1.hasPrefix("Galley") ? String($0.1) : "Galley" + $0.1 })
    }
    let targets = manifest.matches(
      of: /arget\(\s*name: "(\w+)",\s*dependencies: \[((?:[^\[\]]|\[[^\[\]]*\])*)\]/)
    for match in targets {
      let folder = match.1 == "Galley" ? match.1 : match.1.trimmingPrefix("Galley")
      arrows[String(folder)] = Set(match.2.matches(of: /"(\w+)"/).map { String($0.1) })
    }
    return arrows
  }

  /// Finds unsafe code outside the modules for it.
  static func unsafeCode(files: [SourceFile]) -> [Offense] {
    // Words of programs: for Unicode, `a.b` is one word.
    let word = /\bunsafe\b|\bUnsafe\w+|\bwithUnsafe\w+/.wordBoundaryKind(.simple)
    return files.filter { !unsafeModules.contains($0.folder ?? "") }.flatMap { file in
      offenses(in: file) { line in
        guard line.contains("nsafe") else { return nil }
        return line.contains(word)
          ? "unsafe code belongs in a wrapper" : nil
      }
    }
  }

  /// Finds declarations that suppress the compiler's check for races.
  static func uncheckedPromises(files: [SourceFile]) -> [Offense] {
    files.flatMap { file in
      offenses(in: file) { $0.contains("@unchecked") ? "@unchecked is not used here" : nil }
    }
  }

  /// Finds calls of the standard library's method that writes to the memory of all empty arrays.
  static func sharedWrites(files: [SourceFile]) -> [Offense] {
    files.filter { $0.path != "Sources/Basics/Array+Appending.swift" }.flatMap { file in
      offenses(in: file) {
        $0.contains("append(addingCapacity:") ? "append(upTo:_:) has no data race" : nil
      }
    }
  }

  /// Finds `nonisolated(unsafe)` without a comment directly above about its safety.
  static func safetyComments(files: [SourceFile]) -> [Offense] {
    files.flatMap { file -> [Offense] in
      let lines = file.lines
      return file.code.indices.compactMap { index in
        guard file.code[index].contains("nonisolated(unsafe)") else { return nil }
        let comment = lines[..<index].reversed().prefix {
          $0.drop { $0 == " " }.hasPrefix("//")
        }
        guard !comment.contains(where: { $0.contains("// SAFETY: ") }) else { return nil }
        return Offense(
          path: file.path, line: index + 1, reason: "`// SAFETY:` is missing above this line")
      }
    }
  }

  /// Finds files that are too long.
  static func length(files: [SourceFile]) -> [Offense] {
    let kinds = [".swift", ".c", ".h", ".py"]
    return files.compactMap { file in
      let isSource = kinds.contains { file.path.hasSuffix($0) }
      let count = file.lines.count - (file.text.hasSuffix("\n") ? 1 : 0)
      guard isSource, count > 500, !file.path.contains("/Generated/") else { return nil }
      return Offense(path: file.path, reason: "\(count) lines are more than 500")
    }
  }

  /// Finds names of folders that exist only on an author's machine.
  static func machinePaths(files: [SourceFile]) -> [Offense] {
    let folders = ["work", "root", "tmp", "home", "opt"].map { Array(("/" + $0).utf8) }
    return files.flatMap { file -> [Offense] in
      let bytes = Array(file.text.utf8)
      return bytes.indices.compactMap { index -> Offense? in
        guard bytes[index] == UInt8(ascii: "/"), index == 0 || !continuesPath(bytes[index - 1]),
          let folder = folders.first(where: { bytes[index...].starts(with: $0) })
        else { return nil }
        let end = index + folder.count
        guard end == bytes.count || !isWord(bytes[end]) else { return nil }
        let line = bytes[..<index].count { $0 == UInt8(ascii: "\n") } + 1
        let name = String(decoding: folder, as: UTF8.self)
        return Offense(path: file.path, line: line, reason: "\(name) is a place on one machine")
      }
    }
  }

  /// Finds functions in layout whose last bit differs between libraries.
  static func inexactFunctions(files: [SourceFile]) -> [Offense] {
    let function = /(?:^|[^.\w])(a?sin|a?cos|a?tan|atan2|pow|exp2?|log(?:2|10)?)\(/
    return files.filter { layoutModules.contains($0.folder ?? "") }.flatMap { file in
      offenses(in: file) { line in
        guard line.utf8.contains(0x28) else { return nil }
        return line.firstMatch(of: function).map { "\($0.1) may differ between machines" }
      }
    }
  }

  /// Finds iteration over dictionaries and sets in layout, whose order differs between runs.
  static func unorderedIteration(files: [SourceFile]) -> [Offense] {
    let iteration = iteration.wordBoundaryKind(.simple)
    return files.filter { layoutModules.contains($0.folder ?? "") }.flatMap { file in
      let names = unorderedNames(in: file)
      guard !names.isEmpty else { return [Offense]() }
      return offenses(in: file) { line in
        guard !line.contains(".sorted") else { return nil }
        let uses = line.matches(of: iteration).map { String($0.1 ?? $0.2 ?? "") }
        return uses.first(where: names.contains).map { "\($0) has another order on every run" }
      }
    }
  }

  /// Finds output that bypasses `StandardStreams`, which escapes text for terminals.
  static func terminalOutput(files: [SourceFile]) -> [Offense] {
    let streams = "Sources/System/StandardStreams.swift"
    let call = /(?:^|[^.\w])(print|debugPrint|dump|putchar|f?puts|v?f?printf|perror)\(/
    let stream = /\b(FileHandle|FileDescriptor|stdout|stderr|STDOUT_FILENO|STDERR_FILENO)\b/
      .wordBoundaryKind(.simple)
    let end = /\b(exit)\(withError: (?!ExitCode\()/
    return files.filter { $0.path != streams }.flatMap { file in
      offenses(in: file) { line in
        let name = line.firstMatch(of: call)?.1 ?? line.firstMatch(of: stream)?.1
        guard let name = name ?? line.firstMatch(of: end)?.1 else { return nil }
        return "\(name) does not escape what it prints; StandardStreams does"
      }
    }
  }

  /// Finds imports of Foundation in inner modules.
  static func foundation(files: [SourceFile]) -> [Offense] {
    files.filter { plainModules.contains($0.folder ?? "") }.flatMap { file in
      offenses(in: file) { line in
        guard line.contains("import Foundation") else { return nil }
        return "\(file.folder ?? "") does without Foundation"
      }
    }
  }

  /// Returns the names that `file` declares as dictionaries or sets.
  private static func unorderedNames(in file: SourceFile) -> Set<String> {
    let declaration =
      /\b(?:let|var) (\w+)(?:: (?:\[[^\[\]()]+:|Set\b|Dictionary\b)| = (?:Set\b|Dictionary\b|\[[^\[\]()]+:[^\[\]]+\]\())/
    return Set(
      file.code.filter { $0.contains("let ") || $0.contains("var ") }.flatMap { line in
        line.matches(of: declaration).map { String($0.1) }
      })
  }

  private static var iteration: Regex<(Substring, Substring?, Substring?)> {
    /\bin (?:self\.)?(\w+)(?:\.keys|\.values)?\s*(?:\{|where\b)|\b(\w+)\.(?:keys|values|map|forEach|reduce|filter|flatMap|compactMap|first|enumerated)\b/
  }

  private static var importLine: Regex<(Substring, Substring)> {
    /^\s*(?:@\w+\s+)*(?:(?:public|package|internal|private|fileprivate)\s+)?import\s+(?:(?:struct|class|enum|protocol|func|let|var|typealias)\s+)?(\w+)/
  }

  /// Returns the lines of code for which `reason` is not `nil`.
  private static func offenses(in file: SourceFile, reason: (String) -> String?) -> [Offense] {
    file.code.enumerated().compactMap { index, line in
      reason(line).map { Offense(path: file.path, line: index + 1, reason: $0) }
    }
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "_") || Character(Unicode.Scalar(byte)).isLetter
      || Character(Unicode.Scalar(byte)).isNumber
  }

  /// Returns whether a slash after `byte` is in the middle of a path or an address.
  private static func continuesPath(_ byte: UInt8) -> Bool {
    isWord(byte) || byte >= 0x80
      || [".", "-", "/", "~", ")", "}", "*"].contains(Character(Unicode.Scalar(byte)))
  }
}
