import GalleyExportStore
import GalleyGeometry
import GalleyPixels
import TestSupport
import Testing

/// `galley view EXPORT` on a screen.
@MainActor
@Suite(.serialized, .alone, .enabled(if: Screen.obstacle == nil, "\(Screen.obstacle ?? "")"))
struct ExportWindowTests {
  private let screen: Screen
  private static let size = (width: 900, height: 640)
  /// The colors of the selected conversation in the list, and of a hit's mark on a white bubble.
  private static let (selected, mark): (UInt32, UInt32) = (0x41_9FD9, 0xFF_B03B)
  /// The color of outgoing bubbles.
  private static let outgoing: UInt32 = 0xE1_FEC6
  /// A place in the background, where the pointer changes nothing.
  private static let ground = Point(x: 268, y: 636)

  init() throws { screen = try Screen() }

  private var environment: [String: String?] {
    screen.environment.merging(["XDG_CACHE_HOME": screen.folder.file("cache")]) { $1 }
  }

  /// Opens an export.
  private func open(_ export: String, _ options: [String] = []) throws -> ViewedWindow {
    try ViewedWindow(
      [
        Program.built("galley"), "view", export, "--fonts", NotoFonts.manifest, "--size",
        "\(Self.size.width)x\(Self.size.height)", "--scale", "1", "--reduce-motion",
      ] + options, title: "Galley", size: Self.size, on: screen, environment: environment)
  }

  /// Waits for the conversations of a window, and returns its pixels.
  @discardableResult private func conversations(of window: ViewedWindow) throws -> [UInt32] {
    _ = try window.frame(of: Self.selected)
    return try window.rested()
  }

  @Test func `an account's export is imported, read, and opened at once the next time`() throws {
    let export = try SampleExport.account(in: screen.folder)
    var window = try open(export)
    let group = try conversations(of: window)
    try window.keep("export-group")
    try window.changed { try window.press("t") }
    try window.changed { try window.press("Prior") }
    try window.keep("viewer-dark")
    try window.changed { try window.press("t") }
    try window.changed { try window.press("Home") }
    try window.keep("viewer-light")
    try window.press("End")
    try window.expectReturn(to: group)

    // The conversation of two, whose last messages are a photo and a reply to the first.
    let pair = try window.changed { try window.press("ctrl+Next") }
    try window.keep("export-pair")
    let photo = try window.frame(of: SampleExport.red)
    let reply = Point(x: photo.minX + 40, y: photo.maxY + 75)
    try window.followReply(
      at: reply, outOfSightOf: SampleExport.red, restingAt: Self.ground, from: pair,
      as: "export-original")

    // A picture, and a zoom.
    try window.mouse(photo.middle, "click 1")
    _ = try window.frame(of: SampleExport.red) { $0.size.width > photo.size.width }
    try window.rested()
    try window.keep("export-picture")
    try window.press("Escape")
    try window.mouse(Self.ground)
    try window.expectReturn(to: pair)
    try window.press("ctrl+plus")
    _ = try window.frame(of: SampleExport.red) { $0.size.width > photo.size.width }
    try window.press("ctrl+0")
    try window.expectReturn(to: pair)

    // The database has what the window has not loaded.
    try window.changed { try window.press("ctrl+f") }
    try window.type("needle")
    _ = try window.frame(of: Self.mark)
    try window.rested()
    let mark = try window.frame(of: Self.mark)
    try window.keep("export-found")
    try window.changed { try window.mouse(mark.middle, "click 3") }
    try window.press("Down", "Down", "Return")
    let line = "Ada Lovelace, [06/02/2026, 06:40]:\nThe needle is here"
    #expect(try awaited({ $0 == line }, window.clipboard) == line)

    window = try open(export)
    try conversations(of: window)
    try window.expectReturn(to: group)
    let stores = try screen.folder.names(in: "cache/galley/exports")
    #expect(stores.filter { $0.hasSuffix(".sqlite") }.count == 1)
  }

  @Test
  func `the reader of a WhatsApp conversation is who its title does not name, or who --me does`()
    throws
  {
    let export = try SampleExport.whatsApp(in: screen.folder)
    var bubbles: [Rect] = []
    for (options, name) in [([], "guessed"), (["--me", "Ada"], "told")] {
      let window = try open(export, options)
      _ = try window.frame(of: Self.outgoing)
      try window.rested()
      try window.keep("whatsapp-" + name)
      let bubble = try window.frame(of: Self.outgoing)
      #expect(bubble.maxX > 850)
      bubbles.append(bubble)
    }
    // Ada wrote another number of messages than Ben.
    #expect(bubbles[0] != bubbles[1])
  }

  @Test func `a window opens before its export is imported, and the next one goes on`() throws {
    let count = runsLongTests ? 300_000 : 120_000
    let export = try screen.folder.write(SampleExport.large(count), to: "large/result.json")
    var window = try open(export)
    _ = try box(in: window)
    try window.keep("export-importing")
    try window.press("ctrl+q")
    window.waitUntilClosed()
    let stopped = try progress()
    #expect(stopped?.isComplete == false)

    window = try open(export)
    _ = try window.frame(of: Self.outgoing)
    let last = try progress()
    #expect(last?.messageCount == count)
    #expect(last?.isComplete == true)
  }

  @Test func `an export that cannot be imported shows the reason`() throws {
    let export = try SampleExport.whatsApp(in: screen.folder)
    // A file in place of the folder of databases.
    try screen.folder.write("", to: "cache/galley")
    let window = try open(export)
    _ = try box(in: window)
    try window.keep("export-failed")
    try window.press("ctrl+q")
    #expect(window.waitUntilClosed() == 1)
  }

  /// Waits for the box of a window without conversations, which is narrower than their header.
  private func box(in window: ViewedWindow) throws -> Rect {
    try window.frame(of: 0xFF_FFFF) { $0.size.width <= 340 }
  }

  /// The state of the import of the only export, while no window writes it.
  private func progress() throws -> ExportStore.Progress? {
    guard let names = try? screen.folder.names(in: "cache/galley/exports"),
      let name = names.first(where: { $0.hasSuffix(".sqlite") })
    else { return nil }
    return try? ExportStore(path: screen.folder.file("cache/galley/exports/" + name)).progress()
  }
}
