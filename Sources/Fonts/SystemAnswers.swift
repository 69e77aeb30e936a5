internal import GalleyFiles
internal import GalleyFontconfig
internal import Synchronization

/// What fontconfig answered in earlier processes, for as long as it would answer the same.
///
/// Reading fontconfig's configuration takes as long as all else that it takes to draw a line of text.
/// So the answers are kept in the user's cache directory, together with the state of every file and
/// directory that they came from, those that were not there among them, and of the environment. One
/// of them changed, and all answers are forgotten.
final class SystemAnswers: Sendable {
  /// A face that fontconfig named.
  struct Answer: Hashable, Sendable {
    let path: String
    let index: Int
  }

  private struct KnownAnswer {
    let question: String
    let answer: Answer
  }

  private struct Contents {
    /// So few that they are searched one by one.
    var answers: [KnownAnswer] = []
    var isLoaded = false
    /// The states of what the answers come from, as lines of text.
    var sources: [String]?
    var areSourcesNoted = false

    func answer(to question: String) -> Answer? {
      answers.first { $0.question == question }?.answer
    }
  }

  private let path: String?
  private let paths: @Sendable () -> [String]
  private let contents = Mutex(Contents())

  /// Makes a store in the file at `path`; `nil` keeps nothing.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - paths: Gives the files and directories that the answers come from.
  init(path: String?, paths: @escaping @Sendable () -> [String]) {
    self.path = path
    self.paths = paths
  }

  /// The store of fontconfig's answers in the user's cache directory.
  static let fontconfig = SystemAnswers(
    path: FontDirectories.cache.map { $0 + "/system-fonts" },
    paths: { Fontconfig.sources + possibleSources })

  /// The answer to a question, if it is still good.
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

  /// Takes note of the state of what fontconfig reads, before it is asked for the first time.
  ///
  /// What it reads is not read again, whatever happens to it later; answers are good for as long as
  /// it is in this state.
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

  /// Keeps an answer of fontconfig's; that it cannot be kept is no error.
  func keep(_ answer: Answer, to question: String) {
    guard let path, Self.isPlain(question), Self.isPlain(answer.path) else { return }
    let (answers, sources) = contents.withLock { contents in
      // More styles than anybody uses; whoever asks for so many is better served by fontconfig.
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

  /// The answers on disk, and the states that they hold for; none if anything changed since.
  private func load() -> (answers: [KnownAnswer], sources: [String]?) {
    guard let path,
      let bytes = try? RegularFile(path: path).bytes(limit: FontDirectories.cacheFileLimit)
    else { return ([], nil) }
    // Bytes, since this is done at each start and strings take several times as long.
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

  /// What fontconfig reads from the environment.
  private static var environment: String {
    [
      "FONTCONFIG_FILE", "FONTCONFIG_PATH", "FONTCONFIG_SYSROOT", "HOME", "XDG_CONFIG_HOME",
      "XDG_DATA_HOME", "XDG_CACHE_HOME", "FC_LANG", "LC_ALL", "LC_CTYPE", "LANG",
    ].map { name in
      let value = FileSystem.environment(name) ?? ""
      return isPlain(value) ? value : "?"
    }.joined(separator: "\t")
  }

  /// Places where somebody may put configuration or fonts that were not there before.
  private static var possibleSources: [String] {
    let home = FileSystem.environment("HOME") ?? "/nonexistent"
    let configuration = FileSystem.environment("XDG_CONFIG_HOME") ?? home + "/.config"
    return [
      configuration + "/fontconfig/fonts.conf", configuration + "/fontconfig/conf.d",
      home + "/.fonts.conf", home + "/.fonts.conf.d", "/etc/fonts/local.conf", "/etc/fonts/conf.d",
    ] + FontDirectories.system
  }

  /// The state of a file or directory, by which a change is seen.
  private static func state(of path: String) -> String {
    guard let status = try? FileStatus(path: path) else { return "-" }
    return "\(status.changeTime),\(status.size),\(status.inode)"
  }

  private static func isPlain(_ text: String) -> Bool {
    text.utf8.allSatisfy { $0 >= 0x20 }
  }
}
