import GalleyFonts
import GalleyMessageOutput
import GalleyRichTypesetting
import GalleyTypesetting

/// The times of laying a growing message out as a whole.
struct WholeComparison {
  private let source: [UInt8]
  private let settings: LayoutSettings
  private let fonts: FontCollection
  private let clock = ContinuousClock()

  /// The number of prefixes that are measured.
  private static let samples = 64

  init(_ source: [UInt8], settings: LayoutSettings, fonts: FontCollection) {
    self.source = source
    self.settings = settings
    self.fonts = fonts
  }

  private func milliseconds(of length: Int, with engine: TextEngine) -> Double {
    let text = String(decoding: source.prefix(length), as: UTF8.self)
    return clock.measure { _ = settings.layout(markdown: text, with: engine) } / .milliseconds(1)
  }

  /// Returns the figures.
  ///
  /// - Parameter appends: The number of appends that are estimated.
  /// - Returns: The rows of the table.
  func rows(appends: Int) -> [FigureTable.Row] {
    let first = (0..<5).map { _ in
      milliseconds(of: source.count, with: TextEngine(fonts: fonts))
    }.sorted()[2]
    let warm = TextEngine(fonts: fonts)
    _ = milliseconds(of: source.count, with: warm)
    let sum = (0..<Self.samples).reduce(0.0) { sum, index in
      sum + milliseconds(of: source.count * (2 * index + 1) / (2 * Self.samples), with: warm)
    }
    return [
      ("whole_ms", "the whole at once", first, "ms"),
      (
        "whole_each_ms", "the whole at each append", sum / Double(Self.samples) * Double(appends),
        "ms"
      ),
    ]
  }
}
