import GalleyFuzzCore
import GalleyFuzzProgram
import GalleyFuzzReaders

/// Runs libFuzzer over the targets of readers.
///
/// The package manager names the entry point of a program after its module.
@_cdecl("ReaderFuzzer_main")
public func main(
  _ count: CInt, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> CInt {
  MainActor.assumeIsolated {
    makeSession = { name, _ in ReaderName(rawValue: name).map { FuzzSession($0.target) } }
  }
  return unsafe runFuzzer(count, arguments)
}
