package import GalleyHarfBuzz
public final class Typeface: Sendable {
  package let coverage = Coverage()
  package let isColor = false
}
public final class FontInstance: Sendable {
  public let typeface: Typeface
  package let font: Font
  public let metrics: FontMetrics
  public let id: UInt32
  init(typeface: Typeface, font: Font, metrics: FontMetrics) { self.typeface = typeface; self.font = font; self.metrics = metrics; id = 0 }
  package var spaceGlyph: (id: UInt32, advance: Int32) { (0,0) }
  package var hyphen: (id: UInt32, advance: Int32) { (0,0) }
  package func shapesWordsAlone(script: Tag, language: String?) -> Bool { true }
}
package struct FontSelection { package var instance: FontInstance }
package final class FontSet: Sendable {
  package let primary: FontInstance
  init(_ p: FontInstance) { primary = p }
  package func selection(for cluster: Span<UInt32>, script: Tag) -> FontSelection { FontSelection(instance: primary) }
}
public final class FontCollection: Sendable {
  package func fontSet(for description: FontDescription, language: String?) -> FontSet { fatalError() }
}
