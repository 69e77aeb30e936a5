import CoreMetrics
import Synchronization

/// Metrics that are read as text in Prometheus's format.
///
/// - SeeAlso: [Exposition formats](https://prometheus.io/docs/instrumenting/exposition_formats/)
final class PrometheusMetrics: MetricsFactory, Sendable {
  private let series = Mutex<[SeriesKey: PrometheusSeries]>([:])

  func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
    series(label, dimensions, .counter)
  }

  func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
    series(label, dimensions, .gauge)
  }

  func makeRecorder(
    label: String, dimensions: [(String, String)], aggregate: Bool
  ) -> any RecorderHandler {
    series(label, dimensions, aggregate ? .histogram : .gauge)
  }

  func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
    series(label, dimensions, .histogram)
  }

  func destroyCounter(_ handler: any CounterHandler) {}
  func destroyMeter(_ handler: any MeterHandler) {}
  func destroyRecorder(_ handler: any RecorderHandler) {}
  func destroyTimer(_ handler: any TimerHandler) {}

  /// Returns the series of a name and labels, which is made on first use.
  private func series(
    _ name: String, _ labels: [(String, String)], _ kind: PrometheusSeries.Kind
  ) -> PrometheusSeries {
    let text = labels.map { "\($0)=\"\(Self.escaped($1))\"" }.joined(separator: ",")
    let key = SeriesKey(name: name, labels: text)
    return series.withLock { series in
      if let known = series[key] { return known }
      let new = PrometheusSeries(kind)
      series[key] = new
      return new
    }
  }

  private static func escaped(_ value: String) -> String {
    value.reduce(into: "") { text, character in
      switch character {
      case "\\": text += "\\\\"
      case "\"": text += "\\\""
      case "\n": text += "\\n"
      default: text.append(character)
      }
    }
  }

  /// The values of all series, by name and labels.
  var text: String {
    let all = series.withLock { $0 }.sorted { $0.key < $1.key }
    var text = ""
    var last: String?
    for (key, series) in all {
      if key.name != last { text += "# TYPE \(key.name) \(series.kind.rawValue)\n" }
      last = key.name
      text += series.text(key)
    }
    return text
  }
}

/// The name and the labels of a series.
struct SeriesKey: Hashable, Comparable {
  var name: String
  var labels: String

  static func < (left: SeriesKey, right: SeriesKey) -> Bool {
    (left.name, left.labels) < (right.name, right.labels)
  }
}

/// The value of a series.
final class PrometheusSeries: CounterHandler, MeterHandler, RecorderHandler, TimerHandler {
  enum Kind: String {
    case counter, gauge, histogram
  }

  private struct State {
    var value = 0.0
    var count = 0
    var buckets = [Int](repeating: 0, count: PrometheusSeries.bounds.count)
  }

  /// The upper bounds of the buckets of a histogram, in seconds.
  static let bounds = [
    0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
  ]

  let kind: Kind
  private let state = Mutex(State())

  init(_ kind: Kind) { self.kind = kind }

  func increment(by amount: Int64) { add(Double(amount)) }
  func increment(by amount: Double) { add(amount) }
  func decrement(by amount: Double) { add(-amount) }
  func reset() { state.withLock { $0 = State() } }
  func set(_ value: Int64) { set(Double(value)) }
  func set(_ value: Double) { state.withLock { $0.value = value } }
  func record(_ value: Int64) { record(Double(value)) }
  func recordNanoseconds(_ duration: Int64) { record(Double(duration) / 1e9) }

  func record(_ value: Double) {
    guard kind == .histogram else { return set(value) }
    state.withLock { state in
      state.value += value
      state.count += 1
      if let bucket = Self.bounds.firstIndex(where: { value <= $0 }) { state.buckets[bucket] += 1 }
    }
  }

  private func add(_ amount: Double) { state.withLock { $0.value += amount } }

  /// Returns the lines of the series.
  func text(_ key: SeriesKey) -> String {
    let state = state.withLock { $0 }
    func line(_ suffix: String, _ label: String, _ value: Double) -> String {
      let labels = [key.labels, label].filter { !$0.isEmpty }.joined(separator: ",")
      return "\(key.name)\(suffix)\(labels.isEmpty ? "" : "{\(labels)}") \(Self.short(value))\n"
    }
    guard kind == .histogram else { return line("", "", state.value) }
    var text = ""
    var sum = 0
    for (bound, count) in zip(Self.bounds, state.buckets) {
      sum += count
      text += line("_bucket", "le=\"\(Self.short(bound))\"", Double(sum))
    }
    text += line("_bucket", "le=\"+Inf\"", Double(state.count))
    return text + line("_sum", "", state.value) + line("_count", "", Double(state.count))
  }

  private static func short(_ value: Double) -> String {
    Int(exactly: value).map(String.init) ?? String(value)
  }
}
