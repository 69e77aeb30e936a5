import GalleyDisplay
import GalleyGeometry
import GalleyLayers
import GalleyPixels
import GalleyScheduling
import GalleyTypesetting
import Synchronization
import TestSupport
import Testing

/// Batch layout of texts off their nodes.
@MainActor struct TextMeasuringTests {
  let test = TestEnvironment(size: Size(width: 120, height: 120))
  let engine = TestFonts.engine()

  private func request(_ string: String, width: Double = 100) -> TextNode.LayoutRequest {
    TextNode.LayoutRequest(
      AttributedText(string, style: TestFonts.style()),
      availableSize: Size(width: width, height: .infinity))
  }

  @Test func `texts laid out on many threads are displayed together`() {
    let measure = TextNode.asyncLayout(engine: engine, environment: test.environment)
    let results = Mutex<[Int: TextNode.MeasuredText]>([:])
    let requests = (0..<40).map { request("text \($0) aa bb cc") }
    parallelApply(iterations: 40, threads: 4) { index in
      let measured = measure(requests[index])
      results.withLock { $0[index] = measured }
    }
    var y = 0.0
    let root = DisplayNode(environment: test.environment)
    for index in 0..<40 {
      guard let measured = results.withLock({ $0[index] }) else {
        Issue.record("text \(index) was not laid out")
        continue
      }
      let node = measured.apply(Point(x: 0, y: y))
      #expect(node.layout === measured.layout)
      #expect(
        node.frame == Rect(x: 0, y: y, width: measured.size.width, height: measured.size.height))
      root.addSubnode(node.node)
      y += measured.size.height
    }
    root.frame = Rect(x: 0, y: 0, width: 100, height: y)
    test.settle(showing: root)
    #expect(root.subnodes.count == 40 && root.subnodes.allSatisfy { $0.layer.contents != nil })
  }

  @Test func `a node shows a measured text only after it is applied`() throws {
    let node = TextNode(request("aa").text, engine: engine, environment: test.environment)
    node.frame = Rect(x: 0, y: 0, width: 20, height: 20)
    test.settle(showing: node.node)
    let old = try test.image()
    let measured = node.asyncLayout()(request("bb cc"))
    test.settle()
    #expect(try test.image() == old)
    #expect(measured.apply(.zero).node === node.node)
    #expect(node.text == request("bb cc").text)
    test.settle()
    #expect(try test.image() != old)
    #expect(node.layout === measured.layout)
  }

  @Test func `the last applied of two measured texts is used`() {
    let node = TextNode(engine: engine, environment: test.environment)
    let measure = node.asyncLayout()
    let (first, second) = (measure(request("first")), measure(request("second")))
    _ = second.apply(.zero)
    _ = first.apply(Point(x: 1, y: 2))
    #expect(node.layout === first.layout)
    #expect(node.frame.origin == Point(x: 1, y: 2))
  }

  @Test func `an equal request reuses the layout, and applying it redraws nothing`() {
    let node = TextNode(engine: engine, environment: test.environment)
    let first = node.asyncLayout()(request("ab cd"))
    _ = first.apply(.zero)
    test.settle(showing: node.node)
    let count = test.executor.submitted.count
    let second = node.asyncLayout()(request("ab cd"))
    #expect(second.layout === first.layout)
    _ = second.apply(.zero)
    test.settle()
    #expect(test.executor.submitted.count == count)
    #expect(node.asyncLayout()(request("ab cd", width: 30)).layout !== first.layout)
  }

  @Test func `a node uses an existing layout if it is of the node's text`() {
    let room = Size(width: 100, height: Double.infinity)
    let layout = engine.layout(request("ab cd").text, options: LayoutOptions(width: 100))
    func made(_ string: String) -> TextLayout {
      TextNode(
        request(string).text, engine: engine, layout: layout, environment: test.environment
      ).layout(fitting: room)
    }
    #expect(made("ab cd") === layout)
    #expect(made("other") !== layout)
    #expect(made("other").lineTexts == ["other"])
  }

  @Test func `text that does not fit is truncated`() {
    var request = request("aa bb cc dd ee ff gg hh")
    request.availableSize = Size(width: 50, height: 15)
    let measured = TextNode.asyncLayout(engine: engine, environment: test.environment)(request)
    #expect(measured.size.width <= 50 && measured.size.height <= 15)
    #expect(measured.layout.isTruncated)
  }
}
