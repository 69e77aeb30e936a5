import GalleyTextInput
import TestSupport
import Testing

/// Serialized, because it counts the allocations of the whole process.
@Suite(.serialized) struct EditedStorageTests {
  // Caches keep the texts of many edits.
  @Test(.disabled(if: isSanitized))
  func `each version of an edited text takes as much memory as its characters`() {
    expectAllocatedBytes(atMost: 1_000_000) {
      let start = String(repeating: "abcd ", count: 20)
      var text = EditableText(start)
      let texts = (0..<1_000).map { number in
        if number.isMultiple(of: 2) { text.insert("w") } else { text.undo() }
        return text.string
      }
      #expect(texts.suffix(2) == [start + "w", start])
      return texts
    }
  }
}
