internal import GalleySystem

/// The locale of the program's messages, from the environment.
enum ProcessLocale {
  static let name =
    ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { FileSystem.environment($0) }.first ?? "C"
}
