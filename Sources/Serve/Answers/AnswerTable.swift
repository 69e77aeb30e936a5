import Foundation
import GalleyJSON
import GalleyQuotes
import GalleySystem
import GalleyTextCommands
import GalleyTypesetting
import HTTPTypes

/// The answers to admitted requests.
struct AnswerTable: Sendable {
  private let options: ServeOptions
  private let fonts: FontReport
  private let metrics: ServeMetrics
  private let pool: DrawingPool
  private let quotes: QuoteAnswer
  private let renderings: RenderAnswer
  private let exports: ExportAnswer

  init(options: ServeOptions, engine: TextEngine, fonts: FontReport, metrics: ServeMetrics) {
    self.options = options
    self.fonts = fonts
    self.metrics = metrics
    pool = DrawingPool(threads: options.threads, queue: options.queue)
    quotes = QuoteAnswer(engine: engine, limits: options.limits, helpers: options.helpers)
    renderings = RenderAnswer(engine: engine, limits: options.limits)
    exports = ExportAnswer(options: options)
  }

  /// Returns the state of the server.
  func health() -> Answer {
    Answer { writer in
      writer.member("status", "ok")
      writer.member("timestamp", Date.now.formatted(.iso8601))
      writer.member("version", programVersion)
      writer.name("fonts")
      writer.object { fonts.write(to: &$0) }
      writer.name("limits")
      writer.object { writer in
        writer.member("bodyBytes", options.bodyLimit)
        writer.member("messages", options.limits.messages)
        writer.member("characters", options.limits.characters)
        writer.member("pixels", options.limits.pixels)
        writer.member("seconds", options.deadline)
        writer.member("threads", options.threads)
        writer.member("queue", options.queue)
      }
    }
  }

  /// Returns the counts of the server.
  func metricsText() -> Answer {
    Answer(
      type: "text/plain; version=0.0.4; charset=utf-8",
      body: Array(metrics.text(load: pool.load).utf8))
  }

  /// Reads and draws a request on a thread of the pool.
  ///
  /// - Parameters:
  ///   - route: The kind of the request.
  ///   - input: The query and the body.
  ///   - known: The header `If-None-Match`: the tag of an answer that the client has.
  /// - Returns: The answer, with its tag.
  /// - Throws: `ServeError`.
  func picture(
    _ route: Route, _ input: RequestFields.Input, isKnown known: String?
  ) async throws(ServeError) -> Answer {
    let end = ContinuousClock.now.advanced(by: .milliseconds(Int(options.deadline * 1_000)))
    let result: Result<Answer, ServeError>
    do throws(DrawingPool.Busy) {
      result = try await pool.run { [self] in
        Result { () throws(ServeError) in
          try answer(route, input, isKnown: known, until: end)
        }
      }
    } catch { throw .busy }
    return try result.get()
  }

  private func answer(
    _ route: Route, _ input: RequestFields.Input, isKnown known: String?,
    until end: ContinuousClock.Instant
  ) throws(ServeError) -> Answer {
    let isExpired: @Sendable () -> Bool = { ContinuousClock.now >= end }
    // The time may have passed in the queue.
    if isExpired() { throw .busy }
    let fields = try RequestFields(input)
    let tag = tag(of: route, fields)
    if let known, known.split(separator: ",").contains(where: { $0.trimmed == tag }) {
      var answer = Answer(status: .notModified, type: "text/plain", body: [])
      answer.headers[.eTag] = tag
      return answer
    }
    var answer =
      if case .generate(let format) = route {
        try quotes.answer(fields, as: format, metrics, isExpired: isExpired)
      } else if fields.value["export"] != nil {
        try exports.answer(fields, until: end)
      } else {
        try renderings.answer(fields, isExpired: isExpired)
      }
    answer.headers[.eTag] = tag
    return answer
  }

  /// Returns the tag of the answer, which depends on everything that the picture depends on.
  private func tag(of route: Route, _ fields: RequestFields) -> String {
    var writer = JSONWriter()
    writer.array { writer in
      writer.value(programVersion)
      writer.value(fonts.fingerprint)
      writer.value("\(route)")
      writer.value(fields.value)
      for file in fields.files {
        writer.value(file.name)
        writer.value(file.fileName)
        writer.value(SHA256.hexDigest(of: file.bytes.span))
      }
    }
    return "\"\(SHA256.hexDigest(of: writer.bytes.span))\""
  }
}

extension Substring {
  /// The text without surrounding spaces and the mark of a weak tag.
  fileprivate var trimmed: String {
    var text = self.drop { $0 == " " }
    if text.hasPrefix("W/") { text = text.dropFirst(2) }
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
