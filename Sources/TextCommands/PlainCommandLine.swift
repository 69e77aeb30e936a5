import ArgumentParser
import GalleyMessageOutput
import GalleyTypesetting

/// A command line with one text, one output file and common options.
///
/// The argument parser finds the properties of a command by reflection, which takes longer than
/// drawing a line of text. Such command lines are therefore read without it. All others, and those
/// with errors, are left to the argument parser.
struct PlainCommandLine {
  private(set) var text = ""
  private(set) var output = ""
  private(set) var manifest: String?
  private(set) var family: String?
  private(set) var language: String?
  private(set) var size = LayoutSettings.Defaults.size
  private(set) var width = LayoutSettings.Defaults.width
  private(set) var scale = LayoutSettings.Defaults.scale
  private(set) var padding = LayoutSettings.Defaults.padding

  /// Reads arguments; `nil` if they are not plain.
  init?(_ arguments: [String]) {
    var arguments = arguments.makeIterator()
    var seen: [String] = []
    while let argument = arguments.next() {
      guard argument.utf8.first == UInt8(ascii: "-") else {
        guard text.isEmpty, !argument.isEmpty else { return nil }
        text = argument
        continue
      }
      let name = argument == "-o" ? "--output" : argument
      guard !seen.contains(name), let value = arguments.next(),
        value.utf8.first != UInt8(ascii: "-"), (try? set(name, to: value)) == true
      else { return nil }
      seen.append(name)
    }
    guard !text.isEmpty, !output.isEmpty else { return nil }
  }

  /// Sets an option.
  ///
  /// - Returns: Whether it is an option of a plain command line.
  private mutating func set(_ option: String, to value: String) throws -> Bool {
    switch option {
    case "--output": output = value
    case "--fonts": manifest = value
    case "--font": family = value
    case "--lang": language = try Bounded.language(value)
    case "--size": size = try SizeArgument.read(value)
    case "--width": width = try Bounded.width(value)
    case "--scale": scale = try ScaleArgument.read(value)
    case "--padding": padding = try AppearanceArguments.readPadding(value)
    default: return false
    }
    return true
  }
}

extension RenderCommand {
  /// Creates the command of a plain command line; `nil` if the argument parser has to read the
  /// arguments.
  ///
  /// - Parameter arguments: The arguments after the name of the command.
  package init?(plain arguments: [String]) {
    guard let line = PlainCommandLine(arguments) else { return nil }
    self.init()
    input = .plain(line.text)
    output = line.output
    outputDir = nil
    contactSheet = nil
    format = .png
    self.arguments = .plain(line)
    appearance = .plain(line)
    jobs = .plain()
    guard (try? input.validate()) != nil, (try? validate()) != nil else { return nil }
  }

  /// Creates the command of any command line, read by the argument parser.
  ///
  /// - Throws: An error of the argument parser.
  package static func parsed(_ arguments: [String]) throws -> RenderCommand {
    try parse(arguments)
  }
}

// Every property is set, because one that is neither parsed nor set cannot be read.

extension TextInput {
  /// Creates the input of a text, or of a file of text.
  static func plain(_ source: String) -> TextInput {
    var input = TextInput()
    input.source = source
    input.isText = false
    input.isMessage = false
    input.isMarkdown = false
    input.isMarkdownV2 = false
    input.isLegacyMarkdown = false
    input.isHTML = false
    input.isRich = false
    input.richFormat = nil
    input.isJSONLines = false
    return input
  }
}

extension LayoutArguments {
  fileprivate static func plain(_ line: PlainCommandLine) -> LayoutArguments {
    var arguments = LayoutArguments()
    arguments.fonts = FontArguments()
    arguments.fonts.manifest = line.manifest
    arguments.fonts.files = []
    arguments.fonts.isolation = nil
    arguments.family = FamilyArgument()
    arguments.family.family = line.family
    arguments.size = SizeArgument()
    arguments.size.size = line.size
    arguments.width = line.width
    arguments.language = line.language
    arguments.direction = nil
    arguments.lineBreak = .unicode
    arguments.timeZone = LayoutSettings.Defaults.timeZone
    arguments.now = nil
    arguments.limits = .plain()
    arguments.settings = .plain()
    arguments.parts = .plain()
    arguments.rich = .plain()
    return arguments
  }
}

extension PartArguments {
  fileprivate static func plain() -> PartArguments {
    var parts = PartArguments()
    parts.styles = []
    parts.paragraphs = []
    parts.blocks = []
    parts.links = []
    parts.spoilers = []
    parts.objects = []
    return parts
  }
}

extension RichArguments {
  fileprivate static func plain() -> RichArguments {
    var rich = RichArguments()
    rich.opened = []
    rich.closed = []
    rich.fillsWidth = false
    rich.draft = false
    return rich
  }
}

extension SettingArguments {
  fileprivate static func plain() -> SettingArguments {
    var settings = SettingArguments()
    settings.weight = nil
    settings.slant = nil
    settings.stretch = nil
    settings.variations = nil
    settings.features = nil
    settings.letterSpacing = nil
    settings.align = nil
    settings.justify = false
    settings.alignWidth = nil
    settings.wrapping = nil
    settings.hyphenate = false
    settings.wordBreak = nil
    settings.lineHeight = nil
    settings.lineSpacing = nil
    settings.tabWidth = nil
    settings.overflow = nil
    settings.codeOverflow = nil
    settings.minLines = nil
    settings.token = nil
    settings.tokenInBlocks = nil
    settings.insets = nil
    settings.maxHeight = nil
    settings.cutouts = []
    return settings
  }
}

extension LimitArguments {
  fileprivate static func plain() -> LimitArguments {
    var limits = LimitArguments()
    limits.maxLines = nil
    limits.truncation = .end
    limits.expanded = []
    limits.trailingReserve = nil
    return limits
  }
}

extension AppearanceArguments {
  fileprivate static func plain(_ line: PlainCommandLine) -> AppearanceArguments {
    var appearance = AppearanceArguments()
    appearance.scale = ScaleArgument()
    appearance.scale.scale = line.scale
    appearance.padding = line.padding
    appearance.themes = []
    appearance.color = nil
    appearance.background = nil
    appearance.revealed = []
    appearance.showsStructure = false
    return appearance
  }
}

extension JobsArgument {
  fileprivate static func plain() -> JobsArgument {
    var jobs = JobsArgument()
    jobs.jobs = 1
    return jobs
  }
}
