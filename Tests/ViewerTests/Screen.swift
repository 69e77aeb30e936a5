import Foundation
import GalleyGeometry
import GalleyPixels
import TestSupport

/// A virtual display with a keyboard and a mouse controlled by tests (Xvfb and xdotool).
final class Screen {
  /// The reason why no virtual display is available; `nil` if one is.
  static let obstacle = obstacle(without: ["Xvfb", "xdotool", "xsel"])

  /// Returns the reason why tests cannot run if some of the programs are not installed.
  static func obstacle(without programs: [String]) -> String? {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    let missing = programs.filter { name in
      !folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(name)") }
    }
    guard !missing.isEmpty else { return nil }
    let packages = missing.map { $0.lowercased() }.joined(separator: " ")
    return "\(missing.joined(separator: ", ")) missing: scripts/install \(packages)"
  }

  private static let size = (width: 1_000, height: 1_000)

  private let server: Process
  /// The folder for the screen's files, removed with the screen.
  let folder = TemporaryDirectory()
  private let name: String

  /// Begins a screen; it ends with the object.
  ///
  /// - Parameter showsPointer: Whether the pointer is among the pixels.
  /// - Throws: `Program.Failure` if there is none.
  init(showsPointer: Bool = false) throws {
    let numbers = Pipe()
    // Xvfb writes the number of the display to its standard output.
    server = Program.process(
      [
        "Xvfb", "-displayfd", "1", "-screen", "0", "\(Self.size.width)x\(Self.size.height)x24",
        "-fbdir", folder.path, "-nolisten", "tcp",
        // Otherwise it begins anew, and refuses programs, when the last one leaves.
        "-noreset",
      ] + (showsPointer ? [] : ["-nocursor"]))
    server.standardOutput = numbers
    server.standardError = FileHandle.nullDevice
    try server.run()
    let number = numbers.nextLine()
    guard !number.isEmpty else { throw Program.Failure("Xvfb has ended") }
    name = ":" + number
  }

  deinit { server.end() }

  /// The environment of a process that uses the screen.
  var environment: [String: String?] {
    ["DISPLAY": name, "WAYLAND_DISPLAY": nil, "SDL_VIDEODRIVER": "x11"]
  }

  /// Runs a program on the screen and returns its output.
  @discardableResult func run(_ words: String...) throws -> String {
    try Program.run(words, environment: environment).output
  }

  /// Returns the current pixels of a part of the screen, without alpha.
  ///
  /// They are read from Xvfb's framebuffer file, which has the format of `xwd`.
  func pixels(x: Int, y: Int, width: Int, height: Int) throws -> [UInt32] {
    let data = try Data(contentsOf: folder.url.appending(path: "Xvfb_screen0"))
    func field(_ index: Int) -> Int {
      data[index * 4..<index * 4 + 4].reduce(0) { $0 << 8 | Int($1) }
    }
    let start = field(0) + field(19) * 12
    let row = field(12)
    // Copied in rows, because the tests are not optimized.
    return unsafe [UInt32](unsafeUninitializedCapacity: width * height) { pixels, count in
      unsafe data.withUnsafeBytes { data in
        guard let file = data.baseAddress, let copy = pixels.baseAddress else { return }
        for line in 0..<height {
          let source = unsafe file + start + (y + line) * row + x * 4
          let target = unsafe copy + line * width
          unsafe memcpy(target, source, width * 4)
          for column in 0..<width { unsafe target[column] &= 0xFF_FFFF }
        }
      }
      count = width * height
    }
  }
}

extension Pipe {
  /// Returns the next line from a process, without its end.
  func nextLine() -> String {
    var line = Data()
    while let byte = fileHandleForReading.readData(ofLength: 1).first, byte != 10 {
      line.append(byte)
    }
    return String(decoding: line, as: UTF8.self)
  }
}

extension Process {
  /// Kills the process, even if it inherited a mask that blocks other signals.
  func end() {
    kill(processIdentifier, SIGKILL)
    waitUntilExit()
  }
}

/// A program with a window on a screen, such as `galley view`.
final class ViewedWindow {
  private let screen: Screen
  private let process: Process
  private let output = Pipe()
  private let name: String
  private(set) var size: (width: Int, height: Int)
  private var origin = (x: 0, y: 0)

  /// Opens a conversation in a window, at one pixel per point, and waits until it is visible.
  ///
  /// The program has the environment of a session, if there is one.
  convenience init(
    _ chat: String, size: (width: Int, height: Int), fonts: String, on screen: Screen,
    in session: AccessibilityBus? = nil
  ) throws {
    try self.init(
      [
        Program.built("galley"), "view", chat, "--fonts", fonts, "--size",
        "\(size.width)x\(size.height)", "--scale", "1", "--reduce-motion", "--bare",
      ], title: "Galley", size: size, on: screen,
      environment: session?.environment ?? screen.environment)
  }

  /// Starts a program, and waits until its window is visible.
  init(
    _ words: [String], title: String, size: (width: Int, height: Int), on screen: Screen,
    environment: [String: String?]
  ) throws {
    self.screen = screen
    self.size = size
    process = Program.process(words, environment: environment)
    process.standardOutput = output
    try process.run()
    // The window of another process may have the same title, and end.
    name =
      try screen.run(
        "xdotool", "search", "--sync", "--onlyvisible", "--all",
        "--pid", "\(process.processIdentifier)", "--name", title
      ).split(separator: "\n").first.map(String.init) ?? ""
    guard !name.isEmpty else { throw Program.Failure("no window has come") }
    // There is no window manager to focus the window.
    try screen.run("xdotool", "windowfocus", "--sync", name)
    try locate()
  }

  deinit { process.end() }

  /// Waits until the program has ended, and returns its status.
  @discardableResult func waitUntilClosed() -> Int32 {
    process.waitUntilExit()
    return process.terminationStatus
  }

  /// Finds the position of the window.
  private func locate() throws {
    let words = try screen.run("xdotool", "getwindowgeometry", "--shell", name)
    func value(_ key: String) -> Int? {
      words.split(separator: "\n").first { $0.hasPrefix(key + "=") }.flatMap {
        Int($0.dropFirst(key.count + 1))
      }
    }
    origin = (value("X") ?? 0, value("Y") ?? 0)
  }

  /// Returns the number of pixels that differ from a picture, as soon as it fulfills a condition.
  func differences(from picture: Bitmap, until isDone: (Int) -> Bool = { $0 == 0 }) throws -> Int {
    let wanted = picture.pixels.map { $0 & 0xFF_FFFF }
    return try awaited(isDone) {
      let seen = try pixels()
      return seen.count == wanted.count ? zip(seen, wanted).count { $0 != $1 } : wanted.count
    }
  }

  /// Returns the pixels of the window.
  func pixels() throws -> [UInt32] {
    try screen.pixels(x: origin.x, y: origin.y, width: size.width, height: size.height)
  }

  /// Returns the window as a picture.
  func picture() throws -> Bitmap {
    let pixels = try pixels()
    var picture = try Bitmap(width: size.width, height: size.height)
    picture.withMutableBytes { bytes, bytesPerRow in
      for y in 0..<size.height {
        for x in 0..<size.width {
          let pixel = pixels[y * size.width + x] | 0xFF00_0000
          for byte in 0..<4 {
            bytes[y * bytesPerRow + x * 4 + byte] = UInt8(pixel >> (8 * UInt32(byte)) & 0xFF)
          }
        }
      }
    }
    return picture
  }

  /// Moves the mouse to a point in the window, and acts on its buttons.
  func mouse(_ point: Point, _ actions: String...) throws {
    try move(to: point)
    for action in actions {
      let words = action.split(separator: " ").map(String.init)
      switch words.count {
      case 1: try screen.run("xdotool", words[0])
      default: try screen.run("xdotool", words[0], words[1])
      }
    }
  }

  private func move(to point: Point) throws {
    try screen.run(
      "xdotool", "mousemove", "\(origin.x + Int(point.x))", "\(origin.y + Int(point.y))")
  }

  /// Drags from one point to another.
  func drag(from start: Point, to end: Point) throws {
    try mouse(start, "mousedown 1")
    for step in 1...4 {
      let part = Double(step) / 4
      try move(
        to: Point(x: start.x + (end.x - start.x) * part, y: start.y + (end.y - start.y) * part))
    }
    try screen.run("xdotool", "mouseup", "1")
  }

  /// Presses keys, one after the other.
  func press(_ keys: String...) throws {
    try Program.output(of: ["xdotool", "key"] + keys, environment: screen.environment)
  }

  /// Types text.
  func type(_ text: String) throws { try screen.run("xdotool", "type", "--", text) }

  /// Resizes the window.
  func resize(to size: (width: Int, height: Int)) throws {
    try screen.run("xdotool", "windowsize", "--sync", name, "\(size.width)", "\(size.height)")
    self.size = size
    try locate()
  }

  /// Returns the next line of the program's output.
  func nextLine() -> String { output.nextLine() }

  /// Returns the text on the clipboard.
  func clipboard() throws -> String { try screen.run("xsel", "--clipboard", "--output") }
}
