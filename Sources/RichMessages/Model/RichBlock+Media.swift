extension RichBlock {
  /// A photo, video, animation, audio file, voice note or document.
  public struct Media: Hashable, Sendable {
    /// The kind of the media, with its name in JSON.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
      /// A photo, in one or more sizes.
      case photo
      /// A video with sound.
      case video
      /// A short video without sound, which repeats.
      case animation
      /// A piece of music or another recording.
      case audio
      /// A file of any type.
      case document
      /// A recorded voice message.
      case voiceNote = "voice_note"
    }

    /// The kind.
    public var kind: Kind
    /// The sizes of a photo in the order given, or one file of another kind; empty if only an
    /// address is known.
    public var files: [File]
    /// The preview picture of a video, animation, audio file or document.
    public var thumbnail: File?
    /// The address of outgoing media: `https`, `attach://`, `tg://photo?id=`, or a file identifier.
    public var address: String?
    /// Whether the media is covered until it is revealed.
    public var hasSpoiler: Bool
    /// The caption.
    public var caption: Caption?

    /// Creates media from files.
    public init(
      _ kind: Kind, files: [File], thumbnail: File? = nil, hasSpoiler: Bool = false,
      caption: Caption? = nil
    ) {
      self.kind = kind
      self.files = files
      self.thumbnail = thumbnail
      self.hasSpoiler = hasSpoiler
      self.caption = caption
    }

    /// Creates outgoing media from an address.
    public init(
      _ kind: Kind, address: String, hasSpoiler: Bool = false, caption: Caption? = nil
    ) {
      self.init(kind, files: [], hasSpoiler: hasSpoiler, caption: caption)
      self.address = address
    }

    /// Whether collages and slideshows may contain the media.
    public var isPicture: Bool { kind == .photo || kind == .video || kind == .animation }

    /// A file, or one size of a photo.
    public struct File: Hashable, Sendable {
      /// The identifier for downloads.
      public var id: String
      /// The identifier that is the same for all bots.
      public var uniqueID: String?
      /// The width, in pixels; `nil` for files without pictures.
      public var width: Int?
      /// The height, in pixels.
      public var height: Int?
      /// The duration, in seconds.
      public var duration: Int?
      /// The file name.
      public var name: String?
      /// The MIME type.
      public var mimeType: String?
      /// The size, in bytes.
      public var byteCount: Int?
      /// The title of an audio file.
      public var title: String?
      /// The performer of an audio file.
      public var performer: String?

      /// Creates a file.
      public init(id: String, uniqueID: String? = nil, width: Int? = nil, height: Int? = nil) {
        self.id = id
        self.uniqueID = uniqueID
        self.width = width
        self.height = height
      }
    }
  }

  /// A map of a place.
  public struct Map: Hashable, Sendable {
    /// The latitude, in degrees from -90 to 90.
    public var latitude: Double
    /// The longitude, in degrees from -180 to 180.
    public var longitude: Double
    /// The zoom level; `nil` is the host's.
    public var zoom: Int?
    /// The width, in pixels; `nil` is the host's.
    public var width: Int?
    /// The height, in pixels; `nil` is the host's.
    public var height: Int?
    /// The caption.
    public var caption: Caption?

    /// Creates a map.
    public init(
      latitude: Double, longitude: Double, zoom: Int? = nil, width: Int? = nil,
      height: Int? = nil, caption: Caption? = nil
    ) {
      self.latitude = latitude
      self.longitude = longitude
      self.zoom = zoom
      self.width = width
      self.height = height
      self.caption = caption
    }

    /// The maximum of width, height and their sum, in pixels.
    static let sizeLimit = 10_000
    /// The maximum ratio of the longer side to the shorter one.
    static let ratioLimit = 20
    /// The valid zoom levels: those of bots are 0 to 24, and clients accept more.
    static let zooms = 0...30
  }
}
