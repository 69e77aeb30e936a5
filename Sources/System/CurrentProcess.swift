internal import Glibc

/// The process and its program.
package enum CurrentProcess {
  /// Replaces the process by the program `name`, which is next to the current one or in `PATH`.
  ///
  /// - Parameters:
  ///   - name: The file name of the program.
  ///   - arguments: Its arguments, beginning with the name that it has for the user.
  /// - Throws: `FileError` if the program cannot be run.
  package static func become(_ name: String, arguments: [String]) throws(FileError) -> Never {
    // The strings live until the process ends: on success it does, and failures end it soon.
    let pointers = unsafe arguments.map { unsafe strdup($0) } + [nil]
    if let folder { unsafe execv(folder + "/" + name, pointers) }
    unsafe execvp(name, pointers)
    throw FileError(.read, name, code: errno)
  }

  /// Returns the standard output of a program, which is next to the current one or in `PATH`.
  ///
  /// - Parameter words: The file name of the program, and its arguments.
  /// - Returns: The text; `nil` if the program is missing, fails or takes ten seconds.
  package static func output(ofSibling words: [String]) -> String? {
    let folder = FileSystem.environment("TMPDIR") ?? P_tmpdir
    let stem = folder + "/galley-" + String(UInt64.random(in: 0...(.max)), radix: 36)
    let streams = ChildProcess.Streams(
      input: "/dev/null", output: stem + ".output", errors: stem + ".errors")
    defer {
      try? FileSystem.removeFile(streams.output)
      try? FileSystem.removeFile(streams.errors)
    }
    let command = command(ofSibling: words)
    guard let ending = try? ChildProcess.run(command, streams: streams, limit: .seconds(10)),
      ending == .exited(0), let bytes = try? FileSystem.bytes(of: streams.output)
    else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns the words that run a program, which is next to the current one or in `PATH`.
  ///
  /// - Parameter words: The file name of the program, and its arguments.
  /// - Returns: The path of a program, and its arguments; it ends with status 127 if the program is
  ///   missing.
  package static func command(ofSibling words: [String]) -> [String] {
    let sibling = (folder ?? ".") + "/" + (words.first ?? "")
    let isNext = (try? FileStatus(path: sibling)) != nil
    return isNext ? [sibling] + words.dropFirst() : ["/usr/bin/env"] + words
  }

  /// The number of processor cores that are online.
  package static let coreCount = max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))

  /// The file name of the current program.
  package static var name: String { String(path.split(separator: "/").last ?? "") }

  /// The folder of the current program.
  package static var folder: String? { FileSystem.directory(of: path) }

  /// The path of the current program.
  private static var path: String {
    var path = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = unsafe readlink("/proc/self/exe", &path, path.count)
    let bytes = path.prefix(max(0, count)).map { UInt8(bitPattern: $0) }
    return String(decoding: bytes, as: UTF8.self)
  }
}
