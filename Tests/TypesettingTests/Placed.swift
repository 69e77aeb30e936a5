import GalleyGeometry
import GalleyTypesetting
import TestSupport

/// The description of a glyph run in tests.
struct PlacedRun: Equatable, CustomStringConvertible {
  /// The text of the run, in logical order.
  var text: String
  /// The left and right ends, in points, rounded to a thousandth.
  var x: ClosedRange<Double>

  init(_ text: String, _ x: ClosedRange<Double>) {
    self.text = text
    self.x = x.lowerBound.thousandths...x.upperBound.thousandths
  }

  var description: String { "\(text.debugDescription) \(x)" }
}

extension Double {
  /// The number rounded to a thousandth.
  var thousandths: Double { (self * 1_000).rounded() / 1_000 }
}

extension TextLayout {
  /// Returns the glyph runs of a line from left to right.
  func placed(line: Int = 0) -> [PlacedRun] {
    let bytes = Array(text.string.utf8)
    var scratch = PlacementScratch()
    var result: [PlacedRun] = []
    visitGlyphRuns(ofLine: line, scratch: &scratch) { run, _ in
      let text = String(decoding: bytes[run.text], as: UTF8.self)
      result.append(.init(text, run.origin.x...max(run.origin.x, run.origin.x + run.width)))
    }
    return result
  }

  /// Returns the left edges of the glyphs of a line from left to right, to a thousandth, with their
  /// ids.
  func glyphs(line: Int = 0) -> [(id: UInt32, x: Double)] {
    var scratch = PlacementScratch()
    var result: [(id: UInt32, x: Double)] = []
    visitGlyphRuns(ofLine: line, scratch: &scratch) { run, glyphs in
      for index in 0..<glyphs.count {
        result.append((glyphs[index].id, (run.origin.x + Double(glyphs[index].x)).thousandths))
      }
    }
    return result
  }

  /// The lines whose measured width differs from that of their runs, or whose runs are not
  /// contiguous.
  var misplaced: [String] {
    var faults: [String] = []
    var scratch = PlacementScratch()
    // The marks of wrapped code are beside the lines.
    let tokens = placedTokens.filter { $0.kind != .softWrap }
    for (index, line) in lines.enumerated() {
      var x = line.x
      // A token is not in a run.
      var own = tokens.filter { $0.frame.minY == line.y }
      func passToken() {
        guard let place = own.firstIndex(where: { abs($0.frame.minX - x) < 1e-6 }) else { return }
        x = own.remove(at: place).frame.maxX
      }
      visitGlyphRuns(ofLine: index, scratch: &scratch) { run, _ in
        if abs(run.origin.x - x) > 1e-6 { passToken() }
        if abs(run.origin.x - x) > 1e-6 { faults.append("line \(index): gap at \(x)") }
        if !(run.origin.x.isFinite && run.width.isFinite && run.origin.y.isFinite) {
          faults.append("line \(index): not finite")
        }
        x = run.origin.x + run.width
      }
      passToken()
      if !own.isEmpty { faults.append("line \(index): token at \(own[0].frame)") }
      let tolerance = 1e-6 * max(1, abs(x))
      if abs(x - line.x - line.width) > tolerance {
        faults.append("line \(index): \(x - line.x) wide, measured \(line.width)")
      }
    }
    return faults
  }
}
