import GalleyGeometry
import GalleyTypesetting
import TestSupport
import Testing

@Suite struct LayoutMetricsTableTests {
  let engine = TestFonts.engine()

  @Test(arguments: seeds(24, long: 400))
  func `sizes equal those of layouts at each width`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var texts: [AttributedText] = []
    var options: [LayoutOptions] = []
    for index in 0..<12 {
      texts.append(AttributedText.random(using: &random))
      options.append(
        index % 3 == 0 ? .randomWrapping(using: &random) : .random(using: &random))
      if index % 4 == 1 { options[index].maximumLines = 2 }
    }
    var table = LayoutMetricsTable(zip(texts, options).map { engine.layout($0, options: $1) })
    var old = (0..<table.count).map { table[$0] }
    var width = Double.random(in: 0...200, using: &random)
    for step in 0..<12 {
      width += step % 4 == 3 ? Double.random(in: -80...80, using: &random) : 1
      let changed = table.setWidth(step == 11 ? .infinity : width)
      for index in texts.indices {
        options[index].width = step == 11 ? .infinity : width
        let layout = engine.layout(texts[index], options: options[index])
        #expect(table[index] == layout.size, "text \(index) at \(width)")
        #expect(table.layout(at: index).fingerprint == layout.fingerprint)
        #expect(changed.contains(index) == (layout.size != old[index]))
        old[index] = layout.size
      }
    }
  }

  @Test func `texts whose interval contains the width are not measured`() {
    let options = LayoutOptions(width: 100)
    var table = LayoutMetricsTable(
      ["ab", "aa bb cc dd ee ff"].map {
        engine.layout(AttributedText($0, style: TestFonts.style()), options: options)
      })
    // Lines of 80 points; the third word would fit in 110.
    #expect(table.setWidth(109).isEmpty)
    #expect(table.measuredCount == 0)
    #expect(table.setWidth(110) == [1])
    #expect(table.measuredCount == 1)
    #expect(table[1].width == 110)
  }

  @Test func `texts of over 65,535 words or lines are measured too`() {
    let words = AttributedText(
      String(repeating: "a ", count: 70_000), style: TestFonts.style())
    let lines = AttributedText(
      String(repeating: "a\n", count: 70_000), style: TestFonts.style())
    var options = LayoutOptions(width: 100)
    var table = LayoutMetricsTable([words, lines].map { engine.layout($0, options: options) })
    for width in [130.0, 40, 20] {
      table.setWidth(width)
      options.width = width
      #expect(table[0] == engine.layout(words, options: options).size)
      #expect(table[1] == engine.layout(lines, options: options).size)
    }
  }

  @Test func `lines that fit the width exactly are found from both sides`() {
    var options = LayoutOptions(width: 1_000)
    let text = AttributedText("aa bbb c dddd ee f", style: TestFonts.style())
    var table = LayoutMetricsTable([engine.layout(text, options: options)])
    for width in Array(stride(from: 180.0, through: 0, by: -10)) + [180, 60, 170, 80, 110, 50, 70] {
      table.setWidth(width)
      options.width = width
      #expect(table[0] == engine.layout(text, options: options).size, "\(width)")
    }
  }

  @Test(arguments: ["ab cd\n", "ab cd\n\n", "ab\ncd ef\n", "\n", "ab cd ef"])
  func `a line end at the end of a text adds an empty line`(string: String) {
    let plain = AttributedText(string, style: TestFonts.style())
    // One text of one run, and one of several.
    var mixed = plain
    mixed.setStyle(TestFonts.style("Galley Kern Letters"), in: 0..<1)
    var options = LayoutOptions(width: 100)
    var table = LayoutMetricsTable([plain, mixed].map { engine.layout($0, options: options) })
    for width in [40.0, 20, 50, 80, 10, 100] {
      table.setWidth(width)
      options.width = width
      #expect(table[0] == engine.layout(plain, options: options).size, "\(width)")
      #expect(table[1] == engine.layout(mixed, options: options).size, "\(width)")
    }
  }

  @Test func `letters narrower than a point are measured at no width`() {
    let text = AttributedText("aa", style: TestFonts.style(size: 0.25))
    let options = LayoutOptions(width: 1)
    var table = LayoutMetricsTable([engine.layout(text, options: options)])
    #expect(table[0].width == 0.5)
    for width in [0, -1, .nan] as [Double] {
      #expect(table.setWidth(width) == [0])
      #expect(table.setWidth(1) == [0])
    }
  }

  @Test func `a text without a size is measured`() {
    let text = AttributedText("aa bb", style: TestFonts.style(size: 0))
    var table = LayoutMetricsTable([engine.layout(text, options: LayoutOptions(width: 10))])
    for width in [0, 20, .infinity] {
      table.setWidth(width)
      #expect(table[0] == engine.layout(text, options: LayoutOptions(width: width)).size)
    }
  }

  @Test func `an empty table and an empty text have sizes`() {
    var table = LayoutMetricsTable()
    #expect(table.setWidth(10).isEmpty)
    table.append(engine.layout(AttributedText("", style: TestFonts.style())))
    #expect(table.setWidth(20).isEmpty)
    #expect(table[0] == engine.layout(AttributedText("", style: TestFonts.style())).size)
  }

  @Test(arguments: [0, -0.0, -0.5, -5, -.infinity, .nan] as [Double])
  func `a width that is not positive is as narrow as possible`(width: Double) {
    // Letters of 0.4 points, of which two fit in a point.
    let text = AttributedText("ab cd", style: TestFonts.style(size: 0.4))
    var table = LayoutMetricsTable([engine.layout(text, options: LayoutOptions(width: 1))])
    #expect(table[0].height.thousandths == 0.8)
    #expect(table.setWidth(width) == [0])
    #expect(table[0].height.thousandths == 1.6)
    #expect(table[0] == engine.layout(text, options: LayoutOptions(width: width)).size)
    #expect(table.setWidth(0).isEmpty)
    #expect(table.measuredCount == 0)
  }

  @Test func `a word that fits exactly stays on its line when a text becomes narrower`() {
    // Letters of Galley Kern are half as wide.
    let plain = AttributedText("ab cd ef", style: TestFonts.style())
    var mixed = plain
    mixed.setStyle(TestFonts.style("Galley Kern"), in: 6..<8)
    var table = LayoutMetricsTable([plain, mixed].map { engine.layout($0) })
    #expect(table[0] == Size(width: 80, height: 10))
    #expect(table[1] == Size(width: 70, height: 10))
    #expect(table.setWidth(50) == [0, 1])
    #expect(table[0] == Size(width: 50, height: 20))
    #expect(table[1] == Size(width: 50, height: 20))
  }
}
