internal import GalleyCInterface
internal import GalleyFonts
internal import GalleyJSON
internal import GalleyMessageOutput
internal import GalleyMessages
internal import GalleyRichMessages

/// The failure of a function of the C interface.
struct InterfaceError: Error {
  let status: galley_status
  /// The description.
  let message: String
  /// The offset of the problem in the message, in bytes, if it is known.
  var offset: Int?

  init(_ status: galley_status, _ message: String, offset: Int? = nil) {
    self.status = status
    self.message = message
    self.offset = offset
  }

  /// Creates the failure for an invalid argument.
  static func argument(_ message: String) -> InterfaceError {
    InterfaceError(GALLEY_ERROR_ARGUMENT, message)
  }

  /// Creates the failure for a handle that is not of a live object of a kind.
  static func handle(_ kind: HandleKind) -> InterfaceError {
    InterfaceError(GALLEY_ERROR_HANDLE, "the \(kind) is null, freed, or of another kind")
  }

  init(_ error: PictureError) {
    switch error {
    case .tooLarge: self.init(GALLEY_ERROR_LIMIT, error.description)
    case .invalidSetting: self.init(GALLEY_ERROR_ARGUMENT, error.description)
    case .unwritable: self.init(GALLEY_ERROR_FORMAT, error.description)
    case .outOfMemory: self.init(GALLEY_ERROR_MEMORY, error.description)
    }
  }

  /// Creates the failure for an invalid message, whose bytes tell the offset of a line.
  init(_ error: MessageError, in bytes: [UInt8]) {
    let status =
      if case .missingLibrary = error { GALLEY_ERROR_FORMAT } else { GALLEY_ERROR_MESSAGE }
    let offset: Int? =
      switch error {
      case .invalidUTF8(let byte), .invalidMarkdown(let byte, _): byte
      case .invalidJSON(let mistake): mistake.offset
      case .invalidHTML(let line, _): Self.offset(ofLine: line, in: bytes)
      case .missing, .wrongType, .invalidValue, .entityOutOfBounds, .entitySplitsCharacter,
        .missingLibrary:
        nil
      }
    self.init(status, error.description, offset: offset)
  }

  /// Creates the failure for an invalid rich message, whose bytes tell the offset of a line.
  init(_ error: RichMessageError, in bytes: [UInt8]) {
    var status = GALLEY_ERROR_MESSAGE
    var offset: Int?
    switch error {
    case .invalidUTF8(let byte): offset = byte
    case .invalidJSON(let mistake): offset = mistake.offset
    case .invalidHTML(let line, _): offset = Self.offset(ofLine: line, in: bytes)
    case .limitExceeded(_, _, let place):
      status = GALLEY_ERROR_LIMIT
      if case .line(let line) = place { offset = Self.offset(ofLine: line, in: bytes) }
    case .missing, .wrongType, .invalidValue, .notAllowed: break
    }
    self.init(status, error.description, offset: offset)
  }

  /// Returns the offset of the beginning of a line, counted from 1.
  private static func offset(ofLine line: Int, in bytes: [UInt8]) -> Int {
    var rest = line - 1
    guard rest > 0 else { return 0 }
    for (offset, byte) in bytes.enumerated() where byte == UInt8(ascii: "\n") {
      rest -= 1
      if rest == 0 { return offset + 1 }
    }
    return bytes.count
  }
}
