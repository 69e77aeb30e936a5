internal import GalleyBasics
package import GalleySystem
package import GalleyImages
internal import Synchronization

/// The image files of a conversation.
///
/// Files are opened within a scope. A file is identified by its status, not by its path or links:
/// it is read once, and kept for as long as it is in use. The total size of the files in memory is
/// bounded.
package final class ImageFiles: Sendable {
  private struct Entry {
    weak var source: ImageSource?
  }

  private struct Contents {
    /// The images in use, by requested name and by file.
    var named: [String: Entry] = [:]
    var known: [FileStatus: Entry] = [:]
    var sizes: [FileStatus: PixelSize] = [:]
    /// The budget for the bytes of the images in memory.
    var room = WorkBudget.conversation
    /// The budget for reading image headers.
    var looking = WorkBudget.conversation

    /// Reserves memory for an image.
    ///
    /// - Returns: Whether the budget allows it.
    mutating func reserve(_ bytes: Int) -> Bool {
      if room.charge(bytes: bytes) { return true }
      // Images that are no longer in use free their share.
      room = .conversation
      known = known.filter { $0.value.source != nil }
      named = named.filter { $0.value.source != nil }
      let kept = known.values.reduce(0) { $0 + ($1.source?.bytes.count ?? 0) }
      return room.charge(bytes: kept) && room.charge(bytes: bytes)
    }
  }

  private let scope: FileScope
  /// The processes that decode the images; `nil` to decode them in this one.
  let helpers: ImageHelpers?
  private let contents = Mutex(Contents())

  /// Creates the image files of a scope, which helper processes may decode.
  package init(_ scope: FileScope, helpers: ImageHelpers? = nil) {
    (self.scope, self.helpers) = (scope, helpers)
  }

  /// Opens a file without reading it.
  func open(_ name: String) throws(FileError) -> RegularFile { try scope.open(name) }

  private func image(named name: String) throws(ImageError) -> RegularFile {
    do { return try open(name) } catch { throw ImageError(error) }
  }

  /// Returns the oriented size of an image in pixels, without keeping the file.
  package func size(ofImage name: String) throws(ImageError) -> PixelSize {
    let file = try image(named: name)
    if let known = contents.withLock({ $0.sizes[file.status] }) { return known }
    let bytes = file.status.size
    guard contents.withLock({ $0.looking.charge(items: 1, steps: bytes) }) else {
      throw .overBudget
    }
    let header = try ImageSource(file).header
    let size = PixelSize(width: header.width, height: header.height)
    contents.withLock { $0.sizes[file.status] = size }
    return size
  }

  /// Returns the image in a file; the same object for as long as it is in use.
  package func source(named name: String) throws(ImageError) -> ImageSource {
    if let known = contents.withLock({ $0.named[name]?.source }) { return known }
    let file = try image(named: name)
    let status = file.status
    if let known = source(of: status, named: name) { return known }
    guard contents.withLock({ $0.reserve(status.size) }) else { throw .overBudget }
    let new = try ImageSource(file, helpers: helpers)
    return contents.withLock { contents in
      // If two threads read the file at the same time, the first result is used.
      let source = contents.known[status]?.source ?? new
      contents.known[status] = Entry(source: source)
      contents.named[name] = Entry(source: source)
      return source
    }
  }

  /// Returns the image of a file that is in use under any name.
  private func source(of status: FileStatus, named name: String) -> ImageSource? {
    contents.withLock { contents in
      let source = contents.known[status]?.source
      if let source { contents.named[name] = Entry(source: source) }
      return source
    }
  }
}
