package import GalleySystem

/// Processes without rights that try fonts of strangers before this process opens them.
///
/// The libraries that read fonts are C and C++, in which a fault gives whoever made a font the
/// rights of the process. A helper process has none (``HelperService``). It does with a font what
/// text does, for each of its glyphs and characters. Its crash, a forbidden call or a timeout makes
/// this process refuse the font. Text is then shaped and drawn in this process, because a message
/// between processes for each word would take longer than the word.
package final class FontHelpers: Sendable {
  private static let service = "try-fonts"

  private let pool: HelperPool

  /// Creates a source of processes, which start when fonts are tried.
  ///
  /// - Parameters:
  ///   - program: The path of the program `galley`; `nil` for the one beside the current program.
  ///   - bounds: The bounds of a process.
  package init(program: String? = nil, bounds: HelperPool.Bounds = HelperPool.Bounds()) {
    pool = HelperPool(of: Self.service, program: program, bounds: bounds)
  }

  /// Returns the reason to refuse a face, in words; `nil` if a process has survived it.
  func refusal(of file: MappedFile, index: Int) -> String? {
    let message = HelperMessage([file.count, index]).bytes
    do throws(HelperProcess.Failure) {
      let isAnswered = try file.withBytes { bytes throws(HelperProcess.Failure) in
        try pool.exchange(message, bytes) { answer, _ in HelperMessage(answer) != nil }
      }
      return isAnswered ? nil : "the helper process gave no valid answer"
    } catch { return "\(error)" }
  }
}

extension FontHelpers {
  /// Serves another process instead of running the program, if its arguments ask for it.
  ///
  /// - Parameters:
  ///   - prepare: Loads all libraries.
  ///   - attempt: Does with a face what text does.
  package static func serveIfRequested(
    preparing prepare: () -> Void, _ attempt: (_ file: MappedFile, _ index: Int) -> Void
  ) {
    HelperService.runIfRequested(service, preparing: prepare) { message, memory in
      guard let numbers = HelperMessage(message)?.numbers, numbers.count == 2, numbers[0] >= 0,
        let bytes = memory.bytes(numbers[0], at: 0)
      else { return [] }
      attempt(MappedFile(copying: bytes, name: "font"), numbers[1])
      return HelperMessage([]).bytes
    }
  }
}
