import Foundation
import TestSupport

/// A session bus with the accessibility bus and registry of the system, which D-Bus starts on
/// demand.
final class AccessibilityBus {
  private static let python = "/usr/bin/python3"

  private let screen: Screen
  private let daemon: Process
  private let folder = TemporaryDirectory()
  private let address: String

  /// Begins a session; it ends with the object.
  ///
  /// - Throws: `Program.Failure` with the missing packages.
  init(on screen: Screen) throws {
    try Self.check()
    self.screen = screen
    let output = Pipe()
    daemon = Self.daemon(
      ["--session", "--print-address=1"],
      environment: Self.environment(folder).merging(screen.environment) { $1 })
    daemon.standardOutput = output
    daemon.standardError = FileHandle.nullDevice
    // The sockets of the session are in its runtime folder, which must be private.
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o700], ofItemAtPath: folder.path)
    try daemon.run()
    address = output.nextLine()
    guard !address.isEmpty else { throw Program.Failure("dbus-daemon has ended") }
  }

  deinit { end() }

  /// Ends the session and the programs that D-Bus has started in it.
  func end() { daemon.end() }

  /// Returns a bus that has not started.
  private static func daemon(
    _ arguments: [String], environment: [String: String?]
  ) -> Process {
    // Tests block signals, and programs that D-Bus starts end by one.
    let unblocking =
      "import os, signal, sys; signal.pthread_sigmask(signal.SIG_SETMASK, []); "
      + "os.execvp(sys.argv[1], sys.argv[1:])"
    return Program.process(
      [Self.python, "-c", unblocking, "dbus-daemon", "--nofork"] + arguments,
      environment: environment)
  }

  /// Starts another accessibility bus of the session at an address.
  func startBus(at address: String) throws -> Process {
    let bus = Self.daemon(
      [
        "--config-file=/usr/share/defaults/at-spi2/accessibility.conf", "--address=\(address)",
      ], environment: environment.merging(["AT_SPI_BUS_ADDRESS": address]) { $1 })
    bus.standardError = FileHandle.nullDevice
    try bus.run()
    return bus
  }

  private static func check() throws {
    let missing = [
      ("dbus-daemon", "dbus"), ("at-spi-bus-launcher", "at-spi2-core"),
    ].filter { program, _ in
      !["/usr/bin", "/usr/libexec"].contains {
        FileManager.default.isExecutableFile(atPath: "\($0)/\(program)")
      }
    }.map(\.1)
    let client = try Program.run([python, "-c", "import pyatspi"])
    let packages = missing + (client.status == 0 ? [] : ["python3-pyatspi", "gir1.2-atspi-2.0"])
    guard packages.isEmpty else {
      throw Program.Failure("screen readers cannot be tested: scripts/install \(packages)")
    }
  }

  /// The environment of a session whose files are in a folder.
  private static func environment(_ folder: TemporaryDirectory) -> [String: String?] {
    [
      "XDG_RUNTIME_DIR": folder.path, "XDG_CACHE_HOME": folder.path, "HOME": folder.path,
      "GSETTINGS_BACKEND": "memory", "AT_SPI_BUS_ADDRESS": nil, "NO_AT_BRIDGE": nil,
      "DBUS_SESSION_BUS_ADDRESS": nil,
    ]
  }

  /// The environment of programs in the session.
  var environment: [String: String?] {
    var environment = Self.environment(folder).merging(screen.environment) { $1 }
    environment["DBUS_SESSION_BUS_ADDRESS"] = address
    return environment
  }

  /// The address of the accessibility bus.
  func accessibilityAddress() throws -> String {
    try Program.output(
      of: [
        "dbus-send", "--session", "--print-reply=literal", "--dest=org.a11y.Bus", "/org/a11y/bus",
        "org.a11y.Bus.GetAddress",
      ], environment: environment
    ).trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// Returns the command line of the screen reader.
  static func client(of application: String, _ task: String) -> [String] {
    let script = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Fixtures/screen_reader.py").path
    return [python, "-B", script, application, task]
  }

  /// Runs the screen reader and returns the lines that it prints.
  func read(_ application: String, _ task: String) throws -> [String] {
    try Program.output(of: Self.client(of: application, task), environment: environment)
      .split(separator: "\n").map(String.init)
  }
}
