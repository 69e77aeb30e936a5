internal import GalleyCSystem
internal import Glibc

/// The other side of a ``HelperProcess``: a process without rights that works for another one.
package enum HelperService {
  /// Serves a ``HelperPool`` instead of running the program, if its arguments ask for a service.
  ///
  /// - Parameters:
  ///   - name: The name of the service.
  ///   - prepare: Does what needs files, such as loading libraries.
  ///   - body: Answers a request, of which the data is in the memory file.
  package static func runIfRequested(
    _ name: String, preparing prepare: () -> Void, _ body: ([UInt8], MemoryFile) -> [UInt8]
  ) {
    let arguments = CommandLine.arguments.dropFirst()
    guard arguments.count == 2, arguments.first == name,
      let memory = arguments.last.flatMap(Int.init)
    else { return }
    prepare()
    run(memory: memory, body)
  }

  /// Gives up all rights, and answers requests until the other side ends.
  ///
  /// The process then has the socket, the memory file, locks and its memory; any other call of the
  /// system ends it. What needs files, such as loading a library, is done before.
  ///
  /// - Parameters:
  ///   - memory: The maximum size of the process, in bytes.
  ///   - body: Answers a request, of which the data is in the memory file.
  package static func run(memory: Int, _ body: ([UInt8], MemoryFile) -> [UInt8]) -> Never {
    let file = MemoryFile(descriptor: HelperProcess.memory)
    guard galley_enter_sandbox(HelperProcess.memory + 1, UInt(memory)) == 0 else { exit(126) }
    while true {
      var request = [UInt8](repeating: 0, count: HelperProcess.messageLimit)
      let length = unsafe recv(HelperProcess.socket, &request, request.count, 0)
      if length < 0, errno == EINTR { continue }
      guard length > 0 else { _exit(0) }
      let answer = body(Array(request.prefix(length)), file)
      let isSent = unsafe answer.span.withUnsafeBytes { bytes in
        unsafe send(
          HelperProcess.socket, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
          == bytes.count
      }
      guard isSent else { _exit(0) }
    }
  }
}
