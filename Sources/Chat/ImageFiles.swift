internal import GalleyBudgets
internal import GalleyFiles
internal import GalleyImages
internal import Synchronization

/// The image files that a conversation names.
///
/// Files are opened within a scope. A file is known by its identity, whatever names and links lead
/// to it: it is read once, and kept for as long as somebody shows it. The bytes that are kept at a
/// time are bounded.
final class ImageFiles: Sendable {
  private struct Entry {
    weak var source: ImageSource?
  }

  private struct Contents {
    /// The images that somebody shows, by the names they were asked for by and by their files.
    var named: [String: Entry] = [:]
    var known: [FileStatus: Entry] = [:]
    var sizes: [FileStatus: PixelSize] = [:]
    /// The budget for the images that are kept.
    var room = WorkBudget.conversation
    /// The budget for looking at images.
    var looking = WorkBudget.conversation

    /// Makes room for the bytes of an image.
    ///
    /// - Returns: Whether there is room.
    mutating func reserve(_ bytes: Int) -> Bool {
      if room.charge(bytes: bytes) { return true }
      // Images that nobody shows any more take no room.
      room = .conversation
      known = known.filter { $0.value.source != nil }
      named = named.filter { $0.value.source != nil }
      let kept = known.values.reduce(0) { $0 + ($1.source?.bytes.count ?? 0) }
      return room.charge(bytes: kept) && room.charge(bytes: bytes)
    }
  }

  private let scope: FileScope
  private let contents = Mutex(Contents())

  /// Creates the files of a scope.
  init(_ scope: FileScope) {
    self.scope = scope
  }

  /// Opens a file, and does not look at what is in it.
  func open(_ name: String) throws(FileError) -> RegularFile { try scope.open(name) }

  private func image(named name: String) throws(ImageError) -> RegularFile {
    do { return try open(name) } catch { throw ImageError(error) }
  }

  /// The size of an image as it is seen, in pixels; nothing of it is kept.
  func size(ofImage name: String) throws(ImageError) -> PixelSize {
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

  /// The image in a file; the same object for as long as somebody has it.
  func source(named name: String) throws(ImageError) -> ImageSource {
    if let known = contents.withLock({ $0.named[name]?.source }) { return known }
    let file = try image(named: name)
    let status = file.status
    if let known = source(of: status, named: name) { return known }
    guard contents.withLock({ $0.reserve(status.size) }) else { throw .overBudget }
    let new = try ImageSource(file)
    return contents.withLock { contents in
      // Of two threads that read the file at the same time, the first counts.
      let source = contents.known[status]?.source ?? new
      contents.known[status] = Entry(source: source)
      contents.named[name] = Entry(source: source)
      return source
    }
  }

  /// The image in a file that somebody shows already, by whatever name.
  private func source(of status: FileStatus, named name: String) -> ImageSource? {
    contents.withLock { contents in
      let source = contents.known[status]?.source
      if let source { contents.named[name] = Entry(source: source) }
      return source
    }
  }
}
