import GalleyBasics
import GalleyExports
import GalleyFuzzCore

/// Exports of all messengers.
///
/// An input has one file, or several in a folder, each after a separator and a byte that chooses
/// its name.
struct ExportTarget: FuzzTarget {
  /// The byte before each of several files.
  nonisolated static let separator: UInt8 = 0x1E
  /// The names of files.
  nonisolated static let names = [
    "result.json", "_chat.txt", "users.json", "channels.json", "general/2026-03-01.json", "chat.md",
    "message_2.json", "message_1.json", "general/data.json", "general/chat.md", "dms.json",
  ]

  private let folder = ScratchFolder()

  let pieces =
    FuzzPieces.text + ExportSeeds.pieces
    + names.indices.map { String(UnicodeScalar(separator)) + String(UnicodeScalar(UInt8($0))) }

  var seeds: [[UInt8]] { ExportSeeds.all }

  func run(_ bytes: [UInt8], using random: inout SplitMix64) throws(FuzzFailure) {
    var written: [String] = []
    defer { for name in written { folder.remove(name) } }
    if bytes.first == Self.separator {
      for part in bytes.split(separator: Self.separator).prefix(6) {
        written.append(Self.names[Int(part.first ?? 0) % Self.names.count])
        folder.write(Array(part.dropFirst()), to: written[written.count - 1])
      }
    } else {
      let isText = random.chance(20) || bytes.first == UInt8(ascii: "[")
      written = [
        bytes.first == UInt8(ascii: "{") ? "result.json" : isText ? "_chat.txt" : "chat.md"
      ]
      folder.write(bytes, to: written[0])
    }
    let path = written.count == 1 && random.chance(70) ? folder.file(written[0]) : folder.path
    try read(path, length: bytes.count, using: &random)
  }

  private func read(
    _ path: String, length: Int, using random: inout SplitMix64
  ) throws(FuzzFailure) {
    guard let export = try? Export(path: path), let reader = try? export.reader() else { return }
    var messages: [ExportedMessage] = []
    var places = [(position: reader.position, read: 0)]
    while let item = try? reader.next() {
      if case .message(let message) = item { messages.append(message) }
      places.append((reader.position, messages.count))
      try expect(messages.count <= length, "more messages than bytes")
    }
    places.append((reader.position, messages.count))
    // Reading that is continued at any place returns the rest, and nothing twice. Of many places,
    // one is tried.
    for (position, read) in places.count <= 6 ? places : [random.pick(places)] {
      guard let again = try? export.reader(at: position) else { continue }
      var rest: [ExportedMessage] = []
      while let item = try? again.next() {
        if case .message(let message) = item { rest.append(message) }
        try expect(rest.count <= length, "more messages than bytes, from the middle")
      }
      try expect(
        rest == Array(messages.dropFirst(read)),
        "\(rest.count) messages at \(position) instead of \(messages.count - read), or others")
    }
  }
}
