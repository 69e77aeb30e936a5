import Testing

@testable import GalleySystem

@Suite struct SipHashTests {
  /// The vectors of the reference implementation: the key and the input count up from zero.
  @Test(
    arguments: [
      (length: 0, hash: 0x726F_DB47_DD0E_0E31), (length: 1, hash: 0x74F8_39C5_93DC_67FD),
      (length: 7, hash: 0xAB02_00F5_8B01_D137), (length: 8, hash: 0x93F5_F579_9A93_2462),
      (length: 15, hash: 0xA129_CA61_49BE_45E5),
    ] as [(length: UInt8, hash: UInt64)])
  func `hashes equal the reference vectors`(length: UInt8, hash: UInt64) {
    let function = SipHash(key: Array(0..<16))
    #expect(function.hash(Array(0..<length).span) == hash)
  }
}
