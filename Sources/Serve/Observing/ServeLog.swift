import Foundation
import GalleyJSON
import GalleySystem
package import Logging

/// A log on standard error, with one line for each event.
package struct ServeLog: LogHandler {
  /// The format of lines.
  package enum Format: String, CaseIterable, Sendable {
    case text, json
  }

  package var metadata: Logger.Metadata = [:]
  package var metadataProvider: Logger.MetadataProvider?
  package var logLevel = Logger.Level.info
  private let format: Format
  private let write: @Sendable (String) -> Void

  /// Creates a log.
  ///
  /// - Parameters:
  ///   - format: The format of lines.
  ///   - write: A function that writes a line.
  package init(
    _ format: Format, write: @escaping @Sendable (String) -> Void = { StandardStreams.warn($0) }
  ) {
    self.format = format
    self.write = write
  }

  package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  package func log(event: LogEvent) {
    let fields = metadata.merging(event.metadata ?? [:]) { $1 }.sorted { $0.key < $1.key }
    let time = Date.now.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    switch format {
    case .text:
      let words = fields.map { " \($0.key)=\($0.value)" }.joined()
      write("\(time) \(event.level) \(event.message)\(words)")
    case .json:
      var writer = JSONWriter()
      writer.object { writer in
        writer.member("time", time)
        writer.member("level", event.level.rawValue)
        writer.member("message", event.message.description)
        for (key, value) in fields {
          let text = value.description
          if let number = Double(text), number.isFinite {
            writer.member(key, number)
          } else {
            writer.member(key, text)
          }
        }
      }
      write(String(decoding: writer.bytes, as: UTF8.self))
    }
  }
}
