import GalleyCorpus
import GalleyFonts
package import GalleyGeometry
import GalleyMessages
package import GalleyMessageOutput
import GalleyTypesetting

extension LayoutSettings {
  /// Reads the settings from arguments.
  ///
  /// They are read once, because the argument parser looks up each value.
  package init(_ arguments: LayoutArguments, grid: PixelGrid? = nil) {
    var theme = MessageTheme()
    theme.text.font.size = arguments.size.size
    theme.text.font.families = arguments.family.names
    theme.text.language = arguments.language
    theme.lineBreakRules.convention = arguments.lineBreak
    arguments.settings.apply(to: &theme)
    var options = LayoutOptions()
    options.width = arguments.width
    options.lineGrid = grid
    arguments.limits.apply(to: &options)
    arguments.settings.apply(to: &options, style: theme.text)
    let dates = DateFormatting(
      language: arguments.language, timeZone: arguments.timeZone, now: arguments.now)
    self.init(theme: theme, options: options, dates: dates)
    direction = arguments.direction?.direction
    additions = arguments.parts.all
    richState = arguments.rich.state(expanded: arguments.limits.expanded)
    fillsWidth = arguments.rich.fillsWidth
    isDraft = arguments.rich.draft
  }
}

extension TextPart: TextAddition {
  package var isObject: Bool { name == "object" }
}
