@testable import GalleyInterface
import Testing

/// Handles of the C interface.
@Suite struct HandleTableTests {
  let table = HandleTable<String>(.buffer)

  @Test func `a handle gives its object until it is removed`() throws {
    let first = try #require(table.insert("a"))
    let second = try #require(table.insert("b"))
    #expect(table.object(first) == "a" && table.object(second) == "b")
    #expect(table.count == 2)
    #expect(table.remove(first) == "a")
    #expect(table.object(first) == nil && table.remove(first) == nil)
    #expect(table.object(second) == "b")
    #expect(table.count == 1)
  }

  @Test func `a slot that is used again has another handle`() throws {
    var handles: Set<UInt64> = []
    for _ in 0..<1_000 {
      let handle = try #require(table.insert("a"))
      #expect(handles.insert(handle).inserted)
      #expect(table.remove(handle) == "a")
    }
    #expect(handles.allSatisfy { table.object($0) == nil })
  }

  @Test func `invented handles have no object`() throws {
    let handle = try #require(table.insert("a"))
    #expect(handle >> 56 == HandleKind.buffer.rawValue)
    for bit in 0..<64 { #expect(table.object(handle ^ 1 << UInt64(bit)) == nil) }
    #expect(table.object(0) == nil && table.object(.max) == nil)
    let engines = HandleTable<String>(.engine)
    _ = engines.insert("engine")
    #expect(engines.object(handle) == nil)
  }
}
