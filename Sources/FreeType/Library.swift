internal import GalleyCFreeType
internal import GalleyFiles
internal import Synchronization

/// FreeType itself, of which a process needs one.
///
/// Threads may use faces of one library at the same time, each its own, as long as no two of them
/// open or close a face at once. The library sees to that.
@safe final class Library: Sendable {
  /// The library of the process.
  static let shared = Library()

  // SAFETY: used only with `gate` held, and made before anybody else can see it.
  private nonisolated(unsafe) let handle: FT_Library?
  private let gate = Mutex(())

  private init() {
    var handle: FT_Library?
    let code = unsafe FT_Init_FreeType(&handle)
    unsafe self.handle = code == 0 ? handle : nil
  }

  /// Opens a face of a file that is in memory; gives FreeType's number for what went wrong else.
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

/// A face of FreeType's that is closed when its owner goes.
///
/// It owns nothing else, so that an initializer that throws need not clean up.
@safe final class FaceHandle {
  let face: FT_Face

  init(_ face: FT_Face) {
    unsafe self.face = unsafe face
  }

  deinit {
    unsafe Library.shared.close(face)
  }
}

/// Why a face cannot be used.
package struct FreeTypeError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The font file.
  package let path: String
  /// Which of its faces.
  package let index: Int
  /// FreeType's number for what is wrong, as in its `fterrdef.h`.
  package let code: Int

  /// FreeType's number for a file that is no font.
  static let unknownFormat = 2

  /// One line: the file, the face and FreeType's number.
  package var description: String {
    "\(path): face \(index) cannot be opened (FreeType error \(code))"
  }
}
