import Dispatch
import GalleyGeometry
import GalleyImages
import GalleyPixels
import Synchronization
import Testing

@Suite struct SharedBitmapsTests {
  let bitmaps = SharedBitmaps<String>()

  private func bitmap() -> Bitmap? { try? Bitmap(width: 1, height: 1, color: .white) }

  // D26
  @Test func `a bitmap goes with its last token`() {
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

  // D27
  @Test func `equal keys have one token`() throws {
    let source = try ImageSource(Fixture.bytes("rgb.png"))
    let recipe = ImageRecipe(bounds: Size(width: 10, height: 10), fitting: .aspectFit)
    let key = try #require(recipe.key(for: source))
    let shared = SharedBitmaps<SharedImageKey>()
    let first = shared.token(for: key) { bitmap() }
    let second = shared.token(for: try #require(recipe.key(for: source))) { nil }
    #expect(first === second && first != nil)
    // The same bytes, but another image.
    let copy = try #require(recipe.key(for: ImageSource(source.bytes)))
    #expect(shared.token(for: copy) { nil } == nil)
  }

  // N11
  @Test func `two who want the same at once have it made once`() {
    let made = Atomic<Int>(0)
    let tokens = Mutex<[SharedBitmaps<String>.Token]>([])
    DispatchQueue.concurrentPerform(iterations: 8) { index in
      let token = bitmaps.token(for: index.isMultiple(of: 4) ? "b" : "a") {
        made.add(1, ordering: .relaxed)
        return bitmap()
      }
      if let token { tokens.withLock { $0.append(token) } }
    }
    #expect(made.load(ordering: .relaxed) == 2)
    #expect(Set(tokens.withLock { $0.map(ObjectIdentifier.init) }).count == 2)
  }

  @Test func `who waits for what is not made after all makes it`() {
    let inside = DispatchSemaphore(value: 0)
    let goOn = DispatchSemaphore(value: 0)
    let made = Atomic<Int>(0)
    let group = DispatchGroup()
    DispatchQueue.global().async(group: group) {
      let token = bitmaps.token(for: "a") {
        inside.signal()
        goOn.wait()
        return nil
      }
      #expect(token == nil)
    }
    inside.wait()
    DispatchQueue.global().async(group: group) {
      let token = bitmaps.token(for: "a") {
        made.add(1, ordering: .relaxed)
        return bitmap()
      }
      #expect(token != nil)
    }
    goOn.signal()
    group.wait()
    #expect(made.load(ordering: .relaxed) == 1)
  }

  @Test func `what is made again is another bitmap`() {
    var token = bitmaps.token(for: "a") { bitmap() }
    weak let first = token
    token = nil
    #expect(first == nil)
    token = bitmaps.token(for: "a") { bitmap() }
    #expect(bitmaps.count == 1 && token != nil)
  }
}
