import Foundation
import GalleyScheduling
import TestSupport
import Testing

@testable import GalleyViewer

/// The output of `galley scroll`: figures, and a trace of the threads' work.
@Suite struct TraceTests {
  /// An event of a trace.
  private struct Event {
    var name: String
    var kind: String
    var thread: Int
    var start: Double
    var end: Double
  }

  private func events(_ data: Data) throws -> (events: [Event], threads: [Int: String]) {
    let file = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    let list = try #require(file["traceEvents"] as? [[String: Any]])
    var (events, threads): ([Event], [Int: String]) = ([], [:])
    for entry in list {
      let thread = try #require(entry["tid"] as? Int)
      let kind = try #require(entry["ph"] as? String)
      let name = try #require(entry["name"] as? String)
      #expect(entry["pid"] as? Int == 1)
      if kind == "M" {
        #expect(name == "thread_name")
        threads[thread] = (entry["args"] as? [String: Any])?["name"] as? String
        continue
      }
      let start = try #require(entry["ts"] as? Double)
      let duration = entry["dur"] as? Double
      #expect((kind == "X") == (duration != nil))
      events.append(
        Event(name: name, kind: kind, thread: thread, start: start, end: start + (duration ?? 0)))
    }
    return (events, threads)
  }

  /// Checks that the events of each thread are in order, and nested or disjoint.
  private func expectNested(_ events: [Event], _ threads: [Int: String]) {
    var open: [Int: [Event]] = [:]
    var last: [Int: Double] = [:]
    for event in events {
      #expect(threads[event.thread] != nil, "a thread without a name")
      #expect(event.start >= last[event.thread] ?? 0)
      last[event.thread] = event.start
      // Times are rounded to nanoseconds.
      open[event.thread, default: []].removeAll { $0.end <= event.start + 0.0015 }
      for outer in open[event.thread, default: []] {
        #expect(event.end <= outer.end + 0.0015, "\(event.name) outlives \(outer.name)")
      }
      if event.kind == "X" { open[event.thread, default: []].append(event) }
    }
  }

  @Test func `a trace file has nested, ordered events on named threads`() throws {
    let log = TraceLog()
    log.note("drawing", on: .display(1), from: 5, to: 6)
    log.note("layout", on: .main, from: 3.1, to: 3.2)
    log.note("tick", on: .main, from: 3, to: 4)
    log.note("canceled", on: .main, at: 3.15, count: 7)
    let (events, threads) = try events(Data(TraceFile.json(log)))
    #expect(events.map(\.name) == ["tick", "layout", "canceled", "drawing"])
    #expect(threads == [1: "main actor", 11: "display 1"])
    #expect(events.map(\.start) == [0, 100_000, 150_000, 2_000_000])
    expectNested(events, threads)
  }

  @Test func `a pool traces both drawn and canceled work`() {
    let log = TraceLog()
    let pool = PoolExecutor(threads: 1, trace: log)
    let sentinel = Sentinel()
    pool.submit(
      DisplayWork(label: "measurement") { _ in
      } ended: { _ in
      }, key: DisplayWork.Key(.visible))
    let stale = sentinel.issueTicket()
    sentinel.cancel()
    pool.submit(DisplayWork(ticket: stale) { _ in }, key: DisplayWork.Key(.visible))
    pool.waitUntilIdle()
    #expect(log.events.map(\.name.description).sorted() == ["canceled", "measurement"])
    #expect(log.events.allSatisfy { $0.track == .display(0) })
  }

  @Test func `scrolling prints figures and writes a trace and frames`() throws {
    let folder = TemporaryDirectory()
    let outcome = try Program.run([
      Program.built("galley"), "scroll", "--generate", "200", "--seconds", "2", "--hz", "30",
      "--size", "240x200", "--scale", "0.5", "--script", "mix", "--threads", "2", "--json",
      "--fonts", TestFonts.manifest, "--trace", folder.file("trace.json"),
      "--frames", folder.file("frames"),
    ])
    #expect(outcome.status == 0)
    let object = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
    let figures = try #require(object as? [String: Any])
    #expect(
      Set(figures.keys) == [
        "frames", "missed", "main_ms", "frame_ms", "blank_rows", "wasted_drawing",
        "live_nodes_max", "peak_bitmap_bytes", "cached_bytes", "retained_bytes_per_message",
        "memory", "first_frame_ms", "jump_ms", "queue", "missed_main", "compositor_ms",
        "compositor_cpu_ms", "main_cpu_ms", "drawn_frames", "replaced_frames",
      ])
    #expect(try #require(figures["drawn_frames"] as? Int) >= 5)
    let drawing = try #require(figures["compositor_cpu_ms"] as? [String: Double])
    #expect(try #require(drawing["p50"]) > 0)
    #expect(try #require(figures["frames"] as? Int) >= 10)
    for name in ["main_ms", "main_cpu_ms", "frame_ms", "compositor_ms", "compositor_cpu_ms"] {
      let times = try #require(figures[name] as? [String: Any])
      #expect(Set(times.keys) == ["p50", "p99", "max"])
    }
    let queue = try #require(figures["queue"] as? [String: Any])
    #expect(Set(queue.keys) == ["started", "finished", "cancelled_before", "cancelled_while"])
    let (events, threads) = try events(try folder.data("trace.json"))
    expectNested(events, threads)
    func names(on thread: String) -> Set<String> {
      Set(events.filter { threads[$0.thread]?.hasPrefix(thread) ?? false }.map(\.name))
    }
    #expect(names(on: "main actor").isSuperset(of: ["tick", "commit", "change sets"]))
    #expect(names(on: "display").isSuperset(of: ["measurement", "drawing"]))
    #expect(names(on: "compositor") == ["frame"])
    #expect(Set(threads.values).isSuperset(of: ["main actor", "compositor", "display 0"]))
    #expect(try folder.names(in: "frames").contains { $0.hasSuffix(".png") })
  }
}
