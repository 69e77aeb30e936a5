internal import Glibc

/// A program that runs while this one waits.
package enum ChildProcess {
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
    var pointers: [UnsafeMutablePointer<CChar>?] = unsafe words.map { unsafe strdup($0) }
    unsafe pointers.append(nil)
    defer { unsafe pointers.forEach { unsafe free($0) } }
    var process = pid_t()
    let code = unsafe posix_spawn(&process, shell, nil, nil, &pointers, environ)
    guard code == 0 else { throw FileError(.read, shell, code: code) }
    var status: Int32 = 0
    while unsafe waitpid(process, &status, 0) < 0 {
      guard errno == EINTR else { throw FileError(.read, shell, code: errno) }
    }
    let signal = status & 0x7F
    return signal == 0 ? status >> 8 & 0xFF : 128 + signal
  }
}
