internal import GalleyChat
internal import GalleyDisplay
internal import GalleyGeometry
internal import GalleyMessages
internal import GalleyTypesetting
internal import GalleyWindow

/// A calendar in which a day with messages is chosen.
@MainActor final class CalendarPanel: ConversationPanel {
  /// The texts of a calendar.
  struct Texts {
    let dates: DateFormatting
    let words: ReaderWords
  }

  private enum Metrics {
    static let (cell, padding, title, weekdays) = (38.0, 14.0, 46.0, 24.0)
    static let width = 7 * cell + 2 * padding
  }

  let node: DisplayNode
  private(set) var state: CalendarState
  private let box: DisplayNode
  private let style: PanelStyle
  private let texts: Texts
  private let load: @MainActor (CalendarDay) -> Void
  private let onEnd: @MainActor (CalendarDay?) -> Void
  private let pointers = PanelPointers()
  private var size = Size.zero

  /// Creates a calendar.
  ///
  /// - Parameters:
  ///   - day: The day that is highlighted first.
  ///   - texts: The texts of the calendar.
  ///   - style: The appearance.
  ///   - environment: The environment of the view.
  ///   - load: Requests the days of a month, which are given to ``show(_:of:)``.
  ///   - onEnd: Called with the chosen day; `nil` if the choice was canceled.
  init(
    _ day: CalendarDay, texts: Texts, style: PanelStyle, environment: DisplayEnvironment,
    load: @escaping @MainActor (CalendarDay) -> Void,
    onEnd: @escaping @MainActor (CalendarDay?) -> Void
  ) {
    state = CalendarState(day)
    (self.texts, self.style, self.load, self.onEnd) = (texts, style, load, onEnd)
    (node, box) = style.dimming("calendar", environment: environment)
    pointers.panel = self
    node.pointerHandler = pointers
    load(state.month)
  }

  /// Shows the days of a month that have messages.
  func show(_ days: Set<Int>, of month: CalendarDay) {
    state.setDays(days, of: month)
    rebuild()
  }

  func layout(in size: Size) {
    self.size = size
    node.frame = Rect(origin: .zero, size: size)
    rebuild()
  }

  // MARK: Nodes

  private func rebuild() {
    for part in box.subnodes { part.removeFromSupernode() }
    let height =
      Metrics.title + Metrics.weekdays + Double(state.rowCount) * Metrics.cell + Metrics.padding
    box.frame = Rect(
      x: ((size.width - Metrics.width) / 2).rounded(),
      y: max(8, ((size.height - height) / 2).rounded()), width: Metrics.width, height: height)
    add(
      texts.dates.title(ofMonth: state.month), size: 15, weight: 600, color: style.text,
      in: Rect(x: 0, y: 4, width: Metrics.width, height: Metrics.title))
    add("‹", size: 22, color: style.secondary, in: arrow(isNext: false))
    add("›", size: 22, color: style.secondary, in: arrow(isNext: true))
    for (column, name) in texts.dates.weekdays.enumerated() {
      add(
        name, size: 12, color: style.secondary,
        in: Rect(
          x: Metrics.padding + Double(column) * Metrics.cell, y: Metrics.title,
          width: Metrics.cell, height: Metrics.weekdays))
    }
    for day in 1...state.month.daysInMonth { addCell(day) }
  }

  private func addCell(_ day: Int) {
    let (frame, isSelected) = (frame(of: day), state.selected.day == day)
    let isEnabled = state.isEnabled(day)
    if isSelected {
      let disk = DisplayNode(environment: node.environment)
      disk.isOpaque = false
      disk.isUserInteractionEnabled = false
      disk.frame = Rect(
        x: frame.minX + 2, y: frame.minY + 2, width: Metrics.cell - 4, height: Metrics.cell - 4)
      disk.cornerRadii = CornerRadii((Metrics.cell - 4) / 2)
      disk.backgroundColor = isEnabled ? style.accent : style.highlight
      box.addSubnode(disk)
    }
    let color = isEnabled ? (isSelected ? .white : style.text) : style.disabled
    add("\(day)", weight: isEnabled ? 600 : 400, color: color, in: frame)
  }

  private func add(
    _ string: String, size: Double = 14, weight: Double = 400, color: Color, in frame: Rect
  ) {
    let label = style.label(
      string, size: size, weight: weight, color: color, environment: node.environment)
    let own = label.frame.size
    label.frame.origin = Point(
      x: (frame.minX + (frame.size.width - own.width) / 2).rounded(),
      y: (frame.minY + (frame.size.height - own.height) / 2).rounded())
    box.addSubnode(label.node)
  }

  /// Returns the frame of a day in the box.
  private func frame(of day: Int) -> Rect {
    let (row, column) = state.place(of: day)
    return Rect(
      x: Metrics.padding + Double(column) * Metrics.cell,
      y: Metrics.title + Metrics.weekdays + Double(row) * Metrics.cell,
      width: Metrics.cell, height: Metrics.cell)
  }

  private func arrow(isNext: Bool) -> Rect {
    Rect(
      x: isNext ? Metrics.width - Metrics.padding - Metrics.cell : Metrics.padding, y: 4,
      width: Metrics.cell, height: Metrics.title)
  }

  // MARK: Events

  private func change(_ body: (inout CalendarState) -> Void) {
    let month = state.month
    body(&state)
    if state.month != month { load(state.month) }
    rebuild()
  }

  func press(_ key: WindowEvent.Key, _ modifiers: WindowEvent.KeyModifiers) {
    switch key {
    case .left: change { $0.move(days: -1) }
    case .right: change { $0.move(days: 1) }
    case .up: change { $0.move(days: -7) }
    case .down: change { $0.move(days: 7) }
    case .pageUp: change { $0.move(months: -1) }
    case .pageDown: change { $0.move(months: 1) }
    case .home: change { $0.moveToEnd(false) }
    case .end: change { $0.moveToEnd(true) }
    case .enter, .space: if let day = state.choice { onEnd(day) }
    case .escape: onEnd(nil)
    default: break
    }
  }

  /// A control of the calendar.
  private enum Control: Equatable {
    case day(Int)
    case month(Int)
  }

  /// Returns the control at a point of the view; `nil` if there is none.
  private func control(at point: Point) -> Control? {
    let place = Point(x: point.x - box.frame.minX, y: point.y - box.frame.minY)
    if arrow(isNext: false).contains(place) { return .month(-1) }
    if arrow(isNext: true).contains(place) { return .month(1) }
    let (x, y) = (
      (place.x - Metrics.padding) / Metrics.cell,
      (place.y - Metrics.title - Metrics.weekdays) / Metrics.cell
    )
    guard x >= 0, y >= 0, y < 6, x < 7, let day = state.day(row: Int(y), column: Int(x)) else {
      return nil
    }
    return state.isEnabled(day) ? .day(day) : nil
  }

  func activate(at point: Point) -> Bool {
    switch control(at: point) {
    case .month(let step)?: change { $0.move(months: step) }
    case .day(let day)?:
      change { $0.select(day) }
      onEnd(state.selected)
    case nil: return false
    }
    return true
  }

  var elements: [ChatElement] {
    let title = ChatElement(
      .note, verbatim: texts.dates.title(ofMonth: state.month),
      frame: Rect(x: 0, y: 4, width: Metrics.width, height: Metrics.title))
    let arrows = [
      ChatElement(.button, verbatim: texts.words.previousMonth, frame: arrow(isNext: false)),
      ChatElement(.button, verbatim: texts.words.nextMonth, frame: arrow(isNext: true)),
    ]
    let days = (state.days ?? []).sorted().map { day in
      var element = ChatElement(.button, verbatim: "\(day)", frame: frame(of: day))
      if day == state.selected.day { element.traits.insert(.selected) }
      return element
    }
    return ([title] + arrows + days).map { $0.moved(by: box.frame.origin) }
  }

  func covers(_ point: Point) -> Bool { true }

  func isButton(at point: Point) -> Bool { control(at: point) != nil }

  func hover(_ point: Point?) {}

  func follow(_ event: PointerEvent) {
    guard event.phase == .began else { return }
    if !box.frame.contains(event.position) { return onEnd(nil) }
    _ = activate(at: event.position)
  }
}
