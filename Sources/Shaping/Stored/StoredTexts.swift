internal import GalleyBasics
package import GalleyFonts
internal import GalleySystem
import GalleyHarfBuzz
import GalleyUnicode
import Synchronization

/// Shaped texts of earlier processes, in a file that is mapped into memory.
///
/// A text is found by its whole input. Only the page of its hash and its own bytes are read, so the
/// size of the file does not matter. A file is ignored if it was written with other fonts or
/// libraries, by another user, or in another version of the format; a text is ignored if its bytes
/// are not those that were written.
///
/// The file consists of, with all numbers in little-endian order:
///
/// 1. the header of 64 bytes: the magic number, the version, the number of slots, the length of the
///    file, the fingerprint of what shaping depends on, and the code of these bytes;
/// 2. the slots, eight bytes each, a power of two: the high 24 bits of a text's hash and the offset
///    of its record divided by eight, or zero. A text is in the first free slot from that of its
///    hash;
/// 3. the records: the length in bytes, that of the input, a code, and the bytes of the input and
///    the shaped text, padded to eight bytes.
///
/// Hashes and codes are SipHashes with a secret key, so that nobody else can write such a file.
package final class StoredTexts: Sendable {
  private let path: String
  private let byteLimit: Int
  private let hash: SipHash
  private let fonts: FontCollection
  private let fingerprint: [UInt8]
  private let file: MappedFile?
  private let slots: Range<Int>
  private let state = Mutex(State())

  private struct State {
    /// The new records, by the hash of their inputs.
    var additions: [UInt64: [UInt8]] = [:]
    /// The size of the new records in a file.
    var byteCount = 0
    /// The offsets of the file's records that were used.
    var used: Set<Int> = []
  }

  static let magic = Array("galleytx".utf8)
  static let version: UInt32 = 1
  static let headerLength = 64
  private static let recordHeaderLength = 16
  /// The most slots that are looked at for one text.
  private static let probeLimit = 64

  /// Opens the file at `path`, if there is a valid one; returns `nil` if the fonts have no
  /// fingerprint.
  ///
  /// - Parameters:
  ///   - path: The path of the file, in an existing directory.
  ///   - fonts: The fonts; only a collection of a manifest can be told from others.
  ///   - byteLimit: The maximum size of the file, in bytes.
  ///   - secret: The key of the codes.
  package init?(path: String, fonts: FontCollection, byteLimit: Int, secret: [UInt8]) {
    guard let digest = fonts.fingerprint else { return nil }
    self.path = path
    self.byteLimit = min(byteLimit, Limits.Fonts.fileSize)
    self.fonts = fonts
    let hash = SipHash(key: secret)
    self.hash = hash
    let libraries = "\(Library.version) \(ICU.version) \(Self.shapingVersion)"
    let all = SHA256.hexDigest(of: Array("\(digest) \(libraries)".utf8).span)
    let fingerprint = Array(all.utf8.prefix(32))
    self.fingerprint = fingerprint
    file = try? MappedFile(path: path, ofUser: true)
    slots = file.flatMap { Self.slots(of: $0, fingerprint, hash) } ?? 0..<0
  }

  /// The version of the shaping itself: to be increased when a text gets other glyphs or breaks.
  private static let shapingVersion = 1

  /// Returns the stored text of an input, or `nil` if there is none.
  package func text(of input: ShapingInput, shapers: ShaperPool) -> ShapedText? {
    guard !slots.isEmpty, let key = input.storedKey else { return nil }
    let hash = hash.hash(key.span)
    guard let (offset, record) = find(hash, key) else { return nil }
    var reader = StoredTextReader(
      record, from: Self.recordHeaderLength + key.count, input, fonts: fonts, shapers: shapers)
    guard let text = reader.text() else { return nil }
    state.withLock { _ = $0.used.insert(offset) }
    return text
  }

  /// Adds a text to those that are written.
  package func insert(_ text: ShapedText) {
    guard let key = text.input.storedKey, let body = text.storedBody(fonts) else { return }
    let record = record(key, body)
    let name = hash.hash(key.span)
    state.withLock { state in
      let byteCount = state.byteCount + Self.paddedCount(of: record)
      guard state.additions[name] == nil,
        Self.fileSize(ofRecords: state.additions.count + 1, byteCount) <= byteLimit
      else { return }
      state.additions[name] = record
      state.byteCount = byteCount
    }
  }

  /// The number of texts that were added since the file was opened.
  package var newCount: Int { state.withLock { $0.additions.count } }

  /// Writes the new texts and those of the file, as many as its limit allows: first the new ones,
  /// then those that were used.
  ///
  /// - Returns: Whether the file could be written.
  package func save() -> Bool {
    let (new, used, size) = state.withLock { ($0.additions, $0.used, $0.byteCount) }
    guard !new.isEmpty else { return true }
    var records = new.keys.sorted().compactMap { name in new[name].map { (name, $0) } }
    let old = offsets()
    var byteCount = size
    for isUsed in [true, false] {
      for offset in old where used.contains(offset) == isUsed {
        guard let record = record(at: offset) else { continue }
        let name = hash.hash(key(of: record).span)
        guard new[name] == nil else { continue }
        byteCount += Self.paddedCount(of: record)
        guard Self.fileSize(ofRecords: records.count + 1, byteCount) <= byteLimit else { break }
        records.append((name, record))
      }
    }
    do {
      try FileSystem.replace(path, with: bytes(of: records), isDurable: false, isPrivate: true)
      return true
    } catch {
      return false
    }
  }
}

extension StoredTexts {
  // MARK: Reading

  /// Returns the bytes of the slots of a valid file.
  private static func slots(
    of file: MappedFile, _ fingerprint: [UInt8], _ hash: SipHash
  ) -> Range<Int>? {
    guard file.count >= headerLength else { return nil }
    let header = file.bytes(0..<headerLength)
    guard Array(header.prefix(8)) == magic, Array(header[24..<56]) == fingerprint else {
      return nil
    }
    var reader = StoredReader(header, from: 8)
    guard reader.word() == version, let count = reader.word(),
      reader.long() == UInt64(file.count), count > 0, count & (count - 1) == 0
    else { return nil }
    var end = StoredReader(header, from: 56)
    let slots = headerLength..<headerLength + 8 * Int(count)
    return end.long() == hash.hash(Array(header.prefix(56)).span) && slots.upperBound <= file.count
      ? slots : nil
  }

  /// Returns the record of an input with its offset.
  private func find(_ hash: UInt64, _ key: [UInt8]) -> (offset: Int, record: [UInt8])? {
    let count = slots.count / 8
    var slot = Int(truncatingIfNeeded: hash) & (count - 1)
    for _ in 0..<min(count, Self.probeLimit) {
      let entry = self.slot(slot)
      guard entry != 0 else { return nil }
      if entry >> 40 == hash >> 40 {
        let offset = Int(entry & 0xFF_FFFF_FFFF) * 8
        if let record = record(at: offset), isRecord(record, of: key) { return (offset, record) }
      }
      slot = (slot + 1) & (count - 1)
    }
    return nil
  }

  private func slot(_ index: Int) -> UInt64 {
    let start = slots.lowerBound + 8 * index
    var reader = StoredReader(file?.bytes(start..<start + 8) ?? [])
    return reader.long() ?? 0
  }

  /// Returns the offsets of all records.
  private func offsets() -> [Int] {
    (0..<slots.count / 8).compactMap { index in
      let entry = slot(index)
      return entry == 0 ? nil : Int(entry & 0xFF_FFFF_FFFF) * 8
    }.sorted()
  }

  /// Returns the record at an offset, or `nil` if it is not as it was written.
  private func record(at offset: Int) -> [UInt8]? {
    guard let file, offset >= slots.upperBound, offset <= file.count - Self.recordHeaderLength
    else { return nil }
    var head = StoredReader(file.bytes(offset..<offset + 8))
    guard let length = head.word().map({ Int($0) }), let keyLength = head.word(),
      length >= Self.recordHeaderLength + Int(keyLength), length <= file.count - offset
    else { return nil }
    let record = file.bytes(offset..<offset + length)
    var reader = StoredReader(record, from: 8)
    return reader.long() == code(of: record) ? record : nil
  }

  /// Returns the code of a record, of everything but the code itself.
  private func code(of record: [UInt8]) -> UInt64 {
    let rest = hash.hash(record.span.extracting(Self.recordHeaderLength..<record.count))
    var head = Array(record.prefix(8))
    for shift in stride(from: UInt64(0), to: 64, by: 8) {
      head.append(UInt8(truncatingIfNeeded: rest >> shift))
    }
    return hash.hash(head.span)
  }

  /// Returns the input of a valid record.
  private func key(of record: [UInt8]) -> [UInt8] {
    var reader = StoredReader(record, from: 4)
    let length = Int(reader.word() ?? 0)
    return Array(record[Self.recordHeaderLength..<Self.recordHeaderLength + length])
  }

  private func isRecord(_ record: [UInt8], of key: [UInt8]) -> Bool {
    var reader = StoredReader(record, from: 4)
    guard reader.word() == UInt32(key.count) else { return false }
    for index in 0..<key.count where record[Self.recordHeaderLength + index] != key[index] {
      return false
    }
    return true
  }

  // MARK: Writing

  /// Returns the record of an input and a shaped text.
  private func record(_ key: [UInt8], _ body: [UInt8]) -> [UInt8] {
    var head = StoredBytes()
    head.append(Self.recordHeaderLength + key.count + body.count)
    head.append(key.count)
    var record = head.bytes + Array(repeating: 0, count: 8) + key + body
    let code = code(of: record)
    for index in 0..<8 { record[8 + index] = UInt8(truncatingIfNeeded: code >> UInt64(8 * index)) }
    return record
  }

  /// Returns the number of slots for some records: the least power of two of which half are free.
  private static func slotCount(ofRecords count: Int) -> Int {
    var slots = 1
    while slots < 2 * count { slots *= 2 }
    return slots
  }

  /// Returns the size of a record in a file, in bytes.
  private static func paddedCount(of record: [UInt8]) -> Int { (record.count + 7) & ~7 }

  /// Returns the size of a file with a number of records, which take some bytes.
  private static func fileSize(ofRecords count: Int, _ byteCount: Int) -> Int {
    headerLength + 8 * slotCount(ofRecords: count) + byteCount
  }

  /// Returns the file of some records with the hashes of their inputs.
  private func bytes(of records: [(UInt64, [UInt8])]) -> [UInt8] {
    let count = Self.slotCount(ofRecords: records.count)
    var slots = [UInt64](repeating: 0, count: count)
    var offset = Self.headerLength + 8 * count
    for (name, record) in records {
      var slot = Int(truncatingIfNeeded: name) & (count - 1)
      while slots[slot] != 0 { slot = (slot + 1) & (count - 1) }
      slots[slot] = (name >> 40) << 40 | UInt64(offset / 8)
      offset += Self.paddedCount(of: record)
    }
    var file = StoredBytes()
    file.append(Self.magic)
    file.append(Self.version)
    file.append(count)
    file.append(UInt64(offset))
    file.append(fingerprint)
    file.append(hash.hash(file.bytes.span))
    for slot in slots { file.append(slot) }
    for (_, record) in records {
      file.append(record)
      file.pad()
    }
    return file.bytes
  }
}
