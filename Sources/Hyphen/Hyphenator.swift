internal import GalleyCHyphen
internal import Glibc
internal import Synchronization

/// The patterns of one language, which say where its words may be parted with a hyphen.
///
/// Liang's patterns are those of TeX and LibreOffice. Where a word is spelled otherwise when it is
/// parted (*Schiffahrt*, *Schiff-fahrt*), it is not parted.
@safe package final class Hyphenator: Sendable {
  /// The most letters that a word may have; longer ones are not parted.
  package static let maximumLength = 64
  /// How many letters a word has on each side of a hyphen at least; the patterns may ask for more.
  private static let leastLetters: Int32 = 2

  // SAFETY: libhyphen says nothing of threads; the dictionary is only used under its own mutex.
  private let dictionary: Mutex<Dictionary>
  private let encoding: PatternEncoding

  /// Reads the patterns of a file; `nil` if there are none that can be used.
  package init?(path: String) {
    guard let dictionary = unsafe Dictionary(hnj_hyphen_load(path)),
      let encoding = PatternEncoding(named: dictionary.encoding)
    else { return nil }
    self.encoding = encoding
    self.dictionary = Mutex(dictionary)
  }

  /// Appends the places in a word where it may be parted.
  ///
  /// - Parameters:
  ///   - word: The scalars of the word, in lower case.
  ///   - points: Gets how many scalars stand before each place, in order.
  /// - Complexity: O(1): words of more than ``maximumLength`` scalars are not looked at.
  package func appendPoints(in word: [UInt32], to points: inout [Int]) {
    guard word.count <= Hyphenator.maximumLength, var bytes = encoding.encode(word) else { return }
    let length = bytes.count
    bytes.append(0)
    var marks = [CChar](repeating: 0, count: length + 5)
    let isFound = dictionary.withLock { $0.mark(bytes, length, into: &marks) }
    guard isFound else { return }
    // The marks count letters, whatever the encoding.
    for index in 0..<max(0, min(word.count - 1, marks.count)) where marks[index] & 1 == 1 {
      points.append(index + 1)
    }
  }

  /// libhyphen's own object.
  @safe private struct Dictionary: ~Copyable {
    private let handle: UnsafeMutablePointer<HyphenDict>

    init?(_ handle: UnsafeMutablePointer<HyphenDict>?) {
      guard let handle = unsafe handle else { return nil }
      unsafe self.handle = handle
    }

    deinit {
      unsafe hnj_hyphen_free(handle)
    }

    /// What the file calls its encoding.
    var encoding: String {
      unsafe withUnsafePointer(to: &handle.pointee.cset) { name in
        unsafe String(cString: UnsafeRawPointer(name).assumingMemoryBound(to: CChar.self))
      }
    }

    /// Marks the letters behind which a word may be parted, with odd numbers.
    func mark(_ word: [UInt8], _ length: Int, into marks: inout [CChar]) -> Bool {
      var replacements: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
      var (places, cuts): (UnsafeMutablePointer<Int32>?, UnsafeMutablePointer<Int32>?)
      let code = unsafe word.withUnsafeBytes { bytes in
        unsafe hnj_hyphen_hyphenate3(
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
