import GalleyFonts
import GalleyHarfBuzz
import Synchronization
import TestSupport
import Testing

@testable import GalleyShaping

@Suite struct ShapedTextCacheTests {
  let pool: ShaperPool
  let style = ShapingStyle(font: FontDescription(families: ["Galley Box"], size: 10))

  init() throws { pool = ShaperPool(fonts: try TestFonts.collection()) }

  private func input(_ text: String) -> ShapingInput {
    ShapingInput(text: UTF8Text(text), base: style)
  }

  @Test func `repeated requests shape a text once`() {
    let cache = ShapedTextCache(byteLimit: 1 << 20)
    var count = 0
    let texts = (0..<5).map { _ in
      cache.value(for: input("ab")) {
        count += 1
        return pool.shape(input("ab"))
      }
    }
    #expect(count == 1)
    #expect(texts.allSatisfy { $0 === texts[0] })
    #expect(cache.byteCount == texts[0].byteCount)
  }

  @Test func `concurrent requests for a text shape it once`() {
    let cache = ShapedTextCache(byteLimit: 1 << 20)
    let count = Atomic(0)
    let found = Mutex<[ObjectIdentifier]>([])
    var others: Threads?
    let first = cache.value(for: input("one text")) {
      // The other threads arrive while shaping is in flight, with enough time to shape the text as
      // well.
      others = Threads(7) { _ in
        let text = cache.value(for: input("one text")) {
          count.wrappingAdd(1, ordering: .relaxed)
          return pool.shape(input("one text"))
        }
        found.withLock { $0.append(ObjectIdentifier(text)) }
      }
      for _ in 0..<100 where count.load(ordering: .relaxed) == 0 {
        _ = pool.shape(input(String(repeating: "a ", count: 500)))
      }
      return pool.shape(input("one text"))
    }
    others?.wait()
    #expect(count.load(ordering: .relaxed) == 0)
    #expect(Set(found.withLock { $0 } + [ObjectIdentifier(first)]).count == 1)
  }

  @Test func `a text that is not complete is not kept, nor given to those that wait for it`() {
    let cache = ShapedTextCache(byteLimit: 1 << 20)
    var other: Threads?
    let found = Mutex<ShapedText?>(nil)
    let incomplete = cache.value(for: input("one text")) {
      other = Threads(1) { _ in
        let text = cache.value(for: input("one text")) { pool.shape(input("one text")) }
        found.withLock { $0 = text }
      }
      return pool.shape(input("one text"), isStale: { true })
    }
    other?.wait()
    let complete = cache.value(for: input("one text")) { pool.shape(input("two texts")) }
    #expect(incomplete.runs.map(\.glyphCount) == [0])
    #expect(complete === found.withLock(\.self))
    #expect(complete.runs.map(\.glyphCount) == [8])
  }

  @Test func `a text in flight does not block others`() {
    let cache = ShapedTextCache(byteLimit: 1 << 20)
    let outer = cache.value(for: input("outer")) {
      for number in 0..<200 {
        _ = cache.value(for: input("inner \(number)")) { pool.shape(input("inner \(number)")) }
      }
      return pool.shape(input("outer"))
    }
    #expect(outer.length == 5)
  }

  @Test func `texts not requested recently are evicted`() {
    let size = pool.shape(input("text 1000")).byteCount
    let cache = ShapedTextCache(byteLimit: 16 * 8 * size)
    var counts: [String: Int] = [:]
    func ask(_ text: String) {
      _ = cache.value(for: input(text)) {
        counts[text, default: 0] += 1
        return pool.shape(input(text))
      }
    }
    ask("favorite!")
    for number in 1_000..<3_000 {
      ask("text \(number)")
      let byteCount = cache.byteCount
      ask("favorite!")
      // It may have moved from the older texts to the newer ones.
      #expect(cache.byteCount == byteCount)
      #expect(byteCount <= 16 * 9 * size)
    }
    #expect(cache.byteCount > 16 * 3 * size)
    #expect(counts["favorite!"] == 1)
    ask("text 1000")
    ask("text 2999")
    #expect(counts["text 1000"] == 2)
    #expect(counts["text 2999"] == 1)
  }

  @Test func `texts are evicted when the next does not fit half of the limit`() {
    let size = pool.shape(input("text 1000")).byteCount
    // Each of the shards has room for two texts in each of its generations, to the byte.
    let cache = ShapedTextCache(byteLimit: 16 * 4 * size)
    let texts = (1_000..<1_200).map { input("text \($0)") }
    for text in texts { _ = cache.value(for: text) { pool.shape(text) } }
    #expect(cache.byteCount % size == 0)
    #expect(cache.byteCount > 16 * 2 * size && cache.byteCount <= 16 * 4 * size)
    let narrow = ShapedTextCache(byteLimit: 16 * 4 * size - 2)
    for text in texts { _ = narrow.value(for: text) { pool.shape(text) } }
    #expect(narrow.byteCount <= 16 * 2 * size)
  }

  @Test func `the size of a text includes its spans and the bytes of a long string`() {
    let plain = pool.shape(input("a"))
    let span = ShapingSpan(end: 1, style: style)
    let styled = pool.shape(ShapingInput(text: UTF8Text("a"), base: style, spans: [span]))
    #expect(styled.byteCount == plain.byteCount + MemoryLayout<ShapingSpan>.stride)
    // A string of 15 bytes has no memory of its own.
    let short = pool.shape(input(String(repeating: "a", count: 15)))
    let long = pool.shape(input(String(repeating: "a", count: 16)))
    #expect(long.byteCount >= short.byteCount + 16)
  }

  @Test func `texts with different bytes are different keys`() {
    let cache = ShapedTextCache(byteLimit: 1 << 20)
    func text(_ input: ShapingInput) -> ShapedText {
      cache.value(for: input) { pool.shape(input) }
    }
    #expect("\u{E9}" == "e\u{301}")
    #expect(text(input("\u{E9}")).length == 2)
    #expect(text(input("e\u{301}")).length == 3)
    #expect(UTF8Text("\u{E9}") != UTF8Text("e\u{301}"))
    #expect(UTF8Text("ab") != UTF8Text("ac"))
    #expect(UTF8Text("ab") != UTF8Text("abc"))
    #expect(UTF8Text("ab").hashValue != UTF8Text("ac").hashValue)
  }

  @Test func `every shaping input is part of the key`() {
    let base = input("ab")
    let larger = ShapingStyle(font: FontDescription(families: ["Galley Box"], size: 11))
    let featured = ShapingStyle(font: style.font, features: [.init("liga", value: 0)])
    let others = [
      ShapingInput(text: base.text, base: style, direction: .rightToLeft),
      ShapingInput(text: base.text, base: style, language: "tr"),
      ShapingInput(text: base.text, base: larger),
      ShapingInput(text: base.text, base: featured),
      ShapingInput(
        text: base.text, base: style, spans: [ShapingSpan(end: 2, style: larger)]),
    ]
    for (index, other) in others.enumerated() {
      #expect(other != base)
      for second in others.dropFirst(index + 1) { #expect(other != second) }
    }
    let twin = ShapingInput(text: base.text, base: ShapingStyle(font: style.font))
    #expect(twin == base)
    #expect(twin.hashValue == base.hashValue)
  }
}

extension ShapedTextCache {
  /// Returns the shaped text for `input`, calling `shape` if it is not cached.
  fileprivate func value(for input: ShapingInput, shape: () -> ShapedText) -> ShapedText {
    value(for: input) { (shape(), true) }
  }
}
