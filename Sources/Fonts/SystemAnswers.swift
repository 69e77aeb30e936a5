internal import GalleySystem
internal import GalleyFontconfig
internal import Synchronization

/// Answers of fontconfig cached from earlier processes, as long as they are still valid.
///
/// Reading fontconfig's configuration takes as long as everything else needed to draw a line of
/// text. The answers are therefore kept in the user's cache directory, with the states of the
/// environment and of every file and directory that they depend on, including missing ones. Any
/// change invalidates all answers.
final class SystemAnswers: Sendable {
  /// A face named by fontconfig.
  struct Answer: Hashable, Sendable {
    let path: String
    let index: Int
  }

  private struct KnownAnswer {
    let question: String
    let answer: Answer
  }

  private struct Contents {
    /// The answers, few enough for a linear search.
    var answers: [KnownAnswer] = []
    var isLoaded = false
    /// The states of the sources of the answers, as lines of text.
    var sources: [String]?
    var areSourcesNoted = false

    func answer(to question: String) -> Answer? {
      answers.first { $0.question == question }?.answer
    }
  }

  private let path: String?
  private let paths: @Sendable () -> [String]
  private let contents = Mutex(Contents())

  /// Creates a store in the file at `path`, or one that keeps nothing if `path` is `nil`; `paths`
  /// returns the files and directories that the answers depend on.
  init(path: String?, paths: @escaping @Sendable () -> [String]) {
    self.path = path
    self.paths = paths
  }

  /// The store of fontconfig's answers in the user's cache directory.
  static let fontconfig = SystemAnswers(
    path: FontDirectories.cache.map { $0 + "/system-fonts" },
    paths: { Fontconfig.sources + possibleSources })

  /// Returns the answer to a question, if it is still valid.
  func answer(to question: String) -> Answer? {
    guard path != nil else { return nil }
    let (isLoaded, known) = contents.withLock { ($0.isLoaded, $0.answer(to: question)) }
    if isLoaded { return known }
    let loaded = load()
    return contents.withLock { contents in
      if !contents.isLoaded {
        contents.answers = loaded.answers
        contents.sources = loaded.sources
        contents.isLoaded = true
      }
      return contents.answer(to: question)
    }
  }

  /// Records the state of fontconfig's sources before the first request.
  ///
  /// Fontconfig does not reload them, regardless of later changes; answers are valid as long as the
  /// sources are in this state.
  func noteSources() {
    guard path != nil, !contents.withLock(\.areSourcesNoted) else { return }
    let sources = Set(paths()).filter(Self.isPlain).sorted()
    let lines = sources.map { Self.state(of: $0) + "\t" + $0 }
    contents.withLock { contents in
      guard !contents.areSourcesNoted else { return }
      contents.areSourcesNoted = true
      if contents.sources != lines { contents.answers.removeAll() }
      contents.sources = lines
    }
  }

  /// Caches an answer of fontconfig; failure to write it is ignored.
  func keep(_ answer: Answer, to question: String) {
    guard let path, Self.isPlain(question), Self.isPlain(answer.path) else { return }
    let (answers, sources) = contents.withLock { contents in
      // A limit that ordinary use does not exceed; beyond it, asking fontconfig is better.
      if contents.answers.count < 256 {
        contents.answers.removeAll { $0.question == question }
        contents.answers.append(KnownAnswer(question: question, answer: answer))
      }
      return (contents.answers, contents.sources ?? [])
    }
    let lines =
      [Self.environment] + sources + [""]
      + answers.sorted { $0.question < $1.question }.map {
        "\($0.answer.index)\t\($0.answer.path)\t\($0.question)"
      }
    if let directory = FileSystem.directory(of: path) { try? FileSystem.makeDirectory(directory) }
    let text = lines.joined(separator: "\n")
    let bytes = [Self.header, Checksum(text.utf8).text, text].joined(separator: "\n").utf8
    try? FileSystem.replace(path, with: Array(bytes), isDurable: false)
  }

  /// Reads the answers on disk and the states that they depend on; none if anything changed since.
  private func load() -> (answers: [KnownAnswer], sources: [String]?) {
    guard let path,
      let bytes = try? RegularFile(path: path).bytes(limit: FontDirectories.cacheFileLimit)
    else { return ([], nil) }
    // Bytes, because this runs at each start and strings take several times as long.
    let head = bytes.split(
      separator: UInt8(ascii: "\n"), maxSplits: 2, omittingEmptySubsequences: false)
    guard head.count == 3, head[0].elementsEqual(Self.header.utf8),
      Checksum(text: head[1]) == Checksum(head[2])
    else { return ([], nil) }
    let lines = head[2].split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    guard lines.count > 2, lines[0].elementsEqual(Self.environment.utf8),
      let end = lines.dropFirst().firstIndex(where: \.isEmpty)
    else { return ([], nil) }
    for line in lines[1..<end] {
      let fields = line.split(separator: UInt8(ascii: "\t"))
      guard fields.count == 2,
        fields[0].elementsEqual(Self.state(of: String(decoding: fields[1], as: UTF8.self)).utf8)
      else { return ([], nil) }
    }
    let answers = lines[(end + 1)...].compactMap { line -> KnownAnswer? in
      let fields = line.split(separator: UInt8(ascii: "\t"), maxSplits: 2).map {
        String(decoding: $0, as: UTF8.self)
      }
      guard fields.count == 3, let index = Int(fields[0]) else { return nil }
      return KnownAnswer(question: fields[2], answer: Answer(path: fields[1], index: index))
    }
    return (answers, lines[1..<end].map { String(decoding: $0, as: UTF8.self) })
  }

  private static let header = "galley system fonts 2"

  /// The environment variables that fontconfig reads.
  private static var environment: String {
    [
      "FONTCONFIG_FILE", "FONTCONFIG_PATH", "FONTCONFIG_SYSROOT", "HOME", "XDG_CONFIG_HOME",
      "XDG_DATA_HOME", "XDG_CACHE_HOME", "FC_LANG", "LC_ALL", "LC_CTYPE", "LANG",
    ].map { name in
      let value = FileSystem.environment(name) ?? ""
      return isPlain(value) ? value : "?"
    }.joined(separator: "\t")
  }

  /// Locations at which configuration or fonts may be added later.
  private static var possibleSources: [String] {
    let home = FileSystem.environment("HOME") ?? "/nonexistent"
    let configuration = FileSystem.environment("XDG_CONFIG_HOME") ?? home + "/.config"
    return [
      configuration + "/fontconfig/fonts.conf", configuration + "/fontconfig/conf.d",
      home + "/.fonts.conf", home + "/.fonts.conf.d", "/etc/fonts/local.conf", "/etc/fonts/conf.d",
    ] + FontDirectories.system
  }

  /// Returns the state of a file or directory, which reveals changes.
  private static func state(of path: String) -> String {
    guard let status = try? FileStatus(path: path) else { return "-" }
    return "\(status.changeTime),\(status.size),\(status.inode)"
  }

  private static func isPlain(_ text: String) -> Bool {
    text.utf8.allSatisfy { $0 >= 0x20 }
  }
}
