internal import GalleySystem
internal import GalleyHarfBuzz

/// The font of last resort: a box for every character, and a space.
///
/// It is built in, table by table, so that layout cannot fail for lack of a font.
///
/// - SeeAlso: OpenType 1.9, "Required tables".
enum LastResort {
  /// The typeface, created once.
  static let typeface: Typeface = {
    let file = MappedFile(copying: bytes, name: "built-in")
    do {
      return try Typeface(FontSource(builtIn: file), index: 0)
    } catch {
      // The font is valid, and its tests open it.
      fatalError("out of memory: the built-in font cannot be opened")
    }
  }()

  /// The bytes of the font file.
  static var bytes: [UInt8] {
    let box = Bytes {
      $0.words(2, 50, 0, 550, 700)  // Two contours, and their bounding box.
      $0.words(3, 7, 0)  // The last points of both; no instructions.
      $0.bytes += Array(repeating: 1, count: 8)  // All points are on the curve.
      $0.words(50, 500, 0, -500, 50, 0, 400, 0)  // x: outward clockwise, inward the other way.
      $0.words(0, 0, 700, 0, -650, 600, 0, -600)
    }
    let tables: [(String, Bytes)] = [
      ("OS/2", os2), ("cmap", characterMap), ("glyf", box), ("head", head), ("hhea", hhea),
      ("hmtx", Bytes { $0.words(600, 50, 300, 0) }),
      ("loca", Bytes { $0.words(0, box.bytes.count / 2, box.bytes.count / 2) }),
      ("maxp", Bytes { $0.words(1, 0, 2, 8, 2, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0) }), ("name", names),
      ("post", Bytes { $0.words(3, 0, 0, 0, -100, 50, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0) }),
    ]
    return file(of: tables)
  }

  private static let head = Bytes {
    $0.words(1, 0, 1, 0, 0, 0)  // Versions, and a checksum of the file, which is not verified.
    $0.words(0x5F0F, 0x3CF5, 3, 1000)  // The magic number, flags, and units per em.
    $0.words(0, 0, 0, 0, 0, 0, 0, 0)  // Created and modified in 1904.
    $0.words(50, 0, 550, 700, 0, 8, 2, 0, 0)
  }

  private static let hhea = Bytes {
    $0.words(1, 0, 800, -200, 0, 600, 50, 50, 550, 1, 0, 0, 0, 0, 0, 0, 0, 2)
  }

  private static let os2 = Bytes {
    $0.words(4, 450, 400, 5, 0, 650, 600, 0, 75, 650, 600, 0, 350, 50, 300, 0)
    $0.words(0, 0, 0, 0, 0)  // PANOSE.
    $0.words(0, 1, 0, 0, 0, 0, 0, 0)  // Basic Latin.
    $0.words(0x4E4F, 0x4E45, 0xC0, 0x20, 0x20)  // "NONE", regular, typographic metrics.
    $0.words(800, -200, 0, 800, 200, 0, 1, 0, 0, 500, 700, 0, 0x20, 1)
  }

  private static let characterMap = Bytes {
    $0.words(0, 1, 3, 1, 0, 12)  // One subtable, for Windows and the first plane of Unicode.
    $0.words(4, 40, 0, 6, 4, 1, 2)  // Format 4 of three segments:
    $0.words(0x20, 0xA0, 0xFFFF, 0, 0x20, 0xA0, 0xFFFF)  // the space, the no-break space, the end.
    $0.words(1 - 0x20, 1 - 0xA0, 1, 0, 0, 0)
  }

  private static let names: Bytes = {
    let strings = [(1, "Galley Last Resort"), (2, "Regular"), (6, "GalleyLastResort")]
    return Bytes {
      $0.words(0, strings.count, 6 + strings.count * 12)
      var offset = 0
      for (key, string) in strings {
        $0.words(3, 1, 0x409, key, string.utf16.count * 2, offset)
        offset += string.utf16.count * 2
      }
      for unit in strings.flatMap({ $0.1.utf16 }) { $0.words(Int(unit)) }
    }
  }()

  /// Writes a directory before the tables, and pads each to four bytes.
  private static func file(of tables: [(tag: String, data: Bytes)]) -> [UInt8] {
    var directory = Bytes { $0.words(1, 0, tables.count, 128, 3, tables.count * 16 - 128) }
    var data: [UInt8] = []
    let start = 12 + tables.count * 16
    for table in tables {
      directory.bytes += Array(table.tag.utf8)
      let bytes = table.data.bytes
      let padded = bytes + Array(repeating: 0, count: -bytes.count & 3)
      directory.long(checksum(padded))
      directory.long(UInt32(start + data.count))
      directory.long(UInt32(bytes.count))
      data += padded
    }
    return directory.bytes + data
  }

  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    stride(from: 0, to: bytes.count, by: 4).reduce(0) { sum, offset in
      sum &+ bytes[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) }
    }
  }

  /// The contents of a table under construction.
  private struct Bytes {
    var bytes: [UInt8] = []

    init(_ fill: (inout Bytes) -> Void) { fill(&self) }

    /// Appends 16-bit numbers in big-endian order.
    mutating func words(_ words: Int...) {
      for word in words {
        bytes += [UInt8(truncatingIfNeeded: word >> 8), UInt8(truncatingIfNeeded: word)]
      }
    }

    /// Appends a 32-bit number in big-endian order.
    mutating func long(_ number: UInt32) {
      words(Int(number >> 16), Int(number & 0xFFFF))
    }
  }
}
