import GalleyGeometry
import GalleyImages
import GalleyPixels
import Synchronization
import TestSupport
import Testing

@Suite struct SharedBitmapsTests {
  let bitmaps = SharedBitmaps<String>()

  private func bitmap() -> Bitmap? { try? Bitmap(width: 1, height: 1, color: .white) }

  // D26: a shared bitmap is released with its last token.
  @Test func `a bitmap is released with its last token`() {
    var first = bitmaps.token(for: "a") { bitmap() }
    var second = bitmaps.token(for: "a") { bitmap() }
    #expect(first != nil && bitmaps.count == 1)
    first = nil
    #expect(bitmaps.count == 1)
    #expect(bitmaps.token(for: "a") === second)
    second = nil
    #expect(first == nil && second == nil)
    #expect(bitmaps.count == 0)
    #expect(bitmaps.token(for: "a") == nil)
  }

  // D27: equal keys share an entry.
  @Test func `equal keys share one token`() throws {
    let source = try ImageSource(Fixture.bytes("rgb.png"))
    let recipe = ImageRecipe(bounds: Size(width: 10, height: 10), fitting: .aspectFit)
    let key = try #require(recipe.key(for: source))
    let shared = SharedBitmaps<ImageRecipe.Key>()
    let first = shared.token(for: key) { bitmap() }
    let second = shared.token(for: try #require(recipe.key(for: source))) { nil }
    #expect(first === second && first != nil)
    // Equal bytes, but another image.
    let copy = try #require(recipe.key(for: ImageSource(source.bytes)))
    #expect(shared.token(for: copy) { nil } == nil)
  }

  // D26: a shared bitmap is released with its last token.
  @Test func `a key is released with its last token`() {
    final class Key: Hashable, Sendable {
      static func == (left: Key, right: Key) -> Bool { left === right }
      func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
    }
    let shared = SharedBitmaps<Key>()
    var key: Key? = Key()
    weak let seen = key
    var token = key.flatMap { shared.token(for: $0) { bitmap() } }
    key = nil
    #expect(token != nil && seen != nil)
    token = nil
    #expect(seen == nil && token == nil)
  }

  // N11: an image of one size is rendered once.
  @Test func `concurrent requests for a key create its bitmap once`() {
    let made = Atomic<Int>(0)
    let tokens = Mutex<[SharedBitmaps<String>.Token]>([])
    let threads = Threads(2) { _ in
      let token = bitmaps.token(for: "a") {
        made.add(1, ordering: .sequentiallyConsistent)
        // The other thread arrives, and either waits or creates the bitmap, too.
        while bitmaps.waitingCount == 0, made.load(ordering: .sequentiallyConsistent) < 2 {}
        return bitmap()
      }
      if let token { tokens.withLock { $0.append(token) } }
    }
    threads.wait()
    #expect(made.load(ordering: .sequentiallyConsistent) == 1)
    #expect(Set(tokens.withLock { $0.map(ObjectIdentifier.init) }).count == 1)
    #expect(bitmaps.waitingCount == 0)
  }

  @Test func `a waiting thread creates the bitmap if the first attempt fails`() {
    let made = Atomic<Int>(0)
    let given = Atomic<Int>(0)
    let threads = Threads(2) { _ in
      let token = bitmaps.token(for: "a") {
        guard made.add(1, ordering: .sequentiallyConsistent).newValue == 1 else {
          return bitmap()
        }
        while bitmaps.waitingCount == 0, made.load(ordering: .sequentiallyConsistent) < 2 {}
        return nil
      }
      if token != nil { given.add(1, ordering: .sequentiallyConsistent) }
    }
    threads.wait()
    #expect(made.load(ordering: .sequentiallyConsistent) == 2)
    #expect(given.load(ordering: .sequentiallyConsistent) == 1)
  }

  @Test func `a released bitmap is created again on the next request`() {
    var token = bitmaps.token(for: "a") { bitmap() }
    weak let first = token
    token = nil
    #expect(first == nil)
    token = bitmaps.token(for: "a") { bitmap() }
    #expect(bitmaps.count == 1 && token != nil)
  }
}
