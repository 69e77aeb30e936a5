import GalleyDisplay
import GalleyGeometry
import GalleyImages
import GalleyLayers
import GalleyPixels
import GalleyScheduling
import TestSupport
import Testing

@MainActor struct TintTests {
  let test = TestEnvironment()
  let parent: DisplayNode
  let template: DisplayNode
  let original: DisplayNode

  init() throws {
    var appearance = ImageAppearance()
    appearance.rendering = .template(nil)
    let file = try ImageFile.square(4, .black)
    (parent, template, original) = (
      DisplayNode(environment: test.environment),
      DisplayNode(ImageContent(file, appearance: appearance), environment: test.environment),
      DisplayNode(ImageContent(file), environment: test.environment)
    )
    for node in [parent, template, original] { node.frame = Rect(x: 0, y: 0, width: 4, height: 4) }
    parent.addSubnode(template)
    parent.addSubnode(original)
  }

  private func color(of node: DisplayNode) -> UInt32? { node.layer.contents?.pixel(x: 0, y: 0) }

  // D23: tints are inherited.
  @Test func `a template takes the nearest inherited tint, or keeps its own colors`() throws {
    let top = DisplayNode(environment: test.environment)
    top.addSubnode(parent)
    test.show(top)
    for (topTint, parentTint, expected) in [
      (nil, nil, Color.black), (Color.red, nil, .red), (.red, .green, .green), (nil, nil, .black),
    ] as [(Color?, Color?, Color)] {
      top.tint = topTint
      parent.tint = parentTint
      test.settle()
      #expect(color(of: template) == expected.argb)
      #expect(color(of: original) == Color.black.argb)
    }
  }

  // D18: a new tint redraws only templates.
  @Test func `a changed tint redraws only templates`() {
    parent.tint = .green
    test.settle(showing: parent)
    for (tint, count) in [(Color.red, 1), (.red, 0), (.green, 1)] {
      let started = test.executor.counters.started
      parent.tint = tint
      test.settle()
      #expect(test.executor.counters.started == started + count)
      #expect(color(of: template) == tint.argb)
    }
    let started = test.executor.counters.started
    template.tint = .green
    original.tint = .red
    test.settle()
    #expect(test.executor.counters.started == started + 1)
    parent.tint = .black
    test.settle()
    #expect(test.executor.counters.started == started + 1)
  }

  // L45: a tint set off the main actor redraws once, with the tick.
  @Test func `tints set off the main actor redraw templates once, with the next tick`() {
    test.settle(showing: parent)
    let (started, parent) = (test.executor.counters.started, parent)
    elsewhere {
      parent.tint = .red
      parent.tint = .green
    }
    #expect(!template.layer.needsDisplay)
    #expect(color(of: template) == Color.black.argb)
    test.settle()
    #expect(color(of: template) == Color.green.argb)
    #expect(test.executor.counters.started == started + 1)
  }

  // D17: entering a tree redraws templates with the inherited tint.
  @Test func `a template that enters a tree with another tint is redrawn`() throws {
    test.settle(showing: parent)
    let started = test.executor.counters.started
    let other = DisplayNode(environment: test.environment)
    other.tint = .red
    test.show(other)
    other.addSubnode(template)
    other.addSubnode(original)
    test.settle()
    #expect(color(of: template) == Color.red.argb)
    #expect(test.executor.counters.started == started + 1)
    template.removeFromSupernode()
    test.settle()
    other.tint = .green
    other.addSubnode(template)
    test.settle()
    #expect(color(of: template) == Color.green.argb)
    let unloaded = DisplayNode(environment: test.environment)
    unloaded.tint = .red
    unloaded.addSubnode(template)
    test.settle(showing: unloaded)
    #expect(color(of: template) == Color.red.argb)
  }
}
