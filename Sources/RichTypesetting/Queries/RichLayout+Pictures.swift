internal import GalleyGeometry
internal import GalleyRichMessages
internal import GalleyTypesetting

extension RichLayout {
  /// The IDs of the attachments that stand for the pictures of the blocks.
  ///
  /// - Complexity: O(*n*), where *n* is the number of parts of the layout.
  package var pictureIDs: Set<String> {
    var found: Set<String> = []
    visitItems { item, _ in
      if case .picture(let media, let frame, _) = item {
        found.insert(media.attachment(size: frame.size).id)
      }
    }
    return found
  }
}
