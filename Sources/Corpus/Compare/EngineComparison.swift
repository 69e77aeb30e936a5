import Dispatch
import Synchronization

/// The comparison of several engines on the same texts.
package struct EngineComparison: Sendable {
  /// The differences that count as agreement.
  package struct Tolerances: Hashable, Sendable {
    /// The difference of a line's width, in points.
    package var width = 0.5
    /// The share of the ink of a line that differs.
    ///
    /// In 300 messages, ordinary text differed by 0.1 to 0.3, because engines place and darken
    /// glyphs differently; lines with other glyphs differed by 0.4 or more.
    package var ink = 0.35

    /// Creates the default tolerances.
    package init() {}
  }

  /// The agreement of two engines on one text.
  package struct Pair: Hashable, Sendable {
    /// Whether all lines begin with the same characters.
    package var hasSameBreaks: Bool
    /// The greatest difference of the widths of lines with the same text, in points; `nil` if there
    /// are none.
    package var width: Double?
    /// The greatest share of the ink of such a line that differs; `nil` if there is none.
    package var ink: Double?
  }

  /// Several engines that break a text at the same places.
  package struct Group: Hashable, Sendable {
    /// The indices of the engines, ascending.
    package var engines: [Int]
    /// The offsets at which lines begin.
    package var breaks: [Int]
  }

  /// The comparison of one text.
  package struct Subject: Sendable {
    /// The text.
    package var text: ComparedText
    /// The groups, that of the first engine first.
    package var groups: [Group]
    /// The agreement of each pair of engines that answered.
    package var pairs: [PairKey: Pair]
  }

  /// The indices of two engines, the lower one first.
  package struct PairKey: Hashable, Sendable {
    package var first: Int
    package var second: Int

    /// Creates the key of two engines in any order.
    package init(_ one: Int, _ other: Int) {
      first = min(one, other)
      second = max(one, other)
    }
  }

  /// The engines.
  package let engines: [EngineRun]
  /// The texts.
  package let subjects: [Subject]
  /// The tolerances.
  package let tolerances: Tolerances

  /// Compares the answers of engines.
  ///
  /// - Parameters:
  ///   - texts: The texts.
  ///   - engines: The answers to all of them, of one engine each.
  ///   - tolerances: The differences that count as agreement.
  package init(
    _ texts: [ComparedText], engines: [EngineRun], tolerances: Tolerances = Tolerances()
  ) {
    self.engines = engines
    self.tolerances = tolerances
    let subjects = Mutex([Subject?](repeating: nil, count: texts.count))
    DispatchQueue.concurrentPerform(iterations: texts.count) { index in
      let subject = Self.subject(texts[index], answers: engines.map { $0.answer(index) })
      subjects.withLock { $0[index] = subject }
    }
    self.subjects = subjects.withLock { $0.compactMap(\.self) }
  }

  private static func subject(_ text: ComparedText, answers: [EngineAnswer?]) -> Subject {
    var groups: [Group] = []
    for (engine, answer) in answers.enumerated() {
      guard let breaks = answer?.breaks else { continue }
      if let group = groups.firstIndex(where: { $0.breaks == breaks }) {
        groups[group].engines.append(engine)
      } else {
        groups.append(Group(engines: [engine], breaks: breaks))
      }
    }
    let inks = LineInks(answers: answers, size: text.size)
    var pairs: [PairKey: Pair] = [:]
    for first in answers.indices {
      for second in answers.indices.dropFirst(first + 1) {
        guard let one = answers[first], let other = answers[second] else { continue }
        let lines = AlignedLines.pairs(one.lines, other.lines)
        pairs[PairKey(first, second)] = Pair(
          hasSameBreaks: one.breaks == other.breaks,
          width: lines.map { abs(one.lines[$0.0].width - other.lines[$0.1].width) }.max(),
          ink: lines.compactMap { inks.difference(($0.0, first), ($0.1, second)) }.max())
      }
    }
    return Subject(text: text, groups: groups, pairs: pairs)
  }

  /// An aspect of a layout that engines can agree on.
  package enum Aspect: String, CaseIterable, Hashable, Sendable {
    case breaks, widths, ink
  }

  /// Returns whether two engines agree on an aspect of a text; `nil` if it cannot be compared.
  package func agrees(_ aspect: Aspect, _ key: PairKey, on subject: Subject) -> Bool? {
    guard let pair = subject.pairs[key] else { return nil }
    return switch aspect {
    case .breaks: pair.hasSameBreaks
    case .widths: pair.width.map { $0 <= tolerances.width }
    case .ink: pair.ink.map { $0 <= tolerances.ink }
    }
  }

  /// Returns the number of texts on which two engines agree, of those that can be compared.
  package func agreement(_ aspect: Aspect, _ key: PairKey) -> (agreeing: Int, compared: Int) {
    let answers = subjects.compactMap { agrees(aspect, key, on: $0) }
    return (answers.count(where: \.self), answers.count)
  }

  /// The indices of the texts, those with most groups first, then those with other differences.
  package var order: [Int] {
    let ranks = subjects.map { subject in
      Aspect.allCases.reduce(4 * subject.groups.count) { rank, aspect in
        isUnanimous(aspect, on: subject) ? rank : rank + (aspect == .ink ? 1 : 2)
      }
    }
    return subjects.indices.sorted { (-ranks[$0], $0) < (-ranks[$1], $1) }
  }

  /// Returns a line about an engine: its agreement with the first one.
  package func summary(of engine: Int) -> String {
    let shares = Aspect.allCases.map { aspect in
      let (agreeing, compared) = agreement(aspect, PairKey(0, engine))
      let share = FixedNumber.text(100 * Double(agreeing) / Double(max(1, compared)), places: 1)
      return compared == 0 ? "no \(aspect.rawValue) to compare" : "\(aspect.rawValue) \(share) %"
    }
    let run = engines[engine]
    let count = "\(run.answerCount) \(run.answerCount == 1 ? "text" : "texts")"
    return "\(run.name): \(run.title): \(count); like \(engines[0].name): "
      + shares.joined(separator: ", ")
  }

  /// Returns whether all engines that answered agree on an aspect of a text.
  package func isUnanimous(_ aspect: Aspect, on subject: Subject) -> Bool {
    subject.pairs.keys.allSatisfy { agrees(aspect, $0, on: subject) ?? true }
  }
}

/// Lines of two layouts that have the same text.
package enum AlignedLines {
  /// Returns the indices of lines with the same visible text, ascending in both layouts.
  package static func pairs(
    _ first: [EngineAnswer.Line], _ second: [EngineAnswer.Line]
  ) -> [(Int, Int)] {
    var result: [(Int, Int)] = []
    var (one, other) = (0, 0)
    while one < first.count, other < second.count {
      let (left, right) = (first[one].range, second[other].range)
      if left == right { result.append((one, other)) }
      if left.upperBound <= right.upperBound { one += 1 }
      if right.upperBound <= left.upperBound { other += 1 }
    }
    return result
  }
}

/// The ink of the lines of all engines, made once for each.
private struct LineInks {
  private let inks: [[LineInk]?]

  init(answers: [EngineAnswer?], size: Double) {
    // Lines of one text are compared in the width of the widest engine.
    var widths: [Range<Int>: Double] = [:]
    for line in answers.flatMap({ $0?.lines ?? [] }) {
      widths[line.range] = max(widths[line.range] ?? 0, min(line.width, 4_096))
    }
    inks = answers.map { answer in
      guard let answer, let picture = answer.picture else { return nil }
      let darkness = Darkness(picture)
      return answer.lines.map {
        LineInk(darkness, of: $0, size: min(size, 200), width: widths[$0.range] ?? 0)
      }
    }
  }

  /// Returns the difference of two lines, each with its engine; `nil` if a picture is missing.
  func difference(_ one: (line: Int, engine: Int), _ other: (line: Int, engine: Int)) -> Double? {
    guard let first = inks[one.engine], let second = inks[other.engine] else { return nil }
    return first[one.line].difference(from: second[other.line])
  }
}
