import GalleyChat
import GalleyExports
import GalleyImages
import GalleyTypesetting

/// The values with which the messages of an export are shown and searched.
struct ExportAppearance: Sendable {
  /// The files of pictures.
  let files: ImageFiles
  /// The style of conversations.
  let style: ChatStyle
  /// The engine that lays out texts.
  let engine: TextEngine

  init(_ export: Export, style: ChatStyle, engine: TextEngine, helpers: ImageHelpers?) {
    files = ImageFiles(export.scope, helpers: helpers)
    (self.style, self.engine) = (style, engine)
  }
}
