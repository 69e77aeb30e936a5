@testable import GalleyDisplay
import Testing

/// The lists of nodes that wait for the next tick.
struct NodeListTests {
  @Test(arguments: [false, true])
  func `a node is a member once, until the list is taken`(retainsNodes: Bool) {
    let nodes = (0..<2).map { _ in DisplayNode(environment: .shared) }
    var list = NodeList(retainsNodes: retainsNodes)
    for _ in 0..<2 {
      let wasEmpty = list.isEmpty
      let inserted = [0, 1, 0].map { list.insert(nodes[$0]) }
      #expect(wasEmpty && inserted == [true, true, false] && !list.isEmpty)
      let taken = list.take()
      #expect(taken.map(ObjectIdentifier.init) == nodes.map(ObjectIdentifier.init))
    }
  }
}
