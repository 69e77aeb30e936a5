import ArgumentParser
import Foundation
import Galley
import GalleyChat
import GalleyDisplay
import GalleyGeometry
import GalleyPixels
import GalleyScheduling
import GalleyWindow
import TestSupport
import Testing

@testable import GalleyViewer

/// Sessions that are recorded and replayed bit for bit.
@MainActor @Suite(.serialized) struct SessionTests {
  let folder = TemporaryDirectory()

  /// The scripts of sessions, by their input.
  enum Input: String, CaseIterable, Sendable {
    case touch, mouse, keyboard
  }

  /// The folder of the recordings in the corpus.
  static let corpus = repository.appending(path: "Corpus/session")

  /// The header of recordings in the corpus, relative to it.
  static func header() throws -> SessionHeader {
    func digest(_ path: String) throws -> String {
      try SessionHeader.digest(of: corpus.appending(path: path).path)
    }
    let (chat, fonts) = ("chat.json", "../../Fonts/testing/testing.json")
    return SessionHeader(
      source: .file(path: chat, digest: try digest(chat), isTrusted: false),
      fonts: SessionHeader.Fonts(path: fonts, digest: try digest(fonts)))
  }

  /// Records a session.
  private func record(_ input: Input, seed: UInt64 = 1, to path: String) throws -> Bitmap {
    let header = SessionHeader(source: .generated(count: 1, seed: 1))
    let session = try RecordedSession(to: path, header: header, seed: seed)
    perform(input, in: session)
    try session.end()
    return try #require(session.sink.lastFrame).bitmap
  }

  private func perform(_ input: Input, in session: RecordedSession) {
    switch input {
    case .touch: touch(session)
    case .mouse: useMouse(session)
    case .keyboard: type(session)
    }
  }

  private func touch(_ session: RecordedSession) {
    // A fling down, caught by a second finger's tap, and a slow drag back.
    drag(session, finger: 1, from: 40, by: 14, count: 9)
    session.run(frames: 10)
    drag(session, finger: 2, from: 150, by: 0, count: 1)
    session.run(frames: 5)
    drag(session, finger: 1, from: 180, by: -3, count: 20)
    session.run(frames: 10)
  }

  private func drag(
    _ session: RecordedSession, finger: Int, from y: Double, by step: Double, count: Int
  ) {
    func touch(_ phase: WindowEvent.Touch.Phase, _ y: Double) {
      session.send(.touched(WindowEvent.Touch(phase, finger: finger, at: Point(x: 170, y: y))))
      session.run(frames: 1)
    }
    touch(.began, y)
    for index in 1...count { touch(.moved, y + step * Double(index)) }
    touch(.ended, y + step * Double(count))
  }

  private func useMouse(_ session: RecordedSession) {
    let place = Point(x: 120, y: 130)
    for x in stride(from: 300.0, through: 120, by: -30) {
      session.send(.pointerMoved(Point(x: x, y: 130), []))
    }
    // Selects a word, extends the selection, scrolls by the wheel, and narrows the window.
    session.send(.pressed(.left, at: place, clicks: 2, []))
    session.send(.released(.left, at: place, []))
    session.run(frames: 3)
    let end = Point(x: 200, y: 160)
    session.send(.pressed(.left, at: end, clicks: 1, .shift))
    session.send(.pointerMoved(Point(x: 220, y: 170), .shift))
    session.send(.released(.left, at: Point(x: 220, y: 170), .shift))
    for _ in 0..<3 {
      session.send(
        .scrolled(
          WindowEvent.WheelMovement(Point(x: 0, y: -60), isPrecise: false, at: place)))
      session.run(frames: 2)
    }
    for width in [290.0, 270, 260] {
      session.resize(to: Size(width: width, height: 190))
      session.run(frames: 2)
    }
    session.send(.pointerLeft)
  }

  private func type(_ session: RecordedSession) {
    for key in [WindowEvent.Key.pageUp, .up, .up, .home, .pageDown, .space] {
      session.send(.key(key, [], isRepeat: false))
      session.run(frames: 4)
    }
    session.send(.key(.character("a"), .control, isRepeat: false))
    session.run(frames: 3)
    session.send(.key(.character("t"), [], isRepeat: false))
    session.run(frames: 6)
    session.send(.key(.escape, [], isRepeat: false))
    session.send(.key(.end, [], isRepeat: true))
  }

  private func replay(
    _ path: String, visit: (SessionReplay.Frame) -> Bool = { _ in true }
  ) throws -> (frames: [SessionReplay.Frame], differences: [Int]) {
    let replay = SessionReplay(try SessionFile(path: path), try RecordedSession.rows())
    var frames: [SessionReplay.Frame] = []
    try replay.run { frame in
      frames.append(frame)
      return visit(frame)
    }
    return (frames, replay.clockDifferences)
  }

  @Test(arguments: Input.allCases, seeds(1, long: 3))
  func `a recorded session is replayed bit for bit, whatever the order of drawing`(
    input: Input, seed: UInt64
  ) throws {
    let path = folder.file("session")
    let last = try record(input, seed: seed, to: path)
    let file = try SessionFile(path: path)
    #expect(file.isComplete)
    #expect(file.hashes.count > 20)
    let (frames, differences) = try replay(path)
    #expect(differences.isEmpty)
    #expect(frames.last?.bitmap == last)
    // Every frame that was shown was compared.
    #expect(Set(frames.filter { $0.recordedHash != nil }.map(\.time)) == Set(file.hashes.keys))
    #expect(Set(frames.map(\.hash)).count > 10)
  }

  @Test func `a replay that ends early releases its conversation`() throws {
    let path = folder.file("session")
    _ = try record(.touch, seed: 1, to: path)
    let file = try SessionFile(path: path)
    // All nodes retain it.
    weak var environment: DisplayEnvironment?
    // Some frames come while drawings are under way.
    for last in 1...12 {
      do {
        let replay = SessionReplay(file, try RecordedSession.rows())
        try replay.run { $0.number < last }
        environment = replay.window?.window.environment
        #expect(environment != nil)
      }
      #expect(environment == nil, "after frame \(last)")
    }
  }

  @Test func `the order of drawing changes the frames of a session`() throws {
    let hashes = try ([1, 2] as [UInt64]).map { seed in
      _ = try record(.keyboard, seed: seed, to: folder.file("session"))
      return try SessionFile(path: folder.file("session")).hashes
    }
    #expect(hashes[0] != hashes[1])
  }

  @Test func `results from outside are part of a recording`() throws {
    let path = folder.file("session")
    let header = SessionHeader(source: .generated(count: 1, seed: 1))
    let session = try RecordedSession(to: path, header: header, seed: 1)
    var received: [String] = []
    session.conversation.window.environment.loop.arrivals.receive("page") { received.append($0) }
    session.post("page", "{\"next\":\"\n\"}")
    session.post("nobody", "dropped")
    session.run(frames: 2)
    try session.end()
    #expect(received == ["{\"next\":\"\n\"}"])
    let steps = try SessionFile(path: path).records.map(\.step)
    #expect(steps.contains(.arrival(name: "page", payload: received[0])))
    #expect(try replay(path).differences.isEmpty)
  }

  @Test func `a recording that ends within a step is replayed to its end`() throws {
    let path = folder.file("session")
    _ = try record(.touch, to: path)
    let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
    let cut = try #require(lines.lastIndex { $0.hasPrefix("{\"tick\"") })
    try folder.write(lines[...cut].joined(separator: "\n") + "\n", to: "session")
    let (frames, differences) = try replay(path)
    #expect(frames.count > 20 && differences.count <= 1)
  }

  @Test func `a tampered recording departs at the tampered step`() throws {
    let path = folder.file("session")
    _ = try record(.touch, to: path)
    let text = try String(contentsOfFile: path, encoding: .utf8)
    // Another place of a finger.
    try folder.write(
      text.replacingOccurrences(of: "\"moved\",1,170,82", with: "\"moved\",1,170,112"),
      to: "moved")
    #expect(throws: SessionReplay.Departure.self) { try replay(folder.file("moved")) }
    // Another hash.
    let file = try SessionFile(path: path)
    let hash = try #require(file.hashes.values.first)
    try folder.write(
      text.replacingOccurrences(of: String(hash, radix: 16), with: "1"), to: "hash")
    let pixels = #expect(throws: SessionReplay.Departure.self) { try replay(folder.file("hash")) }
    #expect(pixels?.problem == "the pixels differ from the recording")
    // Results of work that was never submitted, or that was not recorded to run.
    try folder.write(
      text.replacingOccurrences(of: "{\"results\":[1", with: "{\"results\":[777,1"), to: "work")
    let work = #expect(throws: SessionReplay.Departure.self) { try replay(folder.file("work")) }
    #expect(work?.problem == "work 777 has no result")
  }

  @Test(
    arguments: [
      ("", nil, "is empty"),
      ("nonsense", 1, "invalid JSON"),
      ("{}", 1, "expected the header"),
      ("{\"galley_session\":2}", 1, "expected format 1, but found 2"),
      ("{\"galley_session\":1}", 1, "expected \"generate\", or"),
      ("{\"galley_session\":1,\"generate\":0,\"seed\":1}", 1, "from 1 to 10000000"),
      ("{\"galley_session\":1,\"generate\":1,\"seed\":1,\"theme\":\"red\"}", 1, "light or dark"),
      ("{\"galley_session\":1,\"chat\":\"a\"}", 1, "sha256"),
      ("H\n{\"clock\":[1]}", 2, "expected a step first"),
      ("H\n{\"begin\":[1,2,3]}", 2, "a width, a height"),
      ("H\n{\"begin\":[16000,16000,8,60]}", 2, "a width, a height"),
      ("H\n{\"begin\":[1e999,100,1,60]}", 2, "a width, a height"),
      ("H\nB\nB", 3, "begins twice"),
      ("H\nB\n{\"clock\":[-1]}", 3, "goes back"),
      ("H\nB\n{\"clock\":[9000000000000000000,9000000000000000000]}", 3, "too far"),
      ("H\nB\n{\"clock\":[1.5]}", 3, "an array of integers"),
      ("H\nB\n{\"event\":[\"danced\"]}", 3, "unknown event"),
      ("H\nB\n{\"event\":[\"moved\",1e999,0,0]}", 3, "a coordinate"),
      ("H\nB\n{\"event\":[\"moved\",1,0,999]}", 3, "from 0 to 255"),
      ("H\nB\n{\"event\":[\"left\",1]}", 3, "too many values"),
      ("H\nB\n{\"event\":[\"key\",\"character ab\",0,false]}", 3, "unknown key"),
      ("H\nB\n{\"event\":[\"key\",\"function 99\",0,false]}", 3, "unknown key"),
      ("H\nB\n{\"shown\":1,\"hash\":\"xyz\"}", 3, "the time and the hash"),
      ("H\nB\n{\"arrival\":\"a\"}", 3, "a payload"),
      ("H\nB\n{\"end\":true}\n{\"tick\":true}", 4, "nothing may follow"),
      ("H\nB\n{\"other\":true}", 3, "unknown kind of line"),
    ] as [(String, Int?, String)])
  func `an invalid recording is refused with the line and the reason`(
    text: String, line: Int?, reason: String
  ) throws {
    let text = text.replacingOccurrences(
      of: "H\n", with: "{\"galley_session\":1,\"generate\":1,\"seed\":1}\n"
    ).replacingOccurrences(of: "\nB", with: "\n{\"begin\":[100,100,1,60]}")
    try folder.write(text, to: "session")
    let error = #expect(throws: SessionError.self) {
      try SessionFile(path: folder.file("session"))
    }
    #expect(error?.line == line)
    #expect(error?.problem.contains(reason) == true, "\(error?.problem ?? "")")
  }

  @Test func `steps before the beginning are a departure, not a crash`() throws {
    for step in ["{\"tick\":true}", "{\"results\":[1]}", "{\"event\":[\"left\"]}"] {
      try folder.write(
        "{\"galley_session\":1,\"generate\":1,\"seed\":1}\n\(step)\n", to: "session")
      let departure = #expect(throws: SessionReplay.Departure.self) {
        try replay(folder.file("session"))
      }
      #expect(departure?.problem == "the session has not begun")
    }
  }

  @Test func `every event is read as it was written`() throws {
    let point = Point(x: 0.1, y: -3)
    let events: [WindowEvent] = [
      .focused(true), .pointerMoved(point, [.shift, .alt]), .pointerLeft,
      .pressed(.middle, at: point, clicks: 3, .system), .released(.other, at: point, []),
      .scrolled(WindowEvent.WheelMovement(point, isPrecise: true, at: Point(x: 5, y: 1e-7))),
      .touched(WindowEvent.Touch(.ended, finger: 9, at: point)), .closed,
      .key(.character("é"), .control, isRepeat: true), .key(.function(12), [], isRepeat: false),
      .key(.other(-5), [], isRepeat: false), .key(.character(" "), [], isRepeat: false),
      .key(.pageUp, [], isRepeat: false), .key(.delete, [], isRepeat: false),
    ]
    let header = SessionHeader(source: .generated(count: 3, seed: 4), theme: .dark)
    let steps =
      [.begin(RecordedSession.metrics)] + events.map(SessionStep.event)
      + [.resize(RecordedSession.metrics), .work(3), .results([3, 1]), .tick]
    let lines = [header.line] + steps.map(\.line)
    try folder.write(Data(lines.joined()), to: "session")
    let file = try SessionFile(path: folder.file("session"))
    #expect(file.header == header)
    #expect(file.records.map(\.step) == steps)
  }

  @Test func `a recording names a font manifest only if one was given`() throws {
    // A variable of test runs must have no effect on programs.
    unsafe setenv("GALLEY_FONTS", repository.appending(path: "Fonts/fonts.json").path, 0)
    let words = ["--generate", "3"]
    #expect(try SessionHeader(.parse(words)).fonts == nil)
    let manifest = repository.appending(path: "Fonts/testing/testing.json").path
    #expect(try SessionHeader(.parse(words + ["--fonts", manifest])).fonts?.path == manifest)
  }

  @Test(arguments: 1...40)
  func `a bisection finds the first bad frame in logarithmic time`(bad: Int) {
    var search = FrameBisection(last: 40)
    var count = 0
    while let next = search.next {
      search.note(next, isGood: next < bad)
      count += 1
    }
    #expect(search.firstBad == bad)
    #expect(count <= 6)
  }

  @Test func `a bisection distinguishes failing from broken commands`() {
    #expect(FrameBisection.outcome(0) == .good)
    #expect(FrameBisection.outcome(1) == .bad && FrameBisection.outcome(125) == .bad)
    #expect(FrameBisection.outcome(126) == .broken && FrameBisection.outcome(137) == .broken)
  }

  @Test(arguments: Input.allCases)
  func `the recordings of the corpus are replayed bit for bit`(input: Input) throws {
    let path = Self.corpus.appending(path: "\(input.rawValue).galley").path
    if ProcessInfo.processInfo.environment["GALLEY_RECORD_SESSIONS"] != nil {
      let session = try RecordedSession(to: path, header: try Self.header(), seed: 1)
      perform(input, in: session)
      try session.end()
    }
    let file = try SessionFile(path: path)
    #expect(file.header == (try Self.header()))
    let (frames, _) = try replay(path)
    #expect(frames.count { $0.recordedHash != nil } == file.hashes.count)
    #expect(file.hashes.count > 20)
  }

  @Test func `the command replays, writes frames, and bisects`() throws {
    let path = Self.corpus.appending(path: "keyboard.galley").path
    func galley(_ words: String...) throws -> Outcome {
      try Program.run([Program.built("galley"), "replay", path] + words)
    }
    let whole = try galley("--json")
    #expect(whole.status == 0)
    let object = try JSONSerialization.jsonObject(with: Data(whole.output.utf8))
    let report = try #require(object as? [String: Any])
    let hashes = try #require(report["hashes"] as? [[String: Any]])
    #expect(report["frames"] as? Int == hashes.count && hashes.count > 20)
    #expect(report["departure"] is NSNull)

    let outcome = try galley("--every", "10", "-o", folder.file("frames"))
    #expect(outcome.status == 0)
    let names = try folder.names(in: "frames")
    #expect(names.contains("000010.png") && !names.contains("000011.png"))

    #expect(try galley("--until", "10", "-o", folder.file("ten.png")).status == 0)
    #expect(try folder.data("ten.png") == folder.data("frames/000010.png"))

    // Fails from the frame on that is shown 0.5 s after the start, which differs from the first.
    let search = try galley(
      "--until", "30", "-o", folder.file("a.png"), "--bisect",
      "cmp -s '\(folder.file("frames/000010.png"))'")
    #expect(search.status == 0, "\(search.complaint)")
    #expect(search.output.hasPrefix("the first frame that fails is "))
    #expect(
      try galley("--until", "9", "-o", folder.file("a.png"), "--bisect", "true #").status == 1)
    #expect(
      try galley("--until", "9", "-o", folder.file("a.png"), "--bisect", "exit 127 #").status == 1)
    #expect(try galley("--every", "0").status == 64)
    #expect(try galley("--until", "soon").status == 64)
  }
}
