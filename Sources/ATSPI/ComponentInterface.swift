internal import GalleyAccessibility
internal import GalleyDBus
internal import GalleyGeometry

extension ObjectInterface {
  /// The interface of objects with a place on the screen.
  static let component = ObjectInterface(
    name: Names.interface("Component"),
    methods: [
      Method("Contains", "iiu", "b") { target, arguments in
        [.boolean(target.point(arguments).map { target.node.frame.contains($0) } ?? false)]
      },
      Method("GetAccessibleAtPoint", "iiu", "(so)") { target, arguments in
        [target.reference(to: target.point(arguments).flatMap { target.descendant(at: $0) })]
      },
      Method("GetExtents", "u", "(iiii)") { target, arguments in
        [.structure(target.extents(of: target.node.frame, arguments[0]))]
      },
      Method("GetPosition", "u", "ii") { target, arguments in
        Array(target.extents(of: target.node.frame, arguments[0]).prefix(2))
      },
      Method("GetSize", "", "ii") { target, _ in
        Array(target.extents(of: target.node.frame, .uint32(1)).suffix(2))
      },
      Method("GetLayer", "", "u") { target, _ in
        [.uint32(target.node.role == .frame ? 7 : 3)]
      },
      Method("GetMDIZOrder", "", "n") { _, _ in [.int16(-1)] },
      Method("GetAlpha", "", "d") { _, _ in [.double(1)] },
      Method("GrabFocus", "", "b") { target, _ in [.boolean(target.takeFocus())] },
      Method("ScrollTo", "u", "b") { target, _ in [.boolean(target.scroll())] },
      Method("ScrollToPoint", "uii", "b") { target, _ in [.boolean(target.scroll())] },
      Method("SetExtents", "iiiiu", "b") { _, _ in [.boolean(false)] },
      Method("SetPosition", "iiu", "b") { _, _ in [.boolean(false)] },
      Method("SetSize", "ii", "b") { _, _ in [.boolean(false)] },
    ],
    isPresent: { $0.role != .application })

  /// The interface of objects that can be activated.
  static let action = ObjectInterface(
    name: Names.interface("Action"),
    properties: [Property("NActions", "i") { .int($0.node.object.actions.count) }],
    methods: [
      Method("GetName", "i", "s") { (target, arguments) throws(DBus.Fault) in
        [.string(try target.action(arguments[0]).name)]
      },
      Method("GetLocalizedName", "i", "s") { (target, arguments) throws(DBus.Fault) in
        [.string(try target.action(arguments[0]).name)]
      },
      Method("GetDescription", "i", "s") { (target, arguments) throws(DBus.Fault) in
        _ = try target.action(arguments[0])
        return [.string("")]
      },
      Method("GetKeyBinding", "i", "s") { (target, arguments) throws(DBus.Fault) in
        _ = try target.action(arguments[0])
        return [.string("")]
      },
      Method("GetActions", "", "a(sss)") { target, _ in
        [
          .array(
            of: "(sss)",
            target.node.object.actions.map {
              .structure([.string($0.name), .string(""), .string("")])
            })
        ]
      },
      Method("DoAction", "i", "b") { (target, arguments) throws(DBus.Fault) in
        let isDone = try target.action(arguments[0]).perform()
        target.bridge.noteChange()
        return [.boolean(isDone)]
      },
    ],
    isPresent: { !$0.object.actions.isEmpty })
}

extension ObjectTarget {
  func action(_ argument: DBus.Value) throws(DBus.Fault) -> Accessible.Action {
    let (actions, index) = (node.object.actions, argument.integer ?? -1)
    guard actions.indices.contains(index) else {
      throw .invalidArguments("the object has \(actions.count) actions")
    }
    return actions[index]
  }

  /// Moves the focus to the object, after scrolling it into view.
  func takeFocus() -> Bool {
    guard let focus = node.object.onFocus else { return false }
    defer { bridge.noteChange() }
    return focus()
  }

  /// Scrolls the object into view, or the nearest ancestor that can be.
  func scroll() -> Bool {
    var next: Int? = index
    while let index = next {
      if let scroll = tree.nodes[index].object.onScroll {
        defer { bridge.noteChange() }
        return scroll()
      }
      next = tree.nodes[index].parent
    }
    return node.states.contains(.showing)
  }

  // MARK: Coordinates

  /// Returns the offset of a coordinate type, in points of the window: the screen's, the window's
  /// or the parent's origin.
  private func origin(_ type: Int?) -> Point {
    let window = tree.window
    switch type {
    case 0:
      return Point(
        x: -window.position.x / window.unitsPerPoint, y: -window.position.y / window.unitsPerPoint)
    case 2: return node.parent.map { tree.nodes[$0].frame.origin } ?? .zero
    default: return .zero
    }
  }

  /// Returns the point of the window that the arguments x, y and a coordinate type state.
  func point(_ arguments: [DBus.Value]) -> Point? {
    guard arguments.count >= 3, let x = arguments[0].integer, let y = arguments[1].integer else {
      return nil
    }
    let (unit, origin) = (tree.window.unitsPerPoint, origin(arguments[2].integer))
    // The middle of the screen's unit.
    return Point(
      x: (Double(x) + 0.5) / unit + origin.x, y: (Double(y) + 0.5) / unit + origin.y)
  }

  /// Returns a frame as x, y, width and height in the screen's units.
  func extents(of frame: Rect, _ type: DBus.Value) -> [DBus.Value] {
    let (unit, origin) = (tree.window.unitsPerPoint, origin(type.integer))
    func whole(_ value: Double) -> Int {
      value.isFinite ? Int(max(-1e9, min(value.rounded(), 1e9))) : 0
    }
    let (left, top) = (whole((frame.minX - origin.x) * unit), whole((frame.minY - origin.y) * unit))
    let right = whole((frame.maxX - origin.x) * unit)
    let bottom = whole((frame.maxY - origin.y) * unit)
    return [.int(left), .int(top), .int(max(0, right - left)), .int(max(0, bottom - top))]
  }

  /// Returns the deepest object at a point of the window; `nil` outside the object.
  func descendant(at point: Point) -> Int? {
    guard node.frame.contains(point) else { return nil }
    var found = index
    // Later siblings are in front.
    while let next = tree.nodes[found].children.last(where: { index in
      let node = tree.nodes[index]
      return node.states.contains(.showing) && node.frame.contains(point)
    }) {
      found = next
    }
    return found
  }
}
