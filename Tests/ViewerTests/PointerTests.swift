import Foundation
import Galley
import GalleyChat
import GalleyGeometry
import GalleyLists
import GalleyPixels
import GalleyWindow
import Testing

@testable import GalleyViewer

/// Pointer shapes on a screen and in the model.
@MainActor
@Suite(.serialized, .enabled(if: Screen.obstacle == nil, "\(Screen.obstacle ?? "")"))
struct PointerTests {
  /// The position of a pixel relative to the pointer.
  private struct Offset: Hashable {
    var x: Int
    var y: Int
  }

  private let screen: Screen
  private let window: ViewedWindow
  private let model: ConversationModel

  init() throws {
    screen = try Screen(showsPointer: true)
    window = try SampleConversation.window(on: screen)
    model = try SampleConversation.model()
  }

  /// Returns the pixels that the pointer covers, once they have not changed for a while.
  ///
  /// - Parameters:
  ///   - point: Where the pointer is.
  ///   - isText: Whether it is awaited that it is the one over text.
  /// - Returns: The pixels.
  /// - Throws: If the screen cannot be read.
  private func covered(at point: Point, untilText isText: Bool) throws -> Set<Offset> {
    let picture = try model.picture()
    var last: Set<Offset> = []
    for _ in 0..<80 {
      usleep(50_000)
      let pixels = try window.pixels()
      var covered: Set<Offset> = []
      for y in -24..<24 {
        for x in -24..<24 {
          let (column, row) = (Int(point.x) + x, Int(point.y) + y)
          guard (0..<picture.width).contains(column), (0..<picture.height).contains(row) else {
            continue
          }
          let seen = pixels[row * picture.width + column]
          if seen != picture.pixel(x: column, y: row) & 0xFF_FFFF {
            covered.insert(Offset(x: x, y: y))
          }
        }
      }
      if !covered.isEmpty, covered == last, Self.isText(covered) == isText { break }
      last = covered
    }
    return last
  }

  /// Returns whether the covered pixels extend above the hot spot, unlike those of an arrow or a
  /// hand.
  private static func isText(_ covered: Set<Offset>) -> Bool { covered.contains { $0.y <= -5 } }

  /// Compares the pointer on the screen with the model.
  private func expectShape(_ shape: Window.PointerShape, at point: Point) throws -> Set<Offset> {
    #expect(model.view.pointerShape(at: point) == shape)
    let covered = try covered(at: point, untilText: shape == .text)
    #expect(!covered.isEmpty)
    #expect(Self.isText(covered) == (shape == .text))
    return covered
  }

  @Test func `the pointer shape follows the content under it, even at rest`() throws {
    // The background has neither black nor white, the colors of pointers.
    let ground = Point(x: 330, y: 300)
    try window.mouse(ground)
    let arrow = try expectShape(.arrow, at: ground)
    try window.mouse(Point(x: 335, y: 280))
    #expect(try expectShape(.arrow, at: Point(x: 335, y: 280)) == arrow)

    let link = try #require(model.place(of: 8..<12, in: SampleConversation.link))
    try window.mouse(link)
    #expect(try expectShape(.hand, at: link) != arrow)
    let words = try #require(model.place(of: 0..<3, in: SampleConversation.link))
    try window.mouse(words)
    _ = try expectShape(.text, at: words)

    let spoiler = try #require(model.place(of: 9..<14, in: SampleConversation.spoiler))
    try window.mouse(spoiler)
    _ = try expectShape(.hand, at: spoiler)
    try window.mouse(spoiler, "click 1")
    model.tap(spoiler)
    _ = try expectShape(.text, at: spoiler)

    try window.press("Home")
    model.view.list.scroll(.end(.head))
    model.settle()
    _ = try expectShape(model.view.pointerShape(at: spoiler), at: spoiler)
  }
}
