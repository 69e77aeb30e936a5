import GalleyDisplay
import GalleyGeometry
import GalleyLayers
import GalleyPixels
import GalleyScheduling
import Synchronization
import Testing

/// All orders in which two or three passes of a node can be requested, drawn, finished and
/// canceled.
@MainActor struct PassInterleavingTests {
  /// An event: a pass is requested, the oldest pending one starts, the oldest started one finishes,
  /// a tick runs, all passes are canceled, or the node is drawn synchronously.
  private enum Step: String, CaseIterable {
    case ask, start, finish, tick, cancel, drawAtOnce
  }

  @Test func `contents never revert to older ones, and the last request is displayed`() {
    var count = 0
    let overtaking = sequences(of: 6, from: [.ask, .start, .finish, .tick, .cancel])
    for steps in overtaking + sequences(of: 5, from: Step.allCases)
    where steps.count(where: { $0 == .ask }) >= 2 {
      run(steps)
      count += 1
    }
    #expect(count > 5_000)
  }

  private func sequences(of length: Int, from steps: [Step]) -> [[Step]] {
    guard length > 0 else { return [[]] }
    let shorter = sequences(of: length - 1, from: steps)
    return steps.flatMap { step in shorter.map { [step] + $0 } }
  }

  private func run(_ steps: [Step]) {
    let test = TestEnvironment()
    let number = Mutex(0)
    let node = DisplayNode(
      NumberedContent { number.withLock { $0 } }, environment: test.environment)
    node.frame = Rect(x: 0, y: 0, width: 2, height: 2)
    test.show(node)
    var shown = 0
    func appearance() {
      let now = node.layer.contents.map { Int($0.pixel(x: 0, y: 0) & 0xFF) } ?? 0
      #expect(now >= shown, "\(steps.map(\.rawValue))")
      shown = now
    }
    for step in steps {
      switch step {
      case .ask:
        number.withLock { $0 += 1 }
        node.setNeedsDisplay()
        test.tick()
      case .start: test.executor.startNext()
      case .finish: if let id = test.executor.started.first { test.executor.finish(id) }
      case .tick: test.tick()
      case .cancel: node.cancelDisplay()
      case .drawAtOnce:
        number.withLock { $0 += 1 }
        node.layer.displayImmediately()
      }
      appearance()
    }
    number.withLock { $0 += 1 }
    node.setNeedsDisplay()
    test.settle()
    appearance()
    #expect(shown == number.withLock { $0 }, "\(steps.map(\.rawValue))")
    #expect(!node.isDisplaying)
  }
}

/// A content that fills its canvas with the captured number.
private struct NumberedContent: NodeContent {
  static let drawing: DisplayNode.DrawingModes = .canvas
  let number: @Sendable () -> Int

  func parameters(for node: DisplayNode) -> Int { number() }

  static func draw(_ parameters: Int, on canvas: inout NodeCanvas) {
    canvas.bitmap.fill(with: Color(red: 0, green: 0, blue: UInt8(parameters)))
  }
}
