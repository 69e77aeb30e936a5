internal import GalleyBasics
internal import GalleyCorpus
internal import GalleyPixels
internal import GalleySystem
internal import Synchronization
internal import Testing

/// The HTML report of the failures of a run: a single file, complete after each failure.
final class SnapshotReport: Sendable {
  private let path: String
  /// The sections of the failures; `nil` before the first snapshot of the run.
  private let sections = Mutex<[String]?>(nil)

  /// Creates the report of a run.
  init(path: String) { self.path = path }

  /// Replaces the report of an earlier run at the first snapshot.
  func begin() throws(FileError) {
    try update { sections in
      guard sections == nil else { return false }
      sections = []
      return true
    }
  }

  /// Adds a failure.
  func add(
    _ snapshot: Snapshot, problem: String, _ difference: SnapshotDifference?
  ) throws(FileError) {
    let section = """
      <section><h2>\(MarkupText.escaped(snapshot.name))</h2>
      <small>\(MarkupText.escaped(snapshot.location.fileID)):\(snapshot.location.line) · \
      \(MarkupText.escaped(snapshot.path))</small>
      <pre>\(MarkupText.escaped(problem))</pre>
      \(Self.details(snapshot, difference))</section>
      """
    try update { sections in
      sections = (sections ?? []) + [section]
      return true
    }
  }

  /// Changes the sections, and writes the file if they have changed.
  private func update(_ body: (inout [String]?) -> Bool) throws(FileError) {
    try sections.withLock { sections throws(FileError) in
      guard body(&sections) else { return }
      let page = Self.page(sections ?? [])
      try FileSystem.write(Array(page.utf8), to: path, isDurable: false)
    }
  }

  private static func page(_ sections: [String]) -> String {
    let title =
      sections.isEmpty
      ? "All snapshots are as expected" : "Snapshots that failed: \(sections.count)"
    return """
      <!doctype html>
      <html lang="en"><meta charset="utf-8"><title>\(title)</title>
      <style>
      :root { color-scheme: light dark }
      body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; padding: 0 1.5rem;
        max-width: 72rem }
      section { border-top: 1px solid #8888; padding: .5rem 0 1rem }
      h2 { font-size: 1.1rem; margin: .5rem 0 0 } small { opacity: .7 }
      .row { display: flex; flex-wrap: wrap; gap: 1rem } figure { margin: .5rem 0 }
      img { image-rendering: pixelated; border: 1px solid #8888; max-width: 100% }
      pre { background: #8882; padding: .5rem; overflow: auto; margin: .5rem 0;
        font: .85rem/1.5 ui-monospace, "Noto Sans Mono", "DejaVu Sans Mono", monospace }
      del { background: #f004; text-decoration: none } ins { background: #0a04; text-decoration: none }
      </style>
      <h1>\(title)</h1>
      \(sections.joined(separator: "\n"))
      </html>

      """
  }

  private static func details(_ snapshot: Snapshot, _ difference: SnapshotDifference?) -> String {
    switch difference {
    case .text(let difference): return "<pre>\(difference.marked().map(line).joined())</pre>"
    case .picture(let difference):
      let pictures = [
        ("expected", difference.expected), ("actual", difference.actual),
        ("difference", difference.picture()),
      ]
      let figures = pictures.map { caption, picture in
        figure((try? picture?.pngData()) ?? [], caption)
      }
      return "<div class=row>\(figures.joined())</div>"
    case nil:
      switch snapshot.content {
      case .text(let text): return "<pre>\(MarkupText.escaped(text))</pre>"
      case .picture: return figure(snapshot.bytes, "actual")
      }
    }
  }

  private static func line(_ mark: TextDifference.Mark, _ line: Substring) -> String {
    switch mark {
    case .common: "  \(MarkupText.escaped(line))\n"
    case .removed: "<del>- \(MarkupText.escaped(line))</del>\n"
    case .added: "<ins>+ \(MarkupText.escaped(line))</ins>\n"
    }
  }

  private static func figure(_ png: [UInt8], _ caption: String) -> String {
    """
    <figure><figcaption>\(caption)</figcaption>\
    <img alt="\(caption)" src="data:image/png;base64,\(png.base64)"></figure>
    """
  }
}
