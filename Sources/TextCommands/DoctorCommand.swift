package import ArgumentParser
import GalleyFonts
import GalleyPixels
import GalleySystem
import GalleyTypesetting
import GalleyUnicode

/// `galley doctor`: reports what the system lacks.
package struct DoctorCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Report the libraries and fonts that are there, and those that are missing.",
    discussion: """
      Libraries are listed with their versions and what they are for, scripts with the family that \
      shows them. At the end is the command that installs what is missing; the exit status is then 1.
      """)

  @OptionGroup var fonts: FontArguments

  package init() {}

  package func run() throws {
    var packages: [String] = []
    var lines = [("galley", programVersion)]
    var hasRequired = true
    for library in SystemLibrary.all {
      let path = SharedLibrary.path(of: library.file)
      if path == nil {
        packages.append(library.package)
        if library.isRequired { hasRequired = false }
      }
      lines.append((library.file, (path ?? "missing") + ": " + library.purpose))
    }
    lines.append(
      ("pixels", "drawn with \(Instructions.best == .avx2 ? "AVX2" : "baseline instructions")"))
    // Samples in some scripts would end the process.
    if hasRequired { packages += try reportFonts(to: &lines) }
    var output = FigureTable.text(lines.map { (name: $0.0, value: $0.1) })
    if !packages.isEmpty {
      output += "\nFor what is missing: apt-get install \(packages.joined(separator: " "))\n"
    }
    try StandardStreams.write(lines: output)
    if !packages.isEmpty { throw ExitCode(1) }
  }

  /// Appends the scripts that no font shows.
  ///
  /// - Returns: The packages with fonts for them.
  private func reportFonts(to lines: inout [(String, String)]) throws -> [String] {
    let services = FontService.samples(with: TextEngine(fonts: try fonts.collection()))
    lines.append(("fonts", fonts.manifest ?? "those of the system"))
    let missing = services.filter { $0.missingPackage != nil }
    let shown = Set(services.map(\.label)).subtracting(missing.map(\.label)).count
    lines.append(("scripts", "\(shown) of \(Set(services.map(\.label)).count) samples are shown"))
    for service in missing { lines.append((service.label, "missing: \(service.reason)")) }
    return Set(missing.compactMap(\.missingPackage)).sorted()
  }
}

/// A library of the system that Galley uses.
private struct SystemLibrary {
  let file: String
  let purpose: String
  /// The Debian package.
  let package: String
  /// Whether texts in some scripts, or the fonts of the system, end the process without it.
  let isRequired: Bool

  private init(_ file: String, _ purpose: String, _ package: String, isRequired: Bool = false) {
    (self.file, self.purpose, self.package) = (file, purpose, package)
    self.isRequired = isRequired
  }

  /// The installed version of ICU, or that of Debian 12.
  private static let icuVersion = ICU.majorVersion ?? 72

  static let all = [
    SystemLibrary("libharfbuzz.so.0", "shaping", "libharfbuzz0b"),
    SystemLibrary("libfreetype.so.6", "outlines and bitmaps of glyphs", "libfreetype6"),
    SystemLibrary("libspng.so.0", "PNG files", "libspng0"),
    SystemLibrary(
      "libicuuc.so.\(icuVersion)", "dictionaries, dates and rare properties of characters",
      "libicu\(icuVersion)", isRequired: true),
    SystemLibrary("libfribidi.so.0", "text in two directions", "libfribidi0", isRequired: true),
    SystemLibrary(
      "libfontconfig.so.1", "the fonts of the system", "libfontconfig1", isRequired: true),
    SystemLibrary("libhyphen.so.0", "hyphenation", "libhyphen0"),
    SystemLibrary("libcairo.so.2", "SVG and PDF files", "libcairo2"),
    SystemLibrary(
      "libcmark-gfm.so.0.29.0.gfm.6", "Markdown", "libcmark-gfm0.29.0.gfm.6"),
    SystemLibrary("libturbojpeg.so.0", "JPEG pictures", "libturbojpeg0"),
    SystemLibrary("libwebp.so.7", "WebP pictures", "libwebp7"),
    SystemLibrary("libgif.so.7", "GIF pictures", "libgif7"),
    SystemLibrary("libSDL2-2.0.so.0", "windows", "libsdl2-2.0-0"),
    SystemLibrary("libdbus-1.so.3", "screen readers", "libdbus-1-3"),
    SystemLibrary("libzip.so.4", "exports in zip files", "libzip4"),
  ]
}
