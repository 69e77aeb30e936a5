import ArgumentParser
import GalleyFonts
import GalleyHarfBuzz
import GalleyJSON
import GalleyUnicode

/// The characters whose fonts are counted.
enum CoverageSelection: Hashable, Sendable {
  /// All scripts or all blocks.
  case all(ICU.CharacterGroup.Property)
  case one(ICU.CharacterGroup)

  /// The script or block; `nil` for all.
  var group: ICU.CharacterGroup? {
    guard case .one(let group) = self else { return nil }
    return group
  }

  /// Parses a script.
  @Sendable static func script(_ argument: String) throws -> CoverageSelection {
    if argument == "all" { return .all(.script) }
    guard let group = ICU.CharacterGroup(.script, named: argument) else {
      throw ValidationError("Expected \"all\" or a script such as Devanagari or Deva.")
    }
    return .one(group)
  }

  /// Parses a block.
  @Sendable static func block(_ argument: String) throws -> CoverageSelection {
    if argument == "all" { return .all(.block) }
    guard let group = ICU.CharacterGroup(.block, named: argument) else {
      throw ValidationError("Expected \"all\" or a block such as \"Greek and Coptic\".")
    }
    return .one(group)
  }

  fileprivate func selects(_ group: ICU.CharacterGroup) -> Bool {
    switch self {
    case .all(let property): group.property == property
    case .one(let only): group == only
    }
  }
}

/// The numbers of characters that fonts cover, of a text, a script or a block.
struct FontCoverage {
  /// A face and the number of characters that it shows.
  struct Count {
    let family: String
    let style: String
    let path: String
    let index: Int
    var characters = 0
  }

  /// The script or block; `nil` for a text.
  let group: ICU.CharacterGroup?
  /// The faces, the one with the most characters first.
  private(set) var fonts: [Count] = []
  /// The characters without a font: those of a text, or ranges of code points.
  private(set) var missing: [String] = []
  /// The number of characters without a font.
  private(set) var missingCount = 0
  /// The Debian packages with fonts for them.
  private(set) var packages: Set<String> = []

  private var indices: [String: Int] = [:]
  private var range: ClosedRange<UInt32>?

  /// The number of missing characters or ranges that are listed.
  private static let listLimit = 24

  // MARK: Counting

  /// Counts the characters of a text.
  init(
    of text: String, _ fonts: FontCollection, _ description: FontDescription, _ language: String?
  ) {
    group = nil
    var known: Set<String> = []
    for part in fonts.explain(text, in: description, language: language) {
      let isControl = part.text.unicodeScalars.allSatisfy {
        $0.properties.generalCategory == .control
      }
      if isControl { continue }
      if part.isComplete {
        count(part.family, part.style, part.path, part.index)
        continue
      }
      missingCount += 1
      if known.insert(part.text).inserted { missing.append(part.text) }
      if let package = part.package { packages.insert(package) }
    }
    sort()
  }

  private init(_ group: ICU.CharacterGroup) { self.group = group }

  /// Counts the characters of scripts and blocks, in the order of their first characters.
  ///
  /// Controls, and characters that are invisible or for private use, are not counted.
  static func counts(of selections: [CoverageSelection], with fonts: FontSet) -> [FontCoverage] {
    var counts: [FontCoverage] = []
    var places: [ICU.CharacterGroup: Int] = [:]
    let hidden: ICU.Properties.Flags = [.unassigned, .defaultIgnorable]
    for scalar in UInt32(0)...0x10FFFF {
      guard !ICU.Properties.flags(of: scalar).has(hidden),
        let category = Unicode.Scalar(scalar)?.properties.generalCategory,
        category != .control, category != .privateUse
      else { continue }
      let groups = [ICU.CharacterGroup.Property.script, .block]
        .map { ICU.CharacterGroup($0, of: scalar) }
        .filter { group in selections.contains { $0.selects(group) } }
      guard !groups.isEmpty else { continue }
      let script = FontTag(rawValue: ICU.Properties.script(of: scalar))
      let selection = fonts.selection(for: [scalar].span, script: script)
      for group in groups {
        let place = places[group] ?? counts.count
        if place == counts.count {
          counts.append(FontCoverage(group))
          places[group] = place
        }
        counts[place].add(scalar, selection, script: script)
      }
    }
    for index in counts.indices { counts[index].finish() }
    return counts
  }

  private mutating func add(_ scalar: UInt32, _ selection: FontSelection, script: FontTag) {
    let typeface = selection.instance.typeface
    if selection.isComplete {
      return count(typeface.family, typeface.style, typeface.path, typeface.index)
    }
    missingCount += 1
    packages.insert(ScriptSample.package(for: script))
    if let last = range, last.upperBound + 1 == scalar {
      range = last.lowerBound...scalar
    } else {
      endRange()
      range = scalar...scalar
    }
  }

  private mutating func endRange() {
    guard let range else { return }
    let ends = Set([range.lowerBound, range.upperBound]).sorted().map { scalar in
      let digits = String(scalar, radix: 16, uppercase: true)
      return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
    missing.append(ends.joined(separator: ".."))
    self.range = nil
  }

  private mutating func finish() {
    endRange()
    sort()
  }

  private mutating func count(_ family: String, _ style: String, _ path: String, _ index: Int) {
    let key = "\(path)#\(index)#\(family)"
    let place = indices[key] ?? fonts.count
    if place == fonts.count {
      indices[key] = place
      fonts.append(Count(family: family, style: style, path: path, index: index))
    }
    fonts[place].characters += 1
  }

  private mutating func sort() {
    let order = fonts.enumerated().sorted {
      ($1.element.characters, $0.offset) < ($0.element.characters, $1.offset)
    }
    fonts = order.map(\.element)
  }

  // MARK: Output

  /// The number of characters that fonts cover.
  var covered: Int { fonts.reduce(0) { $0 + $1.characters } }

  private var title: String { "\(covered) of \(covered + missingCount) characters" }

  /// The columns of a row in a table: the name, the numbers, and the fonts.
  var row: [String] {
    let names = fonts.prefix(3).map(\.family)
    let more = fonts.count > 3 ? [" and \(fonts.count - 3) more"] : []
    return [group?.name ?? "", title, names.joined(separator: ", ") + more.joined()]
  }

  /// The fonts and the missing characters, a line each.
  var details: String {
    var text = (group.map { $0.name + ": " } ?? "") + title + "\n"
    let width = fonts.first.map { "\($0.characters)".count } ?? 0
    for font in fonts {
      let number = "\(font.characters)"
      text +=
        "  " + String(repeating: " ", count: width - number.count)
        + "\(number)  \(font.family) \(font.style)\n"
    }
    guard missingCount > 0 else { return text }
    let shown = missing.prefix(Self.listLimit).map { group == nil ? $0.debugDescription : $0 }
    let rest = missing.count - shown.count
    text += "  missing: \(shown.joined(separator: ", "))" + (rest > 0 ? " and \(rest) more" : "")
    text += "\n"
    guard !packages.isEmpty else { return text }
    let names = packages.sorted().joined(separator: " ")
    return text + "  For the missing characters: apt-get install \(names)\n"
  }

  /// The counts as a line of JSON.
  var json: [UInt8] {
    var writer = JSONWriter()
    writer.object { writer in
      if let group { writer.member(group.property == .script ? "script" : "block", group.name) }
      writer.member("characters", covered + missingCount)
      writer.member("covered", covered)
      writer.name("fonts")
      writer.array(fonts) { writer, font in
        writer.object { writer in
          writer.member("family", font.family)
          writer.member("style", font.style)
          writer.member("path", font.path)
          writer.member("index", font.index)
          writer.member("characters", font.characters)
        }
      }
      writer.name("missing")
      writer.array(missing) { $0.value($1) }
      writer.name("packages")
      writer.array(packages.sorted()) { $0.value($1) }
    }
    writer.endLine()
    return writer.bytes
  }
}
