public import GalleyGeometry
public import GalleyLayers
public import GalleyPixels
internal import Synchronization

/// Keeps the last frame for a thread that shows it, and copies only what is new of it.
///
/// The compositor goes on with its own bitmap, on which nobody else keeps a hold.
public final class FrameMailbox: FrameSink {
  /// A frame that has not been shown.
  public struct Delivery: Sendable {
    /// All pixels.
    public let bitmap: Bitmap
    /// What differs from the last delivery; rectangles may overlap.
    public let damage: [PixelRect]
    /// The time that the frame shows, in seconds by the host's clock.
    public let time: Double
  }

  fileprivate struct State {
    var bitmap: Bitmap?
    var damage: [PixelRect] = []
    var time = 0.0
    var frameCount = 0
  }

  private let state = Mutex(State())
  private let wake: @Sendable () -> Void

  /// Makes a mailbox with nothing in it.
  ///
  /// - Parameter wake: Is called on the compositor's thread when a frame has come.
  public init(wake: @escaping @Sendable () -> Void) {
    self.wake = wake
  }

  /// How many frames have come.
  public var frameCount: Int { state.withLock { $0.frameCount } }

  /// Takes note of a frame.
  public func present(_ frame: Frame) {
    state.withLock { $0.take(frame) }
    wake()
  }

  /// Gives what has come to whoever shows it, unless that is nothing; frames that come wait.
  ///
  /// - Parameters:
  ///   - all: Whether all pixels count as new.
  ///   - body: Shows the frame.
  public func deliver(all: Bool = false, _ body: (Delivery) -> Void) {
    state.withLock { state in
      guard let bitmap = state.bitmap, all || !state.damage.isEmpty else { return }
      body(
        Delivery(
          bitmap: bitmap, damage: all ? [bitmap.bounds] : state.damage, time: state.time))
      state.damage = []
    }
  }
}

extension FrameMailbox.State {
  /// So many rectangles are kept apart; more become one.
  private static let rectLimit = 24

  fileprivate mutating func take(_ frame: Frame) {
    time = frame.time
    frameCount += 1
    var areas = frame.damage
    let source = frame.bitmap
    if bitmap?.width != source.width || bitmap?.height != source.height {
      bitmap = try? Bitmap(width: source.width, height: source.height)
      bitmap?.scale = frame.scale
      (areas, damage) = ([source.bounds], [])
    }
    guard var copy = bitmap else { return }
    bitmap = nil
    // Without memory for a copy there is no bitmap, and the next frame is taken as a whole.
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
  /// Takes over some pixels of a bitmap of the same size.
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
