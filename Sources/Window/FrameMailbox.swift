package import GalleyGeometry
package import GalleyLayers
package import GalleyPixels
internal import Synchronization

/// A frame sink that keeps the latest frame for the displaying thread, copying only the damaged
/// pixels.
///
/// The compositor keeps exclusive ownership of its own bitmap.
package final class FrameMailbox: FrameSink {
  /// A frame that has not been shown yet.
  package struct Delivery: Sendable {
    /// The pixels of the whole frame.
    package let bitmap: Bitmap
    /// The rectangles that differ from the previous delivery; they may overlap.
    package let damage: [PixelRect]
  }

  fileprivate struct State {
    var bitmap: Bitmap?
    var damage: [PixelRect] = []
  }

  private let state = Mutex(State())
  // Sequentially consistent: the event loop reads it after announcing that it sleeps.
  private let isWaiting = Atomic(false)
  private let wake: @Sendable () -> Void

  /// Creates an empty mailbox.
  ///
  /// - Parameter wake: Called on the compositor's thread when a frame has arrived.
  package init(wake: @escaping @Sendable () -> Void) {
    self.wake = wake
  }

  /// Whether a frame has arrived and not been delivered.
  package var hasFrame: Bool { isWaiting.load(ordering: .sequentiallyConsistent) }

  /// Stores a frame.
  package func present(_ frame: CompositedFrame) {
    state.withLock { $0.take(frame) }
    isWaiting.store(true, ordering: .sequentiallyConsistent)
    wake()
  }

  /// Delivers the pending damage, if any; frames that arrive meanwhile wait.
  ///
  /// - Parameters:
  ///   - all: Whether to report all pixels as damaged.
  ///   - body: A closure that shows the frame.
  package func deliver(all: Bool = false, _ body: (Delivery) -> Void) {
    guard isWaiting.exchange(false, ordering: .sequentiallyConsistent) || all else { return }
    state.withLock { state in
      guard let bitmap = state.bitmap, all || !state.damage.isEmpty else { return }
      body(Delivery(bitmap: bitmap, damage: all ? [bitmap.bounds] : state.damage))
      state.damage = []
    }
  }
}

extension FrameMailbox.State {
  /// The maximum number of damage rectangles before they are merged.
  private static let rectLimit = 24

  fileprivate mutating func take(_ frame: CompositedFrame) {
    var areas = frame.damage
    let source = frame.bitmap
    if bitmap?.width != source.width || bitmap?.height != source.height {
      bitmap = try? Bitmap(uncleared: (source.width, source.height), reusing: bitmap.take())
      bitmap?.scale = frame.scale
      (areas, damage) = ([source.bounds], [])
    }
    guard var copy = bitmap else { return }
    bitmap = nil
    // If the copy cannot be allocated, there is no bitmap, and the next frame is copied entirely.
    guard (try? copy.makeUnique()) != nil else { return }
    for area in areas { copy.copy(area, of: source) }
    bitmap = copy
    damage += areas
    if damage.count > Self.rectLimit {
      damage = [damage.dropFirst().reduce(damage[0]) { $0.union($1) }]
    }
  }
}

extension Bitmap {
  /// Copies a rectangle from a bitmap of the same size.
  fileprivate mutating func copy(_ area: PixelRect, of source: Bitmap) {
    let area = area.intersection(bounds)
    guard !area.isEmpty else { return }
    let (first, count) = (area.minX * 4, area.width * 4)
    source.withBytes { from, fromRow in
      withMutableBytes { to, toRow in
        unsafe from.withUnsafeBytes { from in
          unsafe to.withUnsafeMutableBytes { to in
            for y in area.minY..<area.maxY {
              let target = unsafe UnsafeMutableRawBufferPointer(
                rebasing: to[y * toRow + first..<y * toRow + first + count])
              unsafe target.copyMemory(
                from: UnsafeRawBufferPointer(
                  rebasing: from[y * fromRow + first..<y * fromRow + first + count]))
            }
          }
        }
      }
    }
  }
}
