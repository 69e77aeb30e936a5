import GalleySystem
import Glibc

/// A helper process that does what its requests name, to try what it can and cannot do.
@main enum HelperProbe {
  static func main() {
    HelperService.run(memory: 1 << 30) { request, file in
      Array(answer(String(decoding: request, as: UTF8.self), file).utf8)
    }
  }

  private static func answer(_ request: String, _ file: MemoryFile) -> String {
    switch request {
    case "copy":
      // The data, and its reverse behind it.
      guard let bytes = file.bytes(1_000, at: 0) else { return "no data" }
      return file.write(bytes.reversed().span, at: 1_000) ? "copied" : "not written"
    case "descriptors": return (5..<64).contains { fcntl($0, F_GETFD) >= 0 } ? "open" : "closed"
    case "open": return String(unsafe open("/etc/passwd", O_RDONLY))
    case "socket": return String(socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0))
    case "start": return unsafe popen("true", "r") == nil ? "refused" : "started"
    case "kill": return String(kill(getppid(), 0))
    case "resize": return String(ftruncate(4, 1 << 40))
    case "execute":
      let flags = MAP_PRIVATE | MAP_ANONYMOUS
      let memory = unsafe mmap(nil, 4_096, PROT_READ | PROT_EXEC, flags, -1, 0)
      return unsafe memory == MAP_FAILED ? "refused" : "mapped"
    case "trap": return String([1, 2][request.utf8.count])
    case "exit": exit(7)
    case "hang": while true {}
    case "memory":
      // More than the bound, in pieces that malloc takes from the system.
      let pieces = unsafe (0..<64).map { _ in unsafe malloc(64 << 20) }
      return unsafe pieces.contains { unsafe $0 == nil } ? "refused" : "unbounded"
    default: return "unknown"
    }
  }
}
