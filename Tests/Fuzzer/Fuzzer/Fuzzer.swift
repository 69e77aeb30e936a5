import GalleyFuzzCore
import GalleyFuzzProgram
import GalleyFuzzTargets

/// Runs libFuzzer over all targets.
///
/// The package manager names the entry point of a program after its module.
@_cdecl("Fuzzer_main")
public func main(
  _ count: CInt, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> CInt {
  MainActor.assumeIsolated { makeSession = FuzzSession.init(_:manifest:) }
  return unsafe runFuzzer(count, arguments)
}
