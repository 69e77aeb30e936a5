package import GalleyImages
package import GalleyPainting

/// Messages of a conversation whose traits are those of another value.
package protocol ForwardingTraits: ConversationTraits {
  /// The value that has the traits.
  var traits: any ConversationTraits { get }
}

extension ForwardingTraits {
  package var isGroup: Bool { traits.isGroup }
  package var language: String? { traits.language }
  package var timeZone: String? { traits.timeZone }
  package var customEmoji: AttachmentImages? { traits.customEmoji }
  package var media: MediaLoader? { traits.media }
  package func person(named sender: String) -> Int { traits.person(named: sender) }
  package func imageSource(of image: ChatImage) -> ImageSource? { traits.imageSource(of: image) }
  package func noteFailure(of image: ChatImage, _ error: ImageError) {
    traits.noteFailure(of: image, error)
  }
}
