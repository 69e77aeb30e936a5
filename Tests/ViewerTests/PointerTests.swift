import Galley
import GalleyChat
import GalleyGeometry
import GalleyLists
import GalleyPixels
import GalleyWindow
import TestSupport
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

  /// Returns the pixels that the pointer covers, once they are unchanged and fulfill a condition.
  private func covered(at point: Point, until isDone: (Set<Offset>) -> Bool) throws -> Set<Offset> {
    let picture = try model.picture()
    var last: Set<Offset> = []
    return try awaited { covered in
      defer { last = covered }
      return !covered.isEmpty && covered == last && isDone(covered)
    } _: {
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
      return covered
    }
  }

  /// Returns whether the covered pixels extend above the hot spot, unlike those of an arrow or a
  /// hand.
  private static func isText(_ covered: Set<Offset>) -> Bool { covered.contains { $0.y <= -5 } }

  /// Compares the pointer on the screen with the model.
  @discardableResult private func expectShape(
    _ shape: Window.PointerShape, at point: Point,
    until isDone: (Set<Offset>) -> Bool = { _ in true }
  ) throws -> Set<Offset> {
    #expect(model.view.pointerShape(at: point) == shape)
    let covered = try covered(at: point) { Self.isText($0) == (shape == .text) && isDone($0) }
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
    let other = Point(x: 335, y: 280)
    #expect(try expectShape(.arrow, at: other, until: { $0 == arrow }) == arrow)

    let link = try #require(model.place(of: 8..<12, in: SampleConversation.link))
    try window.mouse(link)
    #expect(try expectShape(.hand, at: link, until: { $0 != arrow }) != arrow)
    let words = try #require(model.place(of: 0..<3, in: SampleConversation.link))
    try window.mouse(words)
    try expectShape(.text, at: words)

    let spoiler = try #require(model.place(of: 9..<14, in: SampleConversation.spoiler))
    try window.mouse(spoiler)
    try expectShape(.hand, at: spoiler)
    try window.mouse(spoiler, "click 1")
    model.tap(spoiler)
    try expectShape(.text, at: spoiler)

    try window.press("Home")
    model.view.list.scroll(.end(.head))
    model.settle()
    try expectShape(model.view.pointerShape(at: spoiler), at: spoiler)
  }
}
