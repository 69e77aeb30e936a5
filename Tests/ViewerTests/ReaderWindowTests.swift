import GalleyGeometry
import GalleyPixels
import TestSupport
import Testing

/// The program as a reader uses it: real keys, clicks and wheels on a screen.
@MainActor
@Suite(.serialized, .alone, .enabled(if: Screen.obstacle == nil, "\(Screen.obstacle ?? "")"))
struct ReaderWindowTests {
  private let screen: Screen
  private let window: ViewedWindow
  /// The window when it was opened, and the photo in it.
  private let (opened, photo): ([UInt32], Rect)
  private static let size = (width: 900, height: 520)
  /// The color of the current hit's mark on a white bubble.
  private static let mark: UInt32 = 0xFF_B03B
  /// The color of the photo, which nothing else has.
  private static let red: UInt32 = 0xFF_0000
  /// A place in the background, where the pointer changes nothing.
  private static let ground = Point(x: 268, y: 516)

  init() throws {
    screen = try Screen()
    try screen.folder.write(try Bitmap.png(Self.red, width: 300, height: 200), to: "photo.png")
    let file = try screen.folder.write(Self.chat, to: "trip.json")
    let other = try screen.folder.write(
      #"[{"id": 1, "sender": "Cy", "date": 1700000000, "text": "Another chat"}]"#, to: "other.json")
    let window = try ViewedWindow(
      [
        Program.built("galley"), "view", file, "--also", other, "--fonts", NotoFonts.manifest,
        "--size", "\(Self.size.width)x\(Self.size.height)", "--scale", "1", "--reduce-motion",
      ], title: "Galley", size: Self.size, on: screen, environment: screen.environment)
    // The photo is drawn after its placeholder.
    _ = try window.frame(of: Self.red)
    opened = try window.rested()
    photo = try window.frame(of: Self.red)
    self.window = window
  }

  /// Six hundred messages over some weeks; the last ones have a photo and a reply to the first.
  private static var chat: String {
    var messages = (1...600).map { number in
      """
      {"id": \(number), "sender": "\(number % 2 == 0 ? "Ada" : "Bo")", \
      "date": \(1_700_000_000 + number * 3_600), \
      "text": "\(number == 100 ? "The needle is here" : "Message number \(number)")"}
      """
    }
    messages.append(
      #"{"id": 601, "sender": "Ada", "date": 1702200000, "text": "Look", "images": ["photo.png"]}"#)
    messages.append(
      #"{"id": 602, "sender": "Bo", "date": 1702200060, "text": "As I said", "reply_to": 1}"#)
    return "[" + messages.joined(separator: ",") + "]"
  }

  // MARK: Tests

  @Test func `a search marks a hit that was not loaded, which is selected and copied`() throws {
    try window.changed { try window.press("ctrl+f") }
    try window.type("needle")
    _ = try window.frame(of: Self.mark)
    try window.rested()
    let mark = try window.frame(of: Self.mark)
    try window.keep("reader-found")
    let word = mark.middle
    // What the mouse selects is what a middle click pastes.
    try window.drag(
      from: Point(x: mark.minX + 2, y: word.y), to: Point(x: mark.maxX - 2, y: word.y))
    let primary = try awaited(
      { $0 == "needle" }, { try screen.run("xsel", "--primary", "--output") })
    #expect(primary == "needle")
    try window.press("ctrl+c")
    #expect(try awaited({ $0 == "needle" }, window.clipboard) == "needle")
    // The menu copies the message with its name and time.
    try window.changed { try window.mouse(word, "click 3") }
    try window.keep("reader-menu")
    try window.press("Down", "Down", "Return")
    let line = "Ada, [19/11/2023, 02:13]:\nThe needle is here"
    #expect(try awaited({ $0 == line }, window.clipboard) == line)
    try window.press("Escape")
    try window.mouse(Self.ground)
    try window.press("End")
    try window.expectReturn(to: opened)
  }

  @Test func `a reply leads to its original, and alt with left back`() throws {
    // The header of the reply is below the photo, its caption and the name of the sender.
    let reply = Point(x: photo.minX + 40, y: photo.maxY + 95)
    try window.followReply(
      at: reply, outOfSightOf: Self.red, restingAt: Self.ground, from: opened,
      as: "reader-original")
  }

  @Test func `a picture fills the window, and escape closes it`() throws {
    try window.mouse(photo.middle, "click 1")
    let large = try window.frame(of: Self.red) { $0.size.width > photo.size.width * 1.4 }
    try window.rested()
    try window.keep("reader-picture")
    try window.mouse(large.middle, "click 4")
    _ = try window.frame(of: Self.red) { $0.size.width > large.size.width }
    try window.press("Escape")
    try window.mouse(Self.ground)
    try window.expectReturn(to: opened)
  }

  @Test func `the window zooms, and a zoom back restores every pixel`() throws {
    try window.press("ctrl+plus")
    _ = try window.frame(of: Self.red) { abs($0.size.width - photo.size.width * 1.1) <= 2 }
    try window.rested()
    try window.keep("reader-zoomed")
    try window.press("ctrl+0")
    try window.expectReturn(to: opened)
  }

  @Test func `the calendar goes to a day, and alt with left returns`() throws {
    try window.changed { try window.press("ctrl+g") }
    try window.changed { try window.press("Prior") }
    // The first of November has no messages, its last day has.
    try window.changed { try window.press("Home") }
    try window.keep("reader-calendar")
    try window.press("Return")
    try window.changed { try window.press("End") }
    let jumped = try window.changed { try window.press("Return") }
    let left = window.frame(of: Self.red, in: jumped)
    #expect(left == nil)
    try window.keep("reader-jumped")
    try window.press("alt+Left")
    try window.expectReturn(to: opened)
  }

  @Test func `the other chat is shown by keys, dark colors too`() throws {
    try window.changed { try window.press("ctrl+Next") }
    try window.keep("reader-other")
    try window.changed { try window.press("t") }
    try window.keep("reader-dark")
    try window.changed { try window.press("t") }
    try window.press("ctrl+Prior")
    try window.expectReturn(to: opened)
  }
}
