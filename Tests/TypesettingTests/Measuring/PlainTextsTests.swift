import GalleyFonts
import GalleyGeometry
import GalleyShaping
import TestSupport
import Testing

@testable import GalleyTypesetting

/// Texts that are measured by the places where their lines may end.
///
/// Tests in Galley Box at 10 points, in which every character is 10 points wide.
@Suite struct PlainTextsTests {
  let engine = TestFonts.engine()

  private func layout(
    _ string: String, family: String = "Galley Box", width: Double = .infinity,
    _ change: (inout LayoutOptions) -> Void = { _ in }
  ) -> TextLayout {
    let text = AttributedText(string, style: TestFonts.style(family))
    return engine.layout(text, options: LayoutOptions(width: width, change))
  }

  private func mixed(_ string: String) -> TextLayout {
    var text = AttributedText(string, style: TestFonts.style())
    text.setStyle(TestFonts.style(size: 5), in: 1..<2)
    text.setStyle(TestFonts.style(size: 4), in: text.length / 2..<text.length)
    return engine.layout(text)
  }

  /// Checks the sizes of layouts; the widest word of the first is `least` points wide.
  private func expectSizes(of layouts: [TextLayout], least: Double) {
    var texts = PlainTexts()
    for layout in layouts { texts.append(layout) }
    let widths = Array(stride(from: 0.0, through: 200, by: 5)) + [.infinity]
    let leaps: [Double] = [40, 200, 45, 5, 70, 60, 120, 65, 15, 150, 10, 100, 25, 0, 80]
    for width in widths + widths.reversed() + leaps {
      for (index, layout) in layouts.enumerated() {
        let expected = layout.relayout(LayoutOptions(width: width))
        let found = texts.metrics(of: index, measure: width)
        if index == 0 { #expect((found != nil) == (width >= least), "\(width)") }
        guard let found else { continue }
        #expect(found.size == expected.size, "\(width)")
        #expect(found.widths.least == expected.size.width, "\(width)")
        #expect(found.widths.limit == expected.validWidths.upperBound, "\(width)")
      }
    }
  }

  @Test(arguments: [
    (text: "a", least: 10.0), ("ab cd", 20), ("aa bbb c dddd ee f", 40), ("a  b   c d", 10),
    ("aa bb\n", 20), ("aa bbb\ncc\n\ndd e", 30), ("a b\n\n", 10), ("漢字漢字", 10), ("a \nb", 10),
    ("a b c d e f g h i j k l m n o p q r s t u v w x y z", 10), ("  ab", 20), ("אב גד הוז", 30),
  ])
  func `a text of one run has the size of its layout at each width`(text: String, least: Double) {
    expectSizes(of: [layout(text)], least: least)
    // The places of other texts are before and behind.
    let other = layout("xx yyy z\nzzzz")
    expectSizes(of: [layout(text), other, layout(text)], least: least)
  }

  @Test(arguments: [
    // The second character takes 5 points, and those of the second half 4.
    (text: "abc de fg", least: 25.0), ("ab c\nddd ee\n", 18), ("aa bb  cc dd   ee    ff", 20),
    ("a b c d e f g h i j", 10),
  ])
  func `a text of several runs has the size of its layout at each width`(
    text: String, least: Double
  ) {
    expectSizes(of: [mixed(text)], least: least)
    expectSizes(of: [mixed(text), layout("xx y"), mixed(text)], least: least)
  }

  @Test func `a text with more kinds of white space than three is measured`() {
    expectSizes(of: [layout("a b  c   d    e     f")], least: 10)
  }

  @Test func `lines of other texts do not depend on texts that are not plain`() {
    var texts = PlainTexts()
    texts.append(layout("a\tb"))
    texts.append(layout("ab cd"))
    texts.append(layout(""))
    texts.append(mixed("ab cd"))
    let sizes = (0..<4).map { texts.metrics(of: $0, measure: 20)?.size }
    #expect(sizes == [nil, Size(width: 20, height: 20), nil, Size(width: 15, height: 20)])
  }

  @Test func `texts with tabs, hyphens or unequal lines are measured in another way`() {
    var kerned = AttributedText("AVAV", style: TestFonts.style("Galley Kern"))
    kerned.lineBreakRules = AttributedText.LineBreakRules(wordBreak: .breakAll)
    var quoted = AttributedText("ab cd", style: TestFonts.style())
    quoted.addBlocks([TextBlock(.quote, in: 0..<5)])
    let layouts = [
      layout("a\tb"), layout("a\u{AD}b"), layout("ab cd") { $0.lineHeight = .perLine },
      layout("ab cd") { $0.wrapping = .balanced }, layout("ab cd") { $0.maximumLines = 2 },
      layout("A A", family: "Galley Kern"), engine.layout(kerned), engine.layout(quoted),
    ]
    for (index, layout) in layouts.enumerated() {
      var texts = PlainTexts()
      texts.append(layout)
      let found = texts.metrics(of: 0, measure: 1_000)
      #expect(found?.size == nil, "\(index)")
    }
  }

  @Test(arguments: [false, true], [false, true])
  func `a place tells its positions and its kind`(isOpportunity: Bool, isMandatory: Bool) {
    for next in [0, 1, 1_000, PlainStop.maximumPosition - 1, PlainStop.maximumPosition] {
      let stop = PlainStop(
        inkEnd: next / 2, next: next, isOpportunity: isOpportunity, isMandatory: isMandatory)
      #expect(Int(stop.inkEnd) == next / 2)
      #expect(Int(stop.next) == next)
      #expect(stop.isOpportunity == isOpportunity)
      #expect(stop.isMandatory == isMandatory)
    }
  }
}

/// Texts of one run, which are measured in units.
@Suite struct UniformTextsTests {
  private let engine = TestFonts.engine()

  /// Returns a place whose white space is between two positions.
  private func stop(_ inkEnd: Int, _ next: Int, isMandatory: Bool = false) -> PlainStop {
    PlainStop(inkEnd: inkEnd, next: next, isOpportunity: true, isMandatory: isMandatory)
  }

  @Test func `white space may have three advances and none`() {
    // Letters of 1000 units; white space of 1000, 2000 and 3000.
    let layout = engine.layout(AttributedText("a b  c   d", style: TestFonts.style()))
    let stops = [
      stop(1_000, 2_000), stop(3_000, 5_000), stop(6_000, 9_000), stop(10_000, 10_000),
    ]
    var texts = UniformTexts()
    let others = stops.dropLast() + [stop(10_000, 10_500)]
    let isOtherAppended = texts.append(layout, pitch: 12, others[...])
    #expect(!isOtherAppended)
    let isAppended = texts.append(layout, pitch: 12, stops[...])
    #expect(isAppended)
    // a b, c, d; then a b c, d; then all.
    let found = [40, 60, 100, 9.9].map { texts.metrics(of: 0, measure: $0) }
    #expect(
      found.map { $0?.size }
        == [
          Size(width: 30, height: 36), Size(width: 60, height: 24), Size(width: 100, height: 12),
          nil,
        ])
    #expect(
      found.map { $0?.widths }
        == [
          WidthInterval(least: 30, limit: 50), WidthInterval(least: 60, limit: 100),
          WidthInterval(least: 100), nil,
        ])
  }

  @Test func `a mandatory break ends a line, and one at the end adds an empty line`() {
    let layout = engine.layout(AttributedText("a b\nc\n", style: TestFonts.style()))
    var texts = UniformTexts()
    texts.appendNone()
    let stops = [
      stop(1_000, 2_000), stop(3_000, 3_000, isMandatory: true),
      stop(4_000, 4_000, isMandatory: true),
    ]
    let isAppended = texts.append(layout, pitch: 10, stops[...])
    #expect(isAppended)
    let none = texts.metrics(of: 0, measure: 100)
    #expect(none?.size == nil)
    let (narrow, wide) = (Size(width: 10, height: 40), Size(width: 30, height: 30))
    let sizes = [100, 20, 30, 10].map { texts.metrics(of: 1, measure: $0)?.size }
    #expect(sizes == [wide, narrow, wide, narrow])
  }

  @Test(arguments: [0.01, 0.017, 1.0 / 3, 0.004_882_812_5, 16.0 / 2_048, 7])
  func `the units within a measure are the most that are not wider`(scale: Double) {
    for units in [1, 2, 3, 10, 999, 1_000, 54_321] as [UInt32] {
      let (measure, next) = (Double(units) * scale, Double(units + 1) * scale)
      #expect(PlainEntry.units(within: measure, scale: scale) == units)
      #expect(PlainEntry.units(within: measure.nextDown, scale: scale) == units - 1)
      #expect(PlainEntry.units(within: next.nextDown, scale: scale) == units)
    }
    #expect(PlainEntry.units(within: 0, scale: scale) == 0)
    for measure in [Double.infinity, 1e300, Double(PlainEntry.maximumUnits) * scale] {
      #expect(PlainEntry.units(within: measure, scale: scale) == PlainEntry.maximumUnits)
    }
    let most = Double(PlainEntry.maximumUnits) * scale
    #expect(PlainEntry.units(within: most.nextDown, scale: scale) == PlainEntry.maximumUnits - 1)
  }
}
