import GalleyHarfBuzz
import GalleyShaping

/// Stretches the Arabic words of a line with tatweels (U+0640) between joined letters.
///
/// Each word is stretched at its best joint only, up to a typographic limit; spaces absorb the
/// remaining slack.
struct Kashida {
  private let text: ShapedText
  private let glyphs: [Glyph]
  private var runs: [StretchableRun] = []
  private var joints: [KashidaJoint] = []
  /// The growth of the line, in points.
  private(set) var growth = 0.0

  /// The maximum growth of a stroke, relative to the font size.
  private static let greatestGrowth = 0.75

  /// The part of a run that is on the line.
  private struct StretchableRun {
    var range: Range<Int>
    var index: Int
    /// The advance of its glyphs, in design units.
    var units: Int
    /// The advance of a tatweel, in design units; 0 if the run cannot be stretched.
    var tatweel = 0
  }

  /// Finds the joints at which a line, given by its pieces in logical order, can be stretched.
  init(text: ShapedText, pieces: ArraySlice<LinePiece>, glyphs: [Glyph]) {
    self.text = text
    self.glyphs = glyphs
    for piece in pieces {
      let run = text.runs[piece.run]
      guard run.kind == .text, run.script == "Arab", run.isRightToLeft else { continue }
      var finder = JointFinder(
        text.input.text.string.utf8.span, range: piece.range, run: runs.count)
      finder.run(glyphs[piece.glyphs])
      guard !finder.joints.isEmpty else { continue }
      joints += finder.joints
      let units = glyphs[piece.glyphs].reduce(0) { $0 + Int($1.advance) }
      runs.append(StretchableRun(range: piece.range, index: piece.run, units: units))
    }
  }

  /// Stretches the words up to their limit to fill some points, and returns the glyphs of each
  /// stretched run.
  mutating func stretch(by slack: Double) -> [LinePatch] {
    guard !joints.isEmpty else { return [] }
    measureTatweels()
    distribute(slack)
    var patches: [LinePatch] = []
    for index in runs.indices {
      let insertions = joints.filter { $0.run == index && $0.count > 0 }.map {
        TatweelInsertion(offset: $0.offset, count: $0.count)
      }
      guard !insertions.isEmpty else { continue }
      let run = text.runs[runs[index].index]
      let glyphs = text.shapers.reshape(runs[index].range, inserting: insertions, of: run, in: text)
      let grown = Double(glyphs.advance - runs[index].units) * run.pointsPerUnit
      guard grown > 0, growth + grown <= slack, !glyphs.contains(where: { $0.id == 0 }) else {
        continue
      }
      growth += grown
      patches.append(LinePatch(range: runs[index].range, glyphs: glyphs))
    }
    return patches
  }

  /// Measures the advance that one tatweel adds to each run.
  private mutating func measureTatweels() {
    for index in runs.indices {
      let run = text.runs[runs[index].index]
      if let known = runs[..<index].first(where: {
        text.runs[$0.index].font == run.font && text.runs[$0.index].style == run.style
      }) {
        runs[index].tatweel = known.tatweel
        continue
      }
      guard let joint = joints.first(where: { $0.run == index }) else { continue }
      let glyphs = text.shapers.reshape(
        runs[index].range, inserting: [TatweelInsertion(offset: joint.offset, count: 1)], of: run,
        in: text)
      if !glyphs.contains(where: { $0.id == 0 }) {
        runs[index].tatweel = max(0, glyphs.advance - runs[index].units)
      }
    }
  }

  /// Assigns tatweels to the joints, best joints first.
  private mutating func distribute(_ slack: Double) {
    let order = joints.indices.sorted {
      joints[$0].rank != joints[$1].rank
        ? joints[$0].rank < joints[$1].rank : joints[$0].offset > joints[$1].offset
    }
    var left = slack
    var isDone = false
    while !isDone {
      isDone = true
      for index in order {
        let run = runs[joints[index].run]
        let shapedRun = text.runs[run.index]
        let width = Double(run.tatweel) * shapedRun.pointsPerUnit
        let limit = Kashida.greatestGrowth * text.style(of: shapedRun).size
        guard width > 0, width <= left, Double(joints[index].count + 1) * width <= limit else {
          continue
        }
        joints[index].count += 1
        left -= width
        isDone = false
      }
    }
  }
}
