import Foundation
import GalleyGeometry
import GalleyPixels
import TestSupport
import Testing

/// The reason why the tests cannot run; `nil` if they can.
private let obstacle = Screen.obstacle(without: ["Xvfb", "xdotool", "sqlite3"])

/// Drives `Examples/Messenger` by pointer and keys, and compares its database with its screen.
///
/// The database is read by SQLite's own command, so that what is checked is what is in the file.
@Suite(.serialized, .alone, .enabled(if: obstacle == nil, "\(obstacle ?? "")"))
struct MessengerTests {
  private static let size = (width: 412, height: 870)
  /// The number of messages of the sample, and of those that have been read.
  private static let (count, readCount) = (400, 300)
  /// The numbers of the oldest and the newest message with a photo.
  private static let (firstPhoto, lastPhoto) = (8, 398)
  /// The height of an empty composer, in points.
  private static let composerHeight = 54

  private static let program = Result { try ExamplePackage.build("Messenger") }

  private let screen: Screen
  private let window: ViewedWindow
  private let database: String

  init() throws {
    let program = try Self.program.get()
    screen = try Screen()
    database = screen.folder.file("messages.sqlite")
    window = try ViewedWindow(
      [program, database], title: "Messenger", size: Self.size, on: screen,
      environment: screen.environment)
  }

  // MARK: The database

  /// Returns the values of the first row of a query, separated by bars.
  private func row(_ query: String) throws -> String {
    try Program.output(of: ["sqlite3", "-cmd", ".timeout 10000", database, query])
      .trimmingCharacters(in: .newlines)
  }

  /// Waits until a query has a result.
  private func expectRow(
    _ query: String, _ result: String, _ location: SourceLocation = #_sourceLocation
  ) throws {
    #expect(
      try awaited({ $0 == result }) { try row(query) } == result, sourceLocation: location)
  }

  private func unreadCount() throws -> Int {
    Int(try row("SELECT count(*) FROM message WHERE isUnread")) ?? 0
  }

  /// Returns the color of the upper left corner of a message's photo.
  private func color(ofPhoto message: Int) throws -> UInt32 {
    let path = screen.folder.file("photo.png")
    _ = try row("SELECT writefile('\(path)', file) FROM photo WHERE name = 'photo-\(message)'")
    return try Bitmap(png: [UInt8](Data(contentsOf: URL(filePath: path)))).pixel(x: 9, y: 9)
      & 0xFF_FFFF
  }

  // MARK: The screen

  /// Returns the pixels of the conversation, line by line.
  private func conversation() throws -> [UInt32] {
    Array(try window.pixels().prefix((Self.size.height - Self.composerHeight) * Self.size.width))
  }

  /// Waits until the conversation does not move any more.
  private func settle() throws {
    var last = try conversation()
    var still = 0
    _ = try awaited({ $0 >= 6 }) {
      let new = try conversation()
      still = new.equals(last) ? still + 1 : 0
      last = new
      return still
    }
    try keep()
  }

  /// Writes a picture for inspection, if requested.
  private func keep() throws {
    guard let folder = ProcessInfo.processInfo.environment["GALLEY_VIEWER_PICTURES"] else { return }
    let count = try FileManager.default.contentsOfDirectory(atPath: folder).count
    try Data(try window.picture().pngData()).write(
      to: URL(filePath: "\(folder)/messenger-\(count).png"))
  }

  /// Returns the place of the first pixel of a color that begins a square of it.
  private func place(of color: UInt32, in pixels: [UInt32]) -> (x: Int, y: Int)? {
    let (width, side) = (Self.size.width, 12)
    let height = pixels.count / width
    return unsafe pixels.withUnsafeBufferPointer { pixels in
      guard let start = pixels.baseAddress else { return nil }
      for y in 0..<height - side {
        let row = unsafe start + y * width
        for x in 0..<width - side where unsafe row[x] == color {
          if unsafe row[x + side] == color && row[x + side * width] == color { return (x, y) }
        }
      }
      return nil
    }
  }

  /// Scrolls by repeated input until a message's photo is on screen.
  private func scroll(toPhoto message: Int, by step: () throws -> Void) throws -> Bool {
    let color = try color(ofPhoto: message)
    for _ in 0..<300 {
      if try place(of: color, in: conversation()) != nil { return true }
      try step()
      usleep(20_000)
    }
    // The photo comes a second after its row.
    return try awaited({ $0 }) { try place(of: color, in: conversation()) != nil }
  }

  /// A point on the newest message, which the reader has sent.
  private var newest: Point {
    Point(x: 380, y: Double(Self.size.height - Self.composerHeight - 26))
  }

  // MARK: Tests

  @Test func `pages are loaded in both directions from the first unread message`() throws {
    try settle()
    // The first unread message is at the top, and those below are on screen.
    let unread = try unreadCount()
    #expect(unread < Self.count - Self.readCount)
    #expect(unread > 70)
    #expect(
      try scroll(toPhoto: Self.lastPhoto) { try window.press("Next", "Next") },
      "newer pages do not come")
    for _ in 0..<5 { try window.press("Next", "Next") }
    try expectRow("SELECT count(*) FROM message WHERE isUnread", "0")
    try settle()
    let end = try conversation()
    let middle = Point(x: 200, y: 400)
    for _ in 0..<10 { try window.mouse(middle, "click 4") }
    #expect(try !awaited({ !$0.equals(end) }, conversation).equals(end))
    #expect(
      try scroll(toPhoto: Self.firstPhoto) { try window.press("Prior", "Prior") },
      "older pages do not come")
    // Back to the end, by the button.
    try settle()
    try window.mouse(
      Point(x: Double(Self.size.width - 31), y: Double(Self.size.height - 54 - 31)), "click 1")
    let last = try color(ofPhoto: Self.lastPhoto)
    #expect(
      try awaited({ $0 }) { try place(of: last, in: conversation()) != nil }, "the end is not there"
    )
    try settle()
  }

  @Test func `messages are sent, edited, answered and deleted`() throws {
    let new = Self.count + 1
    try window.type("Hello from a test")
    try window.press("Return")
    try expectRow(
      "SELECT id, sender IS NULL, text, isEdited FROM message WHERE id > \(Self.count)",
      "\(new)|1|Hello from a test|0")
    // Sending has moved the reader from the unread messages to the end.
    try settle()
    try window.mouse(newest, "click 3")
    // From below: delete, edit. The menu has the keys, although the composer has the focus.
    try window.press("Up", "Up", "Return")
    try settle()
    try window.type(", again")
    try window.press("Return")
    try expectRow(
      "SELECT text, isEdited FROM message WHERE id = \(new)", "Hello from a test, again|1")
    try settle()
    // The word under the pointer is selected, and quoted: the second item from above.
    let word = Point(x: newest.x - 120, y: newest.y)
    try window.mouse(word, "click 1", "click 1", "click 3")
    try window.press("Down", "Down", "Return")
    try settle()
    try window.type("Yes")
    try window.press("Return")
    let quote = "json_extract(quote, '$.text')"
    try expectRow(
      """
      SELECT text, replyTo, instr('Hello from a test, again', \(quote)) > 0, length(\(quote)) < 8
      FROM message WHERE id = \(new + 1)
      """, "Yes|\(new)|1|1")
    try settle()
    let before = try conversation()
    try window.mouse(newest, "click 3")
    #expect(try awaited({ $0 != before }, conversation) != before)
    try settle()
    // The menu is above the pointer, and its last item deletes.
    try window.mouse(Point(x: newest.x - 40, y: newest.y - 22), "click 1")
    try expectRow("SELECT max(id), count(*) FROM message", "\(new)|\(Self.count + 1)")
    try settle()
    #expect(try conversation() != before)
  }

  @Test func `a search leads to a message that is not loaded, whose photo comes later`() throws {
    try settle()
    try window.press("ctrl+f")
    try window.type("last TIME")
    let newest = try color(ofPhoto: Self.lastPhoto)
    #expect(
      try awaited({ $0 }) { try place(of: newest, in: conversation()) != nil }, "no newest hit")
    // From the newest hit around the end to the oldest.
    try window.press("Down")
    let color = try color(ofPhoto: Self.firstPhoto)
    var frames: [[UInt32]] = []
    let found = try awaited({ $0 != nil }) {
      let frame = try conversation()
      frames.append(frame)
      return place(of: color, in: frame)
    }
    let (x, y) = try #require(found, "the photo does not come")
    try settle()
    let final = try conversation()
    // The sender's name above the photo was there before it.
    func name(in frame: [UInt32]) -> [ArraySlice<UInt32>] {
      (y - 30..<y - 10).map { frame[$0 * Self.size.width + x..<$0 * Self.size.width + x + 100] }
    }
    #expect(Set(name(in: final).joined()).count > 2)
    let isEarly = frames.contains { frame in
      place(of: color, in: frame) == nil && name(in: frame) == name(in: final)
    }
    #expect(isEarly, "the photo was there at once")
    try window.press("Escape")
    try settle()
    #expect(try conversation() != final)
  }
}
