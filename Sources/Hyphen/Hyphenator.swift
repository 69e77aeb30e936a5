internal import GalleyBasics
internal import GalleyCHyphen
internal import Glibc
internal import Synchronization

/// The hyphenation patterns of a language.
///
/// They are Liang's patterns, as in TeX and LibreOffice. Words whose spelling changes when they are
/// hyphenated (*Schiffahrt*, *Schiff-fahrt*) are not hyphenated.
@safe package final class Hyphenator: Sendable {
  /// The minimum number of letters on each side of a hyphen; patterns may require more.
  private static let leastLetters: Int32 = 2

  // SAFETY: libhyphen does not document thread safety; the dictionary is used only under its own
  // mutex.
  private let dictionary: Mutex<Dictionary>
  private let encoding: PatternEncoding

  /// Reads the patterns of a file, or returns `nil` if they cannot be used.
  package init?(path: String) {
    guard let dictionary = unsafe Dictionary(hyphen.hnj_hyphen_load(path)),
      let encoding = PatternEncoding(named: dictionary.encoding)
    else { return nil }
    self.encoding = encoding
    self.dictionary = Mutex(dictionary)
  }

  /// Appends the hyphenation points of a word.
  ///
  /// - Parameters:
  ///   - word: The scalars of the word, in lower case.
  ///   - points: The array to append to; each point is the number of scalars before it, in order.
  /// - Complexity: O(1), because words of more than ``Limits/Shaping/hyphenatedLetters`` scalars
  ///   are skipped.
  package func appendPoints(in word: [UInt32], to points: inout [Int]) {
    guard word.count <= Limits.Shaping.hyphenatedLetters, var bytes = encoding.encode(word) else {
      return
    }
    let length = bytes.count
    bytes.append(0)
    var marks = [CChar](repeating: 0, count: length + 5)
    let isFound = dictionary.withLock { $0.mark(bytes, length, into: &marks) }
    guard isFound else { return }
    // The marks count letters, regardless of the encoding.
    for index in 0..<max(0, min(word.count - 1, marks.count)) where marks[index] & 1 == 1 {
      points.append(index + 1)
    }
  }

  /// A libhyphen dictionary.
  @safe private struct Dictionary: ~Copyable {
    private let handle: UnsafeMutablePointer<CHyphenDict>

    init?(_ handle: UnsafeMutablePointer<CHyphenDict>?) {
      guard let handle = unsafe handle else { return nil }
      unsafe self.handle = handle
    }

    deinit { unsafe hyphen.hnj_hyphen_free(handle) }

    /// The encoding that the file declares.
    var encoding: String {
      unsafe withUnsafePointer(to: &handle.pointee.cset) { name in
        unsafe String(cString: UnsafeRawPointer(name).assumingMemoryBound(to: CChar.self))
      }
    }

    /// Marks the letters after which a word may be hyphenated with odd numbers.
    func mark(_ word: [UInt8], _ length: Int, into marks: inout [CChar]) -> Bool {
      var replacements: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
      var (places, cuts): (UnsafeMutablePointer<Int32>?, UnsafeMutablePointer<Int32>?)
      let code = unsafe word.withUnsafeBytes { bytes in
        unsafe hyphen.hnj_hyphen_hyphenate3(
          handle, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(length), &marks,
          nil, &replacements, &places, &cuts, Hyphenator.leastLetters, Hyphenator.leastLetters, 0,
          0)
      }
      if let replacements = unsafe replacements {
        for index in 0..<length {
          guard let spelling = unsafe replacements[index] else { continue }
          marks[index] = 0
          unsafe free(spelling)
        }
        unsafe free(replacements)
      }
      unsafe free(places)
      unsafe free(cuts)
      return code == 0
    }
  }
}

/// The functions of libhyphen.
private var hyphen: chyphen_functions { unsafe chyphen_table().pointee }
