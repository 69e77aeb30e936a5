internal import GalleyRichStreaming

/// A change of a message that grows.
enum StreamEdit: Sendable {
  case append([UInt8])
  case replace(String)
  case finish
  /// Marks at the end are shown as text.
  case showHeldMarks
  /// Another width, in points.
  case resize(Double)
}

/// The changes of a message that wait for the next layout.
struct StreamEdits: Sendable {
  private var edits: [StreamEdit] = []
  /// The time of the last change of the text, in seconds.
  private var lastChange = -Double.infinity
  /// Whether a timer for held marks is running.
  private var hasTimer = false

  /// The requests that a change leads to.
  struct Request: Equatable {
    /// Whether a layout has to be requested.
    var needsLayout = false
    /// The delay of the timer to start, in seconds; `nil` for none.
    var timer: Double?
  }

  /// Adds a change.
  mutating func add(_ edit: StreamEdit, at time: Double) -> Request {
    var request = Request(needsLayout: edits.isEmpty)
    switch edit {
    case .append(let bytes):
      if case .append(var waiting)? = edits.last {
        edits.removeLast()
        waiting += bytes
        edits.append(.append(waiting))
      } else {
        edits.append(edit)
      }
    // A replacement makes changes before it superfluous, except another width.
    case .replace: edits = edits.filter(\.isResize) + [edit]
    case .finish, .showHeldMarks, .resize: edits.append(edit)
    }
    guard edit.isText else { return request }
    lastChange = time
    if !hasTimer {
      hasTimer = true
      request.timer = StreamingText.holdPeriod
    }
    return request
  }

  /// Ends the timer.
  ///
  /// - Returns: A request for a layout with held marks, or for another timer if text has arrived
  ///   since it was started.
  mutating func timerDidFire(at time: Double) -> Request {
    let rest = lastChange + StreamingText.holdPeriod - time
    // Sums of times are not exact.
    guard rest <= 1e-6 else { return Request(timer: rest) }
    hasTimer = false
    return add(.showHeldMarks, at: time)
  }

  /// Takes all changes.
  mutating func take() -> [StreamEdit] {
    defer { edits = [] }
    return edits
  }

  var isEmpty: Bool { edits.isEmpty }
}

extension StreamEdit {
  /// Whether the change is one of the text.
  fileprivate var isText: Bool {
    switch self {
    case .append, .replace: true
    case .finish, .showHeldMarks, .resize: false
    }
  }

  fileprivate var isResize: Bool { if case .resize = self { true } else { false } }

  /// Applies the change to a message.
  func apply(to text: inout StreamingText, by maker: StreamMaker) {
    switch self {
    case .append(let bytes): text.append(bytes)
    case .replace(let whole): text.replace(whole: whole)
    case .finish: text.finish()
    case .showHeldMarks: text.showHeldMarks()
    case .resize(let width):
      var other = maker.text(width: width)
      other.append(text.markdown)
      if text.isFinished { other.finish() }
      text = other
    }
  }
}
