import Foundation
import GalleyBasics
package import GalleyFuzzCore

// The functions that libFuzzer calls. scripts/fuzz builds and runs the programs.

/// Runs libFuzzer with the arguments of a program.
///
/// `makeSession` must be set before.
package func runFuzzer(
  _ count: CInt, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> CInt {
  var (count, arguments) = unsafe (count, arguments)
  return unsafe llvmFuzzerRunDriver(&count, &arguments) { unsafe runInput($0, $1) }
}

/// Creates a session of a target of this program, from its name and the path of the font manifest;
/// returns `nil` if the program has no target of that name.
@MainActor package var makeSession: (String, String) throws -> FuzzSession? = { _, _ in nil }

@_silgen_name("LLVMFuzzerRunDriver")
private func llvmFuzzerRunDriver(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>,
  _ run: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// The target of this process, named by the variable GALLEY_FUZZ_TARGET.
@MainActor private var session: FuzzSession?

/// Creates the target; called once, before all inputs.
@_cdecl("LLVMFuzzerInitialize")
public func initializeFuzzer(
  _ count: UnsafeMutablePointer<CInt>?, _ arguments: OpaquePointer?
) -> CInt {
  MainActor.assumeIsolated {
    let environment = ProcessInfo.processInfo.environment
    let name = environment["GALLEY_FUZZ_TARGET"] ?? ""
    do {
      guard let made = try makeSession(name, environment["GALLEY_FONTS"] ?? "") else {
        fail("GALLEY_FUZZ_TARGET is '\(name)', which is no target of this program")
      }
      session = made
      if let folder = environment["GALLEY_FUZZ_SEEDS"] { try made.write(to: folder) }
    } catch { fail("\(error)") }
  }
  return 0
}

/// Runs an input.
@_cdecl("LLVMFuzzerTestOneInput")
public func runInput(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = unsafe [UInt8](UnsafeBufferPointer(start: data, count: count))
  return MainActor.assumeIsolated {
    guard bytes.count >= FuzzSession.prefixLength, let session else { return -1 }
    do throws(FuzzFailure) { try session.run(bytes) } catch { fail(error.description) }
    return 0
  }
}

/// Changes an input: its prefix, its bytes as libFuzzer does, or its pieces.
@_cdecl("LLVMFuzzerCustomMutator")
public func mutateInput(
  _ data: UnsafeMutablePointer<UInt8>, _ count: Int, _ limit: Int, _ seed: CUnsignedInt
) -> Int {
  let prefix = FuzzSession.prefixLength
  var random = SplitMix64(seed: UInt64(seed))
  let buffer = unsafe UnsafeMutableBufferPointer(start: data, count: limit)
  guard limit > prefix, count >= prefix else {
    for index in 0..<min(prefix, limit) {
      unsafe buffer[index] = UInt8(truncatingIfNeeded: random.next())
    }
    return min(prefix, limit)
  }
  switch Int.random(in: 0...9, using: &random) {
  case 0:
    let index = Int.random(in: 0..<prefix, using: &random)
    unsafe buffer[index] = UInt8(truncatingIfNeeded: random.next())
    return count
  case 1...4:
    return unsafe prefix + llvmFuzzerMutate(data + prefix, count - prefix, limit - prefix)
  default:
    var bytes = unsafe Array(buffer[prefix..<count])
    MainActor.assumeIsolated {
      session?.mutate(&bytes, limit: limit - prefix, using: &random)
    }
    let length = min(bytes.count, limit - prefix)
    for (index, byte) in bytes.prefix(length).enumerated() {
      unsafe buffer[prefix + index] = byte
    }
    return prefix + length
  }
}

@_silgen_name("LLVMFuzzerMutate")
private func llvmFuzzerMutate(
  _ data: UnsafeMutablePointer<UInt8>, _ count: Int, _ limit: Int
) -> Int

extension FuzzSession {
  /// Writes the valid inputs as files in a folder, and the pieces as a dictionary beside it.
  fileprivate func write(to folder: String) throws {
    for (number, seed) in seeds.enumerated() {
      try Data(seed).write(to: URL(filePath: folder).appending(path: "seed-\(number)"))
    }
    try Data(dictionary.utf8).write(to: URL(filePath: folder + ".dictionary"))
  }
}

/// Ends the process, which libFuzzer reports with the input.
private func fail(_ reason: String) -> Never {
  FileHandle.standardError.write(Data("fuzzer: \(reason)\n".utf8))
  abort()
}
