import GalleyGeometry
import GalleyJSON
import GalleyWindow

/// A step of a session: something that the main actor does at once.
enum SessionStep: Hashable, Sendable {
  /// The conversation is opened in a window.
  case begin(Window.Metrics)
  /// The window handles an event.
  case event(WindowEvent)
  /// The window handles a change of its size.
  case resize(Window.Metrics)
  /// A drawing or a measurement runs, by its number in the order of submission.
  case work(Int)
  /// The results of work reach the main actor.
  case results([Int])
  /// The display loop ticks.
  case tick
  /// A result from outside of the program arrives.
  case arrival(name: String, payload: String)

  /// The step as a line of JSON.
  var line: [UInt8] {
    var writer = JSONWriter()
    writer.object { object in
      switch self {
      case .begin(let metrics): object.member("begin", metrics)
      case .event(let event):
        object.name("event")
        object.value(event)
      case .resize(let metrics): object.member("resize", metrics)
      case .work(let number): object.member("work", number)
      case .results(let numbers):
        object.name("results")
        object.array(numbers) { $0.value($1) }
      case .tick: object.member("tick", true)
      case .arrival(let name, let payload):
        object.member("arrival", name)
        object.member("payload", payload)
      }
    }
    writer.endLine()
    return writer.bytes
  }

  /// Reads a step; returns `nil` for another kind of line.
  init?(_ value: JSONValue) throws(SessionError) {
    if let metrics = value["begin"] {
      self = .begin(try Window.Metrics(metrics))
    } else if let event = value["event"] {
      self = .event(try WindowEvent(event))
    } else if let metrics = value["resize"] {
      self = .resize(try Window.Metrics(metrics))
    } else if let work = value["work"] {
      guard let number = work.integer else { throw SessionError("expected a number of work") }
      self = .work(number)
    } else if let numbers = value["results"] {
      self = .results(try numbers.integers())
    } else if value["tick"] != nil {
      self = .tick
    } else if let name = value["arrival"]?.string {
      guard let payload = value["payload"]?.string else {
        throw SessionError("expected a payload")
      }
      self = .arrival(name: name, payload: payload)
    } else {
      return nil
    }
  }
}

extension JSONValue {
  /// The elements of an array.
  var elements: [JSONValue]? {
    guard case .array(let elements) = self else { return nil }
    return elements
  }

  /// Returns the elements of an array of integers.
  func integers() throws(SessionError) -> [Int] {
    guard let elements else { throw SessionError("expected an array of integers") }
    let numbers = elements.compactMap(\.integer)
    guard numbers.count == elements.count else {
      throw SessionError("expected an array of integers")
    }
    return numbers
  }
}

extension Window.Metrics {
  /// Reads metrics.
  fileprivate init(_ value: JSONValue) throws(SessionError) {
    let numbers = value.elements?.compactMap(\.double) ?? []
    guard numbers.count == 4, (1...16_384).contains(numbers[0]), (1...16_384).contains(numbers[1]),
      (0.1...8).contains(numbers[2]), (1...1_000).contains(numbers[3]),
      numbers[0] * numbers[1] * numbers[2] * numbers[2] <= 64e6
    else { throw SessionError("expected a width, a height, a scale and a refresh rate") }
    self.init(
      size: Size(width: numbers[0], height: numbers[1]), scale: numbers[2],
      refreshRate: numbers[3])
  }
}

extension JSONWriter {
  fileprivate mutating func member(_ name: String, _ metrics: Window.Metrics) {
    self.name(name)
    array([metrics.size.width, metrics.size.height, metrics.scale, metrics.refreshRate]) {
      $0.value($1)
    }
  }
}
