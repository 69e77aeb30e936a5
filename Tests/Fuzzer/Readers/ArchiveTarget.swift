import Foundation
import GalleyBasics
import GalleyFuzzCore
import GalleyZip

/// Zip files, as exports are.
struct ArchiveTarget: FuzzTarget {
  private let folder = ScratchFolder()

  let pieces = [
    "PK\u{1}\u{2}", "PK\u{3}\u{4}", "PK\u{5}\u{6}", "../", "a/", "\u{0}\u{0}\u{0}\u{0}",
  ]

  var seeds: [[UInt8]] {
    Self.encodedArchives
      .compactMap { Data(base64Encoded: $0.filter { $0 != "\n" }).map { [UInt8]($0) } }
  }

  func run(_ bytes: [UInt8], using random: inout SplitMix64) throws(FuzzFailure) {
    folder.write(bytes, to: "a.zip")
    guard let archive = try? ZipArchive(path: folder.file("a.zip")) else { return }
    for index in 0..<min(archive.count, 20) {
      guard let entry = try? archive.entry(index), entry.size <= 1 << 16 else { continue }
      var length = 0
      try? archive.read(entry) { length += $0.count }
      try expect(length <= entry.size, "\(length) bytes of \(entry.size)")
    }
  }

  /// Two files each, stored and compressed.
  private static let encodedArchives = [
    """
    UEsDBBQAAAAAAAAAYVwWQrUFTgAAAE4AAAALAAAAcmVzdWx0Lmpzb257Im5hbWUiOiJHIiwibWVzc2FnZXMiOltdfXsi
    bmFtZSI6IkciLCJtZXNzYWdlcyI6W119eyJuYW1lIjoiRyIsIm1lc3NhZ2VzIjpbXX1QSwMEFAAAAAAAAABhXGu19VoC
    AAAAAgAAAAwAAABwaG90b3MvYS5qcGf/2FBLAQIUAxQAAAAAAAAAYVwWQrUFTgAAAE4AAAALAAAAAAAAAAAAAACAAQAA
    AAByZXN1bHQuanNvblBLAQIUAxQAAAAAAAAAYVxrtfVaAgAAAAIAAAAMAAAAAAAAAAAAAACAAXcAAABwaG90b3MvYS5q
    cGdQSwUGAAAAAAIAAgBzAAAAowAAAAAA
    """,
    """
    UEsDBBQAAAAIAAAAYVwWQrUFHwAAAE4AAAALAAAAcmVzdWx0Lmpzb26rVspLzE1VslJyV9JRyk0tLk5MTy1WsoqOra0m
    QwYAUEsDBBQAAAAIAAAAYVxrtfVaBAAAAAIAAAAMAAAAcGhvdG9zL2EuanBn+38DAFBLAQIUAxQAAAAIAAAAYVwWQrUF
    HwAAAE4AAAALAAAAAAAAAAAAAACAAQAAAAByZXN1bHQuanNvblBLAQIUAxQAAAAIAAAAYVxrtfVaBAAAAAIAAAAMAAAA
    AAAAAAAAAACAAUgAAABwaG90b3MvYS5qcGdQSwUGAAAAAAIAAgBzAAAAdgAAAAAA
    """,
  ]
}
