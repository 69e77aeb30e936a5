package import ArgumentParser
package import GalleyFonts
import GalleyMessageOutput
internal import GalleyMessages

/// The arguments that select the fonts.
package struct FontArguments: ParsableArguments {
  @Option(
    name: .customLong("fonts"),
    help: ArgumentHelp(
      "A font manifest to use instead of the system's fonts.",
      discussion: """
        With a manifest, such as the project's Fonts/fonts.json, the same text produces the same \
        output on every machine.
        """,
      valueName: "manifest"),
    completion: .file(extensions: ["json"]))
  package var manifest: String?

  @Option(
    name: .customLong("font-file"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "A font file to use before all other fonts; repeatable.",
      discussion: """
        Text is in the first file, unless --font names another family; characters that it lacks are \
        in the next files, then in the other fonts. Files of one family are its styles. In a \
        collection, the face is the first, or the one with the index after "#".
        """,
      valueName: "file[#index]"),
    completion: .file(extensions: ["ttf", "otf", "ttc", "otc"]), transform: Bounded.fontFile)
  package var files: [FaceFile] = []

  @Flag(
    inversion: .prefixedNo,
    help: ArgumentHelp(
      "Try fonts that are not installed, and decode pictures, in processes without rights.",
      discussion: "It is the default of galley serve, chat and view."))
  package var isolation: Bool?

  package init() {}

  /// Whether a command for data of strangers uses processes without rights.
  package var isIsolatedByDefault: Bool { isolation ?? true }

  /// Returns the selected fonts.
  ///
  /// - Parameter isForStrangers: Whether the command is for data of strangers.
  /// - Returns: The fonts.
  /// - Throws: `Failure`.
  package func collection(forStrangers isForStrangers: Bool = false) throws -> FontCollection {
    let isIsolated = isForStrangers ? isIsolatedByDefault : isolation ?? false
    let helpers = isIsolated ? FontHelpers() : nil
    do {
      let collection =
        try manifest.map { path throws(FontError) in
          try FontCollection(manifest: path, tryingWith: helpers)
        } ?? .system(tryingWith: helpers)
      return files.isEmpty ? collection : try collection.adding(files, tryingWith: helpers)
    } catch let error as FaceFileError {
      throw Failure("--font-file: \(error)")
    } catch let error as FontError {
      throw Failure(error)
    }
  }
}

/// The arguments that restrict the files of a conversation.
package struct FileArguments: ParsableArguments {
  @Flag(
    name: .customLong("allow-outside-files"),
    help: ArgumentHelp(
      "Load images from any path; only for conversations that you trust.",
      discussion: """
        By default, images are loaded only from the folder of the conversation (for standard \
        input, the working directory) and its subfolders. Absolute paths, ".." and symbolic links \
        are refused.
        """))
  package var allowsOutsideFiles = false

  package init() {}
}

extension ArgumentHelp {
  /// The help of the option that sets the number of drawing threads.
  package static let drawingThreads = ArgumentHelp(
    "The number of threads for layout and drawing. (default: one per core, at least 2)",
    valueName: "threads")
}

/// The argument for the font families.
struct FamilyArgument: ParsableArguments {
  @Option(
    name: .customLong("font"),
    help: ArgumentHelp(
      "The font family, or a comma-separated list in order of preference.", valueName: "family"))
  var family: String?

  /// The names of the families, in order of preference.
  var names: [String] { FamilyList.names(in: family) }
}

/// The argument for the font size.
package struct SizeArgument: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The font size, in points. (default: 16)", valueName: "points"),
    transform: Self.read)
  package var size = LayoutSettings.Defaults.size

  package init() {}

  /// Parses a size.
  @Sendable static func read(_ argument: String) throws -> Double {
    try Bounded.number(Message.sizes)(argument)
  }
}

/// The argument for the scale of a text's picture.
package struct ScaleArgument: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The scale, in pixels per point. (default: 1)", valueName: "scale"),
    transform: Self.read)
  package var scale = LayoutSettings.Defaults.scale

  package init() {}

  /// Parses a scale.
  @Sendable static func read(_ argument: String) throws -> Double {
    try Bounded.number(PictureSettings.scales)(argument)
  }
}

/// The argument for the number of threads that process a file of messages.
struct JobsArgument: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "With --jsonl: the number of threads; it does not affect the output. (default: 1)",
      valueName: "threads"),
    transform: Bounded.integer(threadCounts))
  var jobs = 1
}
