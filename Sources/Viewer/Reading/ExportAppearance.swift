import GalleyChat
import GalleyExports
import GalleyTypesetting

/// The values with which the messages of an export are shown and searched.
struct ExportAppearance: Sendable {
  /// The files of pictures.
  let files: ImageFiles
  /// The style of conversations.
  let style: ChatStyle
  /// The engine that lays out texts.
  let engine: TextEngine

  init(_ export: Export, style: ChatStyle, engine: TextEngine) {
    (files, self.style, self.engine) = (ImageFiles(export.scope), style, engine)
  }
}
