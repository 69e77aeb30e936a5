import Foundation
import Galley
import GalleyATSPI
import GalleyChat
import GalleyDisplay
import GalleyGeometry
import GalleyMessages
import TestSupport
import Testing

@testable import GalleyViewer

/// A conversation as a screen reader receives it over D-Bus, with the registry of the system.
@MainActor
@Suite(.serialized, .enabled(if: Screen.obstacle == nil, "\(Screen.obstacle ?? "")"))
struct ScreenReaderTests {
  private let screen: Screen
  private let session: AccessibilityBus

  init() throws {
    screen = try Screen()
    session = try AccessibilityBus(on: screen)
  }

  @Test func `a screen reader reads, follows, reveals, expands and selects`() throws {
    let window = try SampleConversation.window(on: screen, in: session)
    let read = try session.read("galley-view", "read")
    #expect(read.first == "application galley-view Galley")
    #expect(read.dropFirst().first?.hasSuffix("chat.json — Galley' | active showing") == true)
    #expect(Array(read.dropFirst(2)) == Self.conversation)
    #expect(!read.joined().contains("gardener"))

    let acted = try session.read("galley-view", "act")
    #expect(
      acted == [
        "1 8 12 https://example.org/a", "'page'", "('page ', 8, 13)", "link page", "follow True",
        "press True", "reveal True",
        "object:text-changed:delete 7 hidden text", "object:text-changed:insert 7 the gardener",
        " It was the gardener who did it 0", "expand True", "True True",
        "True 1 (4, 12)", "12",
      ])
    #expect(window.nextLine() == "https://example.org/a")
    // The view shows the selection, and copies it.
    try window.press("ctrl+c")
    #expect(try awaited({ $0 == "the page" }) { try window.clipboard() } == "the page")

    // The pointer selects, and the screen reader reads the selection.
    let model = try SampleConversation.model()
    for button in model.view.accessibilityElements where button.role == .button {
      model.view.perform(button)
    }
    model.view.list.scroll(.end(.tail))
    model.settle()
    let link = try #require(model.place(of: 0..<3, in: SampleConversation.link))
    try window.press("Escape")
    try window.press("End")
    try window.mouse(link, "click 1", "click 1")
    let selected = try session.read("galley-view", "selection")
    #expect(selected == ["'See' True", "True", "Ada"])
  }

  @Test
  func `new messages of others are announced, and are in the list`() async throws {
    let model = try SampleConversation.model(fonts: false)
    let view = model.view
    let link = ScreenReaderLink(
      Bridge.Source(
        window: { WindowDescription(title: "Chat", size: Size(width: 360, height: 560)) },
        contents: { view.node.accessibleObjects }))
    link.open(at: try session.accessibilityAddress())
    let (client, output) = (
      Program.process(
        AccessibilityBus.client(of: Self.name, "listen"), environment: session.environment),
      Pipe()
    )
    client.standardOutput = output
    try client.run()
    let count = await Task.detached { output.nextLine() }.value
    #expect((Int(count) ?? 0) > 5)

    for (sender, text, isOutgoing) in [
      ("Bo", "Good evening", false), ("Me", "Hello", true), ("Bo", "Goodbye", false),
    ] {
      var message = ChatMessage(
        try Message(
          json: Array("{\"id\": \(view.count + 100), \"text\": \"\(text)\"}".utf8)),
        from: sender)
      message.isOutgoing = isOutgoing
      view.append([message])
      model.settle()
      link.noteChange()
    }
    let rest = await Task.detached { (output.nextLine(), output.nextLine(), output.nextLine()) }
      .value
    client.waitUntilExit()
    #expect(client.terminationStatus == 0)
    #expect(rest == ("Messages | Bo, Good evening", "Messages | Bo, Goodbye", "list item"))
  }

  @Test func `a flood of calls is answered, and the end of the bus is survived`() async throws {
    let view = try SampleConversation.model(fonts: false).view
    let link = ScreenReaderLink(
      Bridge.Source(
        window: { WindowDescription(title: "Chat", size: Size(width: 360, height: 560)) },
        contents: { view.node.accessibleObjects }))
    link.open(at: try session.accessibilityAddress())
    let (words, environment) = (
      AccessibilityBus.client(of: Self.name, "flood"), session.environment
    )
    let answer = try await Task.detached {
      try Program.output(of: words, environment: environment)
    }.value
    #expect(answer == "True True\n")
    #expect(link.isConnected)
    session.end()
    for _ in 0..<500 where link.isConnected { try await Task.sleep(for: .milliseconds(10)) }
    #expect(!link.isConnected)
    link.noteChange()
  }

  @Test func `a bus that does not answer at first is asked again`() async throws {
    let folder = TemporaryDirectory()
    let address = "unix:path=\(folder.file("late"))"
    let link = ScreenReaderLink(
      Bridge.Source(
        window: { WindowDescription(title: "Chat", size: Size(width: 360, height: 560)) },
        contents: { [] }))
    link.open(at: address)
    // The first attempt fails at once, because nobody listens there.
    try await Task.sleep(for: .milliseconds(500))
    #expect(!link.isConnected)
    let bus = try session.startBus(at: address)
    defer { bus.end() }
    for _ in 0..<6_000 where !link.isConnected { try await Task.sleep(for: .milliseconds(100)) }
    #expect(link.isConnected)
  }

  /// The name of the test program, which is an application in these tests.
  private static var name: String {
    String(ProcessInfo.processInfo.arguments[0].split(separator: "/").last ?? "")
  }

  /// The lines that the screen reader prints for the conversation, from the window on.
  private static let conversation: [String] = {
    func message(_ number: Int, _ time: String, _ states: String) -> String {
      let text = "Message number \(number), which takes more than one line of a narrow window."
      return "list item | 'Ada, \(text), \(time)' | \(states) | '\(text)'"
    }
    func quotation(_ lines: Int) -> String {
      (1...lines).map { "line \($0) of a long quotation\\n" }.joined() + "and an answer"
    }
    return [
      "list | 'Messages' | focused showing", "heading | '15 November 2023' | showing",
      message(10, "00:10", ""), message(11, "00:21", ""), message(12, "00:33", "showing"),
      message(13, "00:45", "showing"), message(14, "00:56", "showing"),
      "list item | 'Bo, See the page behind this link now, 03:46' | showing "
        + "| 'See the page behind this link now'", "link | 'page' | showing",
      "list item | 'Bo, It was hidden text who did it, 03:46' | showing "
        + "| 'It was hidden text who did it'", "push button | 'hidden text' | showing",
      "list item | 'Ada, \(quotation(9)), 03:47' | showing | '\(quotation(3))'",
      "push button | 'show more of the quotation' | collapsed showing",
      "list item | 'Me, The end, 03:47, read' | showing | 'The end'", "18 18 polite",
    ]
  }()
}
