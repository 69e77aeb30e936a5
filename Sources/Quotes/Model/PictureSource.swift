internal import GalleyBasics
package import GalleyImages

/// A reference to a picture that a request names.
package enum PictureReference: Hashable, Sendable {
  /// A `data:` address with the picture itself.
  case data(String)
  /// A file of the request, by its name.
  case attached(String)
  /// Another address.
  case address(String)
  /// A file of Telegram, by its ID.
  case telegramFile(String)
  /// A custom emoji, by its ID.
  case customEmoji(String)

  /// Creates the reference of an address; `attach://` and a name is a file of the request.
  package init(address: String) {
    let attached = "attach://"
    self =
      address.hasPrefix("data:")
      ? .data(address)
      : address.hasPrefix(attached)
        ? .attached(String(address.dropFirst(attached.count))) : .address(address)
  }
}

/// The error thrown if a picture is not to be had.
package struct PictureRefusal: Error, Hashable, Sendable, CustomStringConvertible {
  /// The reason, for the client.
  package var description: String

  /// Creates an error.
  package init(_ description: String) { self.description = description }
}

/// A source of the pictures that a request names.
package protocol PictureSource: Sendable {
  /// Returns the bytes of an image file.
  ///
  /// It is called while a picture is drawn, on any thread.
  ///
  /// - Throws: `PictureRefusal` if the source does not have the picture.
  func bytes(of reference: PictureReference) throws(PictureRefusal) -> [UInt8]

  /// The processes that decode the pictures; `nil` to decode them in this one.
  var helpers: ImageHelpers? { get }
}

/// The source of pictures that are part of the request; it refuses all others.
///
/// - SeeAlso: RFC 2397.
package struct EmbeddedPictures: PictureSource {
  private let files: [String: [UInt8]]
  package let helpers: ImageHelpers?

  /// Creates a source.
  ///
  /// - Parameters:
  ///   - files: The files of the request, by name.
  ///   - helpers: The processes that decode the pictures.
  package init(files: [String: [UInt8]] = [:], helpers: ImageHelpers? = nil) {
    (self.files, self.helpers) = (files, helpers)
  }

  package func bytes(of reference: PictureReference) throws(PictureRefusal) -> [UInt8] {
    switch reference {
    case .data(let address):
      guard let comma = address.utf8.firstIndex(of: UInt8(ascii: ",")),
        address[..<comma].hasSuffix(";base64")
      else { throw PictureRefusal("a data address must be in base64") }
      guard let bytes = [UInt8](base64: String(address[address.index(after: comma)...])) else {
        throw PictureRefusal("a data address has invalid base64")
      }
      return bytes
    case .attached(let name):
      guard let bytes = files[name] else {
        throw PictureRefusal("the request has no file \"\(name.prefix(40))\"")
      }
      return bytes
    case .address: throw PictureRefusal("pictures are not fetched; send a data address or a file")
    case .telegramFile:
      throw PictureRefusal("files of Telegram are not fetched; send a data address or a file")
    case .customEmoji:
      throw PictureRefusal("the picture of a custom emoji is missing in customEmoji")
    }
  }
}
