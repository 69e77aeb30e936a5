internal import GalleyCFreeType
internal import GalleySystem
internal import Synchronization

/// The FreeType library, of which a process needs one instance.
///
/// Threads may use different faces of one library concurrently, as long as no two of them open or
/// close a face at the same time. This type ensures that.
@safe final class Library: Sendable {
  /// The library of the process.
  static let shared = Library()

  // SAFETY: used only while `gate` is held, and created before it is shared.
  private nonisolated(unsafe) let handle: FT_Library?
  private let gate = Mutex(())

  private init() {
    var handle: FT_Library?
    let code = unsafe FT_Init_FreeType(&handle)
    unsafe self.handle = code == 0 ? handle : nil
  }

  /// Opens a face of a file in memory, or returns FreeType's error code.
  func open(_ file: MappedFile, index: Int) -> Result<FaceHandle, FreeTypeError> {
    guard let library = unsafe handle else {
      return .failure(FreeTypeError(path: file.path, index: index, code: 64))
    }
    var face: FT_Face?
    let code = gate.withLock { _ in
      unsafe FT_New_Memory_Face(
        library, file.base.assumingMemoryBound(to: FT_Byte.self), file.count, index, &face)
    }
    guard code == 0, let face = unsafe face else {
      return .failure(FreeTypeError(path: file.path, index: index, code: Int(code)))
    }
    return .success(unsafe FaceHandle(face))
  }

  /// Closes a face.
  func close(_ face: FT_Face) {
    gate.withLock { _ in
      _ = unsafe FT_Done_Face(face)
    }
  }
}

/// A FreeType face that is closed when its owner is released.
///
/// It owns nothing else, so that a throwing initializer needs no cleanup.
@safe final class FaceHandle {
  let face: FT_Face

  init(_ face: FT_Face) { unsafe self.face = unsafe face }

  deinit { unsafe Library.shared.close(face) }
}

/// An error that prevents the use of a face.
package struct FreeTypeError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The path of the font file.
  package let path: String
  /// The index of the face.
  package let index: Int
  /// FreeType's error code, as in its `fterrdef.h`.
  package let code: Int

  /// FreeType's error code for an unknown file format.
  static let unknownFormat = 2

  /// A one-line message: the file, the face and FreeType's error code.
  package var description: String {
    "\(path): face \(index) cannot be opened (FreeType error \(code))"
  }
}
