import GalleyRichMessages
import GalleyRichStreaming
import GalleyRichTypesetting
import GalleyTypesetting
import TestSupport
import Testing

/// Open blocks that cannot be typeset in pieces.
@Suite struct BudgetTests {
  private static let count = 500
  private static let starts = [
    "> ", "- a\n  - ", "1. a\n\n   ", "| a |\n|---|\n| ", "```swift\n", "<details>\n\n", "# ",
    "שלום",
  ]

  @Test(arguments: starts)
  func `a long open part is typeset at intervals`(start: String) {
    var text = Sample.stream()
    text.append(start)
    var boxes = 0
    var last: BlockBox?
    for _ in 0..<Self.count {
      text.append("word ")
      let box = Self.openBox(of: text.layout())
      if box !== last { boxes += 1 }
      last = box
    }
    // Each word up to 512 bytes, then a 32nd of the length at a time.
    #expect(boxes < 200)
    #expect(boxes > 100)
  }

  @Test(arguments: starts)
  func `all of a long part is shown when no text comes`(start: String) {
    var text = Sample.stream()
    text.append(start)
    for _ in 0..<Self.count {
      text.append("word ")
      _ = text.layout()
    }
    text.showHeldMarks()
    let shown = text.layout().message.plainText(revealed: .all).string
    #expect(shown.ranges(of: "word").count == Self.count)
  }

  /// Returns the box of the open block.
  private static func openBox(of layout: StreamingLayout) -> BlockBox? {
    guard case .box(let box, _)? = layout.root.items.last else { return nil }
    return box
  }
}
