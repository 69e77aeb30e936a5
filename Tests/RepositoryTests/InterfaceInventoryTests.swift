import Testing

/// Holds the inventory of public names to what it is for.
@Suite struct InterfaceInventoryTests {
  private func inventory(_ names: String...) -> InterfaceInventory {
    InterfaceInventory(
      of: names.map {
        PublicInterface.Declaration(name: $0, kind: "swift.struct", given: "", summary: "A thing.")
      })
  }

  @Test func `members do not count as top-level names`() {
    #expect(inventory("GalleyFonts.Typeface", "GalleyFonts.Typeface.path").names == ["Typeface"])
  }

  @Test func `overloads of a function count as one name`() {
    let inventory = inventory("GalleyFonts.load(_:)", "GalleyFonts.load(_:from:)")
    #expect(inventory.names == ["load"])
    #expect(inventory.doubles == [])
  }

  @Test func `a name in two modules is a duplicate`() {
    #expect(inventory("GalleyFonts.Key", "GalleyWindow.Key").doubles == ["Key"])
  }

  @Test func `the list has a line for each name`() {
    let lines = inventory("GalleyFonts.Typeface").document().split(separator: "\n")
    #expect(lines.contains("- `Typeface` (struct): A thing."))
  }
}
