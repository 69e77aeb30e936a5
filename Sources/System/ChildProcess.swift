internal import Glibc

/// A program that runs while this one waits.
package enum ChildProcess {
  /// The end of a program.
  package enum Ending: Hashable, Sendable {
    /// The program ended with an exit status.
    case exited(Int32)
    /// A signal ended the program.
    case signal(Int32)
    /// The program was killed at the time limit, with all that it started.
    case timeLimit
  }

  /// The files of a program's standard streams.
  package struct Streams: Hashable, Sendable {
    /// The file that the program reads.
    package var input: String
    /// The file that the program writes.
    package var output: String
    /// The file for messages.
    package var errors: String

    /// Creates the streams.
    package init(input: String, output: String, errors: String) {
      self.input = input
      self.output = output
      self.errors = errors
    }
  }

  /// Runs a command of the shell with an argument.
  ///
  /// - Parameters:
  ///   - command: The command; the argument follows its own.
  ///   - argument: The argument, which the shell does not interpret.
  /// - Returns: The exit status; 128 and the number of the signal if one ended the command.
  /// - Throws: `FileError` if the shell cannot be started.
  package static func run(shell command: String, argument: String) throws(FileError) -> Int32 {
    let shell = "/bin/sh"
    let words: [String] = [shell, "-c", command + " \"$1\"", shell, argument]
    let process = try unsafe start(
      words,
      spawning: { pointers, process in
        unsafe posix_spawn(&process, shell, nil, nil, pointers, environ)
      })
    var status: Int32 = 0
    while unsafe waitpid(process, &status, 0) < 0 {
      guard errno == EINTR else { throw FileError(.read, shell, code: errno) }
    }
    return switch ending(of: status) {
    case .exited(let status): status
    case .signal(let signal): 128 + signal
    case .timeLimit: 128
    }
  }

  /// Runs a program in a process group of its own, and kills the group at a time limit.
  ///
  /// - Parameters:
  ///   - words: The path of the program, and its arguments.
  ///   - streams: The files of its streams; those that it writes are replaced.
  ///   - limit: The time limit.
  /// - Returns: The end of the program.
  /// - Throws: `FileError` if it cannot be started, or a file cannot be opened.
  package static func run(
    _ words: [String], streams: Streams, limit: Duration
  ) throws(FileError) -> Ending {
    for path in [streams.output, streams.errors] {
      try FileSystem.write([], to: path, isDurable: false)
    }
    let process = try unsafe start(words) { actions in
      // Descriptors 0, 1 and 2 are the standard input, the standard output and that for messages.
      unsafe posix_spawn_file_actions_addopen(&actions, 0, streams.input, O_RDONLY, 0)
      unsafe posix_spawn_file_actions_addopen(&actions, 1, streams.output, O_WRONLY, 0)
      unsafe posix_spawn_file_actions_addopen(&actions, 2, streams.errors, O_WRONLY, 0)
    }
    return wait(for: process, limit: limit)
  }

  /// Starts a program without standard streams, in a process group of its own.
  ///
  /// - Parameters:
  ///   - words: The path of the program, and its arguments.
  ///   - descriptors: Open files, each with the number that it has in the program.
  /// - Returns: The process ID.
  /// - Throws: `FileError` if it cannot be started.
  static func start(
    _ words: [String], descriptors: [(Int32, Int32)]
  ) throws(FileError) -> pid_t {
    try unsafe start(words) { actions in
      unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
      unsafe posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
      unsafe posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
      for (own, other) in descriptors {
        unsafe posix_spawn_file_actions_adddup2(&actions, own, other)
      }
    }
  }

  /// Starts a program in a process group of its own, with the signals of a fresh process.
  private static func start(
    _ words: [String], _ addActions: (inout posix_spawn_file_actions_t) -> Void
  ) throws(FileError) -> pid_t {
    try unsafe start(
      words,
      spawning: { pointers, process in
        var actions = unsafe posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        unsafe posix_spawn_file_actions_init(&actions)
        unsafe posix_spawnattr_init(&attributes)
        defer {
          unsafe posix_spawn_file_actions_destroy(&actions)
          unsafe posix_spawnattr_destroy(&attributes)
        }
        unsafe addActions(&actions)
        // Signals that this program ignores or blocks would stay so.
        var signals = sigset_t()
        unsafe sigfillset(&signals)
        unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
        unsafe sigemptyset(&signals)
        unsafe posix_spawnattr_setsigmask(&attributes, &signals)
        let flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK
        unsafe posix_spawnattr_setflags(&attributes, Int16(flags))
        return unsafe posix_spawn(
          &process, words.first ?? "", &actions, &attributes, pointers, environ)
      })
  }

  /// Waits for a process, and kills its group at a time limit.
  private static func wait(for process: pid_t, limit: Duration) -> Ending {
    let end = ContinuousClock.now + limit
    var status: Int32 = 0
    while true {
      let result = unsafe waitpid(process, &status, WNOHANG)
      if result == process {
        // What the program left running would keep its files open.
        kill(-process, SIGKILL)
        return ending(of: status)
      }
      if result < 0, errno != EINTR { return .exited(1) }
      if ContinuousClock.now >= end {
        kill(-process, SIGKILL)
        unsafe waitpid(process, &status, 0)
        return .timeLimit
      }
      usleep(10_000)
    }
  }

  /// Returns the ending that a status of `waitpid` describes.
  static func ending(of status: Int32) -> Ending {
    let signal = status & 0x7F
    return signal == 0 ? .exited(status >> 8 & 0xFF) : .signal(signal)
  }

  /// Starts a process with a function that gets the words as C strings.
  private static func start(
    _ words: [String],
    spawning spawn: (
      _ words: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>, _ process: inout pid_t
    ) -> Int32
  ) throws(FileError) -> pid_t {
    var pointers: [UnsafeMutablePointer<CChar>?] = unsafe words.map { unsafe strdup($0) }
    unsafe pointers.append(nil)
    defer { unsafe pointers.forEach { unsafe free($0) } }
    var process = pid_t()
    let code = unsafe pointers.withUnsafeMutableBufferPointer { buffer in
      unsafe buffer.baseAddress.map { unsafe spawn($0, &process) } ?? EINVAL
    }
    guard code == 0 else { throw FileError(.read, words.first ?? "", code: code) }
    return process
  }
}
