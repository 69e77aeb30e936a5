import Foundation
import GalleyGeometry
import GalleyPixels
import TestSupport
import Testing

@testable import GalleyViewer

/// The program as a reader uses it: real keys, clicks and wheels on a screen.
@MainActor
@Suite(.serialized, .enabled(if: Screen.obstacle == nil, "\(Screen.obstacle ?? "")"))
struct ReaderWindowTests {
  private let screen: Screen
  private let window: ViewedWindow
  private static let size = (width: 600, height: 420)
  /// The color of the current hit's mark on a white bubble.
  private static let mark: UInt32 = 0xFF_B03B

  init() throws {
    screen = try Screen()
    try screen.folder.write(Self.picture(), to: "photo.png")
    let file = try screen.folder.write(Self.chat, to: "trip.json")
    let other = try screen.folder.write(
      #"[{"id": 1, "sender": "Cy", "date": 1700000000, "text": "Another chat"}]"#, to: "other.json")
    window = try ViewedWindow(
      [
        Program.built("galley"), "view", file, "--also", other, "--fonts", NotoFonts.manifest,
        "--size", "\(Self.size.width)x\(Self.size.height)", "--scale", "1", "--reduce-motion",
      ], title: "Galley", size: Self.size, on: screen, environment: screen.environment)
    // The photo is drawn after its placeholder.
    _ = try awaited({ frame(of: 0xFF_0000, in: $0) != nil }, window.pixels)
    _ = try settled()
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

  /// A red picture, a color that nothing else has.
  private static func picture() throws -> Data {
    var picture = try Bitmap(width: 300, height: 200)
    picture.withMutableBytes { bytes, bytesPerRow in
      for y in 0..<200 {
        for x in 0..<300 {
          for (byte, value) in [0, 0, 255, 255].enumerated() {
            bytes[y * bytesPerRow + x * 4 + byte] = UInt8(value)
          }
        }
      }
    }
    return Data(try picture.pngData())
  }

  // MARK: Pixels

  /// Returns the pixels of the window once they are the same twice.
  private func settled() throws -> [UInt32] {
    var last: [UInt32] = []
    return try awaited { pixels in
      defer { last = pixels }
      return pixels == last
    } _: {
      usleep(200_000)
      return try window.pixels()
    }
  }

  /// Performs an action that changes pixels, and returns them once they rest.
  @discardableResult private func changed(_ action: () throws -> Void) throws -> [UInt32] {
    let before = try settled()
    try action()
    let after = try awaited({ $0 != before }, window.pixels)
    #expect(after != before)
    return try settled()
  }

  /// Returns the frame of the pixels of a color; `nil` if there are none.
  private func frame(of color: UInt32, in pixels: [UInt32]) -> Rect? {
    let places = pixels.indices.filter { pixels[$0] == color }
    guard let first = places.first, let last = places.last else { return nil }
    let columns = places.map { $0 % Self.size.width }
    let (left, right) = (columns.min() ?? 0, columns.max() ?? 0)
    let (top, bottom) = (first / Self.size.width, last / Self.size.width)
    return Rect(
      x: Double(left), y: Double(top), width: Double(right - left + 1),
      height: Double(bottom - top + 1))
  }

  /// Writes the window for inspection, if requested.
  private func keep(_ name: String) throws {
    guard let folder = ProcessInfo.processInfo.environment["GALLEY_VIEWER_PICTURES"] else { return }
    let path = "\(folder)/reader-\(name).png"
    try Data(try window.picture().pngData()).write(to: URL(filePath: path))
  }

  // MARK: Tests

  @Test func `a reader searches, jumps, zooms, sees pictures and copies`() throws {
    let end = try settled()
    try keep("opened")

    // Search: the only hit is not loaded at first, and is marked.
    try changed { try window.press("ctrl+f") }
    let found = try changed { try window.type("needle") }
    try keep("found")
    let mark = try #require(frame(of: Self.mark, in: found))
    let word = mark.middle

    // Copy: what the mouse selects is what a middle click pastes.
    try window.drag(
      from: Point(x: mark.minX + 2, y: word.y), to: Point(x: mark.maxX - 2, y: word.y))
    #expect(
      try awaited({ $0 == "needle" }, { try screen.run("xsel", "--primary", "--output") })
        == "needle")
    try window.press("ctrl+c")
    #expect(try awaited({ $0 == "needle" }, window.clipboard) == "needle")
    // The menu copies the message with its name and time.
    try changed { try window.mouse(word, "click 3") }
    try keep("menu")
    for _ in 0..<2 { try window.press("Down") }
    try window.press("Return")
    let line = "Ada, [19/11/2023, 02:13]:\nThe needle is here"
    #expect(try awaited({ $0 == line }, window.clipboard) == line)
    try window.press("Escape")

    // The end, and a reply's original at the beginning, to which the focus leads.
    #expect(try changed { try window.press("End") } == end)
    let photo = try #require(frame(of: 0xFF_0000, in: end))
    // The header of the reply is below the photo.
    let reply = Point(x: photo.minX + 40, y: photo.maxY + 60)
    let original = try changed { try window.mouse(reply, "click 1") }
    #expect(frame(of: 0xFF_0000, in: original) == nil)
    try keep("original")
    try window.mouse(Point(x: 268, y: 416))
    #expect(try changed { try window.press("alt+Left") } == end)
  }

  @Test func `a picture fills the window, and escape closes it`() throws {
    let before = try settled()
    let photo = try #require(frame(of: 0xFF_0000, in: before))
    let shown = try changed { try window.mouse(photo.middle, "click 1") }
    try keep("picture")
    let large = try #require(frame(of: 0xFF_0000, in: shown))
    #expect(large.size.width > photo.size.width * 1.4)
    let larger = try changed { try window.mouse(large.middle, "click 4") }
    #expect(frame(of: 0xFF_0000, in: larger)?.size.width ?? 0 > large.size.width)
    try changed { try window.press("Escape") }
    try window.mouse(Point(x: 268, y: 416))
    #expect(try frame(of: 0xFF_0000, in: settled()) == photo)
  }

  @Test func `the window zooms, and a zoom back restores every pixel`() throws {
    let before = try settled()
    let photo = try #require(frame(of: 0xFF_0000, in: before))
    let zoomed = try changed { try window.press("ctrl+plus") }
    try keep("zoomed")
    let large = try #require(frame(of: 0xFF_0000, in: zoomed))
    #expect(abs(large.size.width - photo.size.width * 1.1) <= 2)
    #expect(try changed { try window.press("ctrl+0") } == before)
  }

  @Test func `the calendar goes to a day, and alt with left returns`() throws {
    let before = try settled()
    try changed { try window.press("ctrl+g") }
    try changed { try window.press("Prior") }
    // The first of November has no messages, its last day has.
    try changed { try window.press("Home") }
    try keep("calendar")
    try window.press("Return")
    try changed { try window.press("End") }
    let jumped = try changed { try window.press("Return") }
    #expect(jumped != before)
    try keep("jumped")
    #expect(try changed { try window.press("alt+Left") } == before)
  }

  @Test func `the other chat is shown by keys, dark colors too`() throws {
    let first = try settled()
    try changed { try window.press("ctrl+Next") }
    try keep("other")
    try changed { try window.press("t") }
    try keep("dark")
    try changed { try window.press("t") }
    #expect(try changed { try window.press("ctrl+Prior") } == first)
  }
}
