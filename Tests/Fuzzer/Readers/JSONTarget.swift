import GalleyBasics
import GalleyFuzzCore
import GalleyJSON
import GalleySystem

/// JSON, strict and tolerant, in pieces of any length.
struct JSONTarget: FuzzTarget {
  var seeds: [[UInt8]] {
    [
      #"{"a":[1,-2.5e3,true,false,null,"x\u00e9\ud83d\ude00\n"],"b":{}}"#,
      "{\"a\":\"\\x01\",\"document_id\": files/a (2).webm,\n\"b\":[1,2,],}",
      #"[[[[{"a":[{}]}]]]]"#,
    ].map { Array($0.utf8) }
  }

  func run(_ bytes: [UInt8], using random: inout SplitMix64) throws(FuzzFailure) {
    let text = Array(String(decoding: bytes, as: UTF8.self).utf8)
    let pieces = Pieces(of: text, longest: random.pick([1, 3, 64, 1 << 16]))
    var tolerant = JSONReader(
      pieces, dialect: .tolerant, deepest: Limits.Messages.jsonDepth, longest: 1 << 16)
    let corrected = try? tolerant.value()
    guard let value = try? JSONParser.value(ofUTF8: text) else { return }
    try expect(corrected == value, "a tolerant reader of pieces reads something else")
    var writer = JSONWriter()
    writer.value(value)
    let again = try? JSONParser.value(ofUTF8: writer.bytes)
    try expect(again == value, "JSON is not read as it was written")
  }

  /// A text in pieces.
  private final class Pieces: ByteSource {
    private var rest: ArraySlice<UInt8>
    private let longest: Int

    init(of bytes: [UInt8], longest: Int) { (rest, self.longest) = (bytes[...], longest) }

    func next() throws(FileError) -> [UInt8] {
      let piece = Array(rest.prefix(longest))
      rest = rest.dropFirst(longest)
      return piece
    }
  }
}
