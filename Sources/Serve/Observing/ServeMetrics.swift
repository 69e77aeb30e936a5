import CoreMetrics
import GalleyQuotes
import GalleySystem
import HTTPTypes
import Synchronization

/// The counts of a server.
final class ServeMetrics: Sendable {
  private let factory = PrometheusMetrics()
  private let requests = Atomic(0)

  /// Returns the ID of another request.
  func nextRequestID() -> String {
    // Relaxed: it only has to differ.
    String(requests.add(1, ordering: .relaxed).newValue)
  }

  /// Counts an answer.
  func record(_ route: Route, _ answer: Answer, seconds: Double) {
    let labels = [("route", route.name), ("status", String(answer.status.code))]
    Counter(label: "galley_requests_total", dimensions: labels, factory: factory).increment()
    Counter(label: "galley_response_bytes_total", factory: factory).increment(
      by: answer.body.count)
    Timer(
      label: "galley_request_seconds", dimensions: [("route", route.name)], factory: factory
    ).recordSeconds(seconds)
  }

  /// Counts the remarks about a picture.
  func record(_ remarks: QuoteRemarks) {
    Counter(label: "galley_placeholders_total", factory: factory).increment(
      by: remarks.placeholders.count)
    Counter(label: "galley_missing_glyphs_total", factory: factory).increment(
      by: remarks.missingGlyphs)
  }

  /// Returns all counts as text; `load` is the numbers of threads in use and of requests that wait.
  func text(load: (running: Int, waiting: Int)) -> String {
    Meter(label: "galley_drawing_threads", factory: factory).set(load.running)
    Meter(label: "galley_waiting_requests", factory: factory).set(load.waiting)
    if let bytes = ProcessMemory.residentBytes {
      Meter(label: "process_resident_memory_bytes", factory: factory).set(bytes)
    }
    return factory.text
  }
}
