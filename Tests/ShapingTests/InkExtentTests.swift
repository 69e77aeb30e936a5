import GalleyHarfBuzz
import GalleyShaping
import Testing

@Suite struct InkExtentTests {
  @Test func `glyphs that are shifted up reach further up and less far down`() {
    let reach = InkReach(above: 700, below: 200, left: 50, right: 30)
    let extent = InkExtent(reach, scale: 0.5, shift: 1.5)
    #expect(
      [extent.above, extent.below, extent.left, extent.right] == [351.5, 98.5, 25, 15])
  }

  @Test func `a union reaches as far as either to each side`() {
    var extent = InkExtent(
      InkReach(above: 7, below: 2, left: 5, right: 3), scale: 1, shift: 0)
    extent.formUnion(
      InkExtent(InkReach(above: 6, below: 4, left: 4, right: 8), scale: 1, shift: 0))
    #expect(
      [extent.above, extent.below, extent.left, extent.right] == [7, 4, 5, 8])
  }
}
