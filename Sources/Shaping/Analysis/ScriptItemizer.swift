internal import GalleyUnicode

/// Divides a text into runs of one script each.
///
/// Characters shared by many scripts join the run before them or, at the start, the run after them.
/// A closing bracket takes the script of its opening bracket. A character used by a few scripts
/// only, such as an ideographic comma, joins the run after it on the same line of the text if that
/// script uses it and the one before does not. Marks stay with their base.
///
/// - SeeAlso: [UAX #24](https://www.unicode.org/reports/tr24/#Common), sections 5.1 and 5.2.
struct ScriptItemizer {
  private struct Bracket {
    /// The matching closing bracket.
    var closing: UInt32
    /// The script at the opening bracket; 0 if unknown.
    var script: UInt8
  }

  /// A character that is not used with the script before it.
  private struct Undecided {
    var scalar: UInt32
    var offset: Int
    /// The number of open brackets before it.
    var depth: Int
  }

  /// The maximum number of nested brackets tracked; no real text is expected to exceed it.
  private static let maximumDepth = 32

  private var current: UInt8 = 0
  private var first: UInt8 = 0
  private var brackets: [Bracket] = []
  private var undecided: Undecided?

  /// Calls `body` with the end of each run and ICU's code of its script.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the text.
  mutating func itemize(
    _ text: Span<UInt8>, characters: borrowing CharacterTable, _ body: (Int, UInt8) -> Void
  ) {
    var offset = 0
    while offset < text.count {
      let (scalar, length) = text.scalar(at: offset)
      let record = characters.known(scalar)
      if record.hasScript {
        take(record.script, at: offset, body)
      } else if record.has(CharacterRecord.isBracket | CharacterRecord.hasScriptExtensions) {
        consider(scalar, record, at: offset, body)
      } else if Self.isLineEnd(scalar) {
        undecided = nil
      }
      offset += length
    }
    body(text.count, current)
  }

  private static func isLineEnd(_ scalar: UInt32) -> Bool {
    (0x0A...0x0D).contains(scalar) || scalar == 0x85 || (0x2028...0x2029).contains(scalar)
  }

  /// Processes a character with a script of its own.
  private mutating func take(_ script: UInt8, at offset: Int, _ body: (Int, UInt8) -> Void) {
    if first == 0 { first = script }
    if current == 0 { current = script }
    guard script != current else {
      undecided = nil
      return
    }
    var start = offset
    if let undecided, ICU.Properties.isUsed(undecided.scalar, inScript: script) {
      start = undecided.offset
      for index in min(undecided.depth, brackets.count)..<brackets.count {
        brackets[index].script = script
      }
    }
    switchTo(script, at: start, body)
  }

  /// Processes a bracket, or a character used by a few scripts only.
  private mutating func consider(
    _ scalar: UInt32, _ record: CharacterRecord, at offset: Int, _ body: (Int, UInt8) -> Void
  ) {
    if record.has(CharacterRecord.isBracket), close(scalar, at: offset, body) { return }
    let isUndecided =
      record.has(CharacterRecord.hasScriptExtensions) && undecided == nil && current != 0
      && record.script != CharacterRecord.inheritedScript
      && !ICU.Properties.isUsed(scalar, inScript: current)
    if isUndecided {
      undecided = Undecided(scalar: scalar, offset: offset, depth: brackets.count)
    }
    guard record.has(CharacterRecord.isBracket), brackets.count < Self.maximumDepth else { return }
    if ICU.Properties.isOpeningBracket(scalar) {
      brackets.append(Bracket(closing: ICU.Properties.pairedBracket(scalar), script: current))
    }
  }

  /// Closes the bracket that `scalar` matches, and returns whether there was one.
  private mutating func close(
    _ scalar: UInt32, at offset: Int, _ body: (Int, UInt8) -> Void
  ) -> Bool {
    guard let index = brackets.lastIndex(where: { $0.closing == scalar }) else { return false }
    let opener = brackets[index].script
    brackets.removeSubrange(index...)
    let script = opener == 0 ? first : opener
    if script != current { switchTo(script, at: offset, body) }
    return true
  }

  private mutating func switchTo(_ script: UInt8, at offset: Int, _ body: (Int, UInt8) -> Void) {
    if offset > 0 { body(offset, current) }
    current = script
    undecided = nil
  }
}
