import GalleyGeometry
import GalleyLayers
import GalleyPixels
import GalleyWindow
import Synchronization
import Testing

/// Frames in flight from a compositor to a window.
@MainActor struct FrameMailboxTests {
  private let host = LayerHost(size: Size(width: 40, height: 30), backgroundColor: .white)

  /// Changes a layer some times and returns the resulting frames.
  private func frames(_ mailbox: FrameMailbox, _ changes: [(Rect, Color)]) -> Bitmap? {
    let compositor = Compositor(sinks: [mailbox])
    for (index, (rect, color)) in changes.enumerated() {
      let layer = Layer(frame: rect)
      layer.backgroundColor = color
      host.root.addSublayer(layer)
      compositor.present(host.commit(at: Double(index)), at: Double(index))
    }
    compositor.waitUntilIdle()
    return try? host.commit(at: 100).bitmap(at: 100)
  }

  @Test func `the latest frame is delivered`() throws {
    let mailbox = FrameMailbox {}
    let last = frames(
      mailbox,
      [
        (Rect(x: 2, y: 3, width: 5, height: 6), .black),
        (Rect(x: 20, y: 10, width: 9, height: 4), Color(argb: 0xFF20_4060)),
        (Rect(x: 4, y: 4, width: 20, height: 3), Color(argb: 0xFF90_0000)),
      ])
    var delivered: Bitmap?
    #expect(mailbox.hasFrame)
    mailbox.deliver { delivered = $0.bitmap }
    #expect(delivered == last && last != nil)
    #expect(!mailbox.hasFrame)
  }

  @Test func `damage covers all changes since the last delivery`() {
    let mailbox = FrameMailbox {}
    _ = frames(mailbox, [(Rect(x: 2, y: 3, width: 5, height: 6), .black)])
    mailbox.deliver { #expect($0.damage.contains { $0.width == 40 }) }
    mailbox.deliver { _ in Issue.record("nothing is new") }
    var isAll = false
    mailbox.deliver(all: true) { isAll = $0.damage == [$0.bitmap.bounds] }
    #expect(isAll)
  }

  @Test func `damage of many undelivered frames is merged`() {
    let mailbox = FrameMailbox {}
    let changes = (0..<40).map { index in
      (Rect(x: Double(index), y: 1, width: 1, height: 1), Color.black)
    }
    _ = frames(mailbox, changes)
    mailbox.deliver { #expect($0.damage.count <= 25) }
  }

  @Test func `each frame calls the wake handler`() {
    let count = Counter()
    let mailbox = FrameMailbox { count.value.add(1, ordering: .relaxed) }
    _ = frames(mailbox, [(Rect(x: 0, y: 0, width: 1, height: 1), .black)])
    #expect(count.value.load(ordering: .relaxed) == 1)
  }
}

private final class Counter: Sendable {
  let value = Atomic(0)
}
