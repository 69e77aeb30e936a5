import Foundation
import GalleyGeometry
import GalleyMessages
import GalleyPainting
import GalleyPixels
import GalleySnapshots
import GalleyTypesetting
import TestSupport
import Testing

/// The public functions, with files in a temporary folder.
@Suite struct ExpectSnapshotTests {
  private let folder = TemporaryDirectory()
  private let engine = TestFonts.engine()
  private let options = LayoutOptions(width: 60)

  private var location: SourceLocation {
    SourceLocation(
      fileID: "Cards/CardTests.swift", filePath: folder.file("CardTests.swift"), line: 7, column: 1)
  }

  /// Calls a function that writes a snapshot.
  private func store(_ body: () -> Void) {
    withKnownIssue {
      SnapshotRun.$current.withValue(SnapshotRun(SnapshotRun.Settings())) { body() }
    } matching: {
      $0.severity == .warning
    }
  }

  private func written(_ name: String) throws -> Data {
    try folder.data("__Snapshots__/CardTests/\(name)")
  }

  @Test func `a layout is written as text`() throws {
    let text = AttributedText("ab cd\u{202E}", style: TestFonts.style())
    store { expectSnapshot(of: engine.layout(text, options: options), sourceLocation: location) }
    let lines = String(decoding: try written("a-layout-is-written-as-text.txt"), as: UTF8.self)
      .split(separator: "\n")
    #expect(lines.first == "\"ab cd\\u{202E}\"")
    #expect(lines.contains { $0.hasPrefix("line 0  bytes 0..<8") })
  }

  @Test func `a message is drawn in the colors of a theme`() throws {
    let message = try Message(markdown: "**ab** ||cd||")
    store {
      expectSnapshot(
        of: message, engine: engine, options: options, theme: .dark, named: "dark",
        sourceLocation: location)
    }
    let layout = engine.layout(message.attributedText(), options: options)
    var painter = TextPainter()
    painter.palette = ChatTheme.dark.palette
    let image = try RenderedImage(
      layout, scale: 2, padding: 8, background: ChatTheme.dark.background, painter: painter)
    #expect(
      try written("a-message-is-drawn-in-the-colors-of-a-theme.dark.png")
        == Data(image.bitmap.pngData()))
  }

  @Test func `a picture is written as it is`() throws {
    let image = try RenderedImage(
      engine.layout(AttributedText("ab", style: TestFonts.style())), background: .white)
    store {
      expectSnapshot(of: image, named: "a", sourceLocation: location)
    }
    store {
      expectSnapshot(of: image.bitmap, named: "b", sourceLocation: location)
    }
    let stem = "a-picture-is-written-as-it-is"
    #expect(try written("\(stem).a.png") == Data(image.bitmap.pngData()))
    #expect(try written("\(stem).b.png") == written("\(stem).a.png"))
  }

  @Test func `a text that cannot be drawn fails`() {
    withKnownIssue {
      expectSnapshot(
        of: Message("ab"), engine: engine, options: options, scale: 0, sourceLocation: location)
    } matching: {
      $0.comments == ["The text cannot be drawn"]
    }
  }
}
