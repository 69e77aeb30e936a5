internal import GalleySystem

/// A deliberate slowing of display for debugging, so that placeholders, stale contents and the
/// order of drawing can be seen.
///
/// The environment variable `GALLEY_DISPLAY` sets the pace of a whole process, for example to
/// `serial,delay=200ms`.
public struct DisplayPace: Hashable, Sendable {
  /// Whether one piece of work runs at a time, strictly in priority order.
  public var isSerial: Bool
  /// The delay of the end of each drawing, in seconds; measurements are not delayed.
  ///
  /// A serial executor does nothing else in the meantime.
  public var delay: Double

  /// The maximum delay, in seconds.
  static let delayLimit = 60.0

  /// Creates a pace.
  ///
  /// - Parameters:
  ///   - isSerial: Whether one piece of work runs at a time, strictly in priority order.
  ///   - delay: The delay of each drawing, in seconds; NaN and negative values count as 0, large
  ///     ones as a minute.
  public init(isSerial: Bool = false, delay: Double = 0) {
    self.isSerial = isSerial
    self.delay = delay > 0 ? min(delay, Self.delayLimit) : 0
  }

  /// Parses a pace, for example `serial`, `delay=1.5s` or `serial,delay=200ms`.
  ///
  /// - Throws: ``DisplayPaceError``.
  public init(_ text: String) throws(DisplayPaceError) {
    self.init()
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      if part == "serial" {
        isSerial = true
      } else if part.hasPrefix("delay="), let delay = Self.seconds(part.dropFirst(6)) {
        self.delay = delay
      } else {
        throw DisplayPaceError(part: String(part))
      }
    }
  }

  /// The pace that `GALLEY_DISPLAY` sets; an invalid value is reported once on standard error and
  /// has no effect.
  public static let ofProcess: DisplayPace = {
    guard let text = FileSystem.environment("GALLEY_DISPLAY") else { return DisplayPace() }
    do throws(DisplayPaceError) { return try DisplayPace(text) } catch {
      StandardStreams.warn("warning: GALLEY_DISPLAY: \(error)")
      return DisplayPace()
    }
  }()

  /// Returns the delay of a piece of work, in seconds; 0 for none.
  func delay(of work: DisplayWork) -> Double {
    delay > 0 && work.label.description == DisplayWork.drawing.description ? delay : 0
  }

  /// Parses a duration in `s` or `ms`.
  private static func seconds(_ text: Substring) -> Double? {
    let isShort = text.hasSuffix("ms")
    guard text.hasSuffix("s"), let number = Double(text.dropLast(isShort ? 2 : 1)) else {
      return nil
    }
    let seconds = isShort ? number / 1_000 : number
    return (0...delayLimit).contains(seconds) ? seconds : nil
  }
}

/// An error in the text of a display pace.
public struct DisplayPaceError: Error, Hashable, CustomStringConvertible {
  /// The part that is not understood.
  public let part: String

  /// Creates an error.
  public init(part: String) { self.part = part }

  /// The description of the error.
  public var description: String {
    "expected serial, delay=200ms (up to 60s) or both, separated by a comma, but found \"\(part)\""
  }
}
