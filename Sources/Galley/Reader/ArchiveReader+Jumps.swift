internal import GalleyChat
internal import GalleyLists
internal import GalleyMessages
internal import GalleyScheduling

/// Jumps to places of the archive that need not be loaded.
extension ArchiveReader {
  private var view: ConversationView { window.view }

  /// Scrolls to a message by its index in the archive.
  ///
  /// - Parameters:
  ///   - index: The index; those beyond the ends count as the ends.
  ///   - place: The place of the message on screen.
  ///   - completion: Called when the list has arrived, or cannot.
  func go(
    to index: Int, at place: ScrollPosition = .head(ArchiveReader.dayInset),
    _ completion: (@MainActor () -> Void)? = nil
  ) {
    let index = min(max(index, 0), messages.count - 1)
    guard index >= 0 else { return completion?() ?? () }
    if let base = view.firstLoadedIndex, (base..<base + view.count).contains(index) {
      view.list.scroll(to: ItemPath(item: index - base), at: place) { _ in completion?() }
      return
    }
    load(index) { [weak self] id in
      guard let self, let id else { return completion?() ?? () }
      go(to: id, at: place, completion)
    }
  }

  /// Scrolls to a message by its ID, loading the messages around it if needed.
  private func go(
    to id: Message.ID, at place: ScrollPosition, _ completion: (@MainActor () -> Void)? = nil
  ) {
    let view = view
    view.scroll(to: id, highlighting: .none, animation: nil) { [weak view] isThere in
      guard let view, isThere, let index = view.index(of: id) else { return completion?() ?? () }
      view.list.scroll(to: ItemPath(item: index), at: place) { _ in completion?() }
    }
  }

  /// The room for the floating title of a day, in points.
  static var dayInset: Double { 44 }

  /// Reads the ID of a message.
  private func load(_ index: Int, _ completion: @escaping @MainActor (Message.ID?) -> Void) {
    Task.detached { [messages, loop = window.window.environment.loop] in
      let found = try? await messages.messages(in: index..<index + 1)
      loop.perform(in: .changeSets) { completion(found?.first?.id) }
    }
  }

  // MARK: The scroll bar

  /// Follows the scroll bar to a message, with the fraction of it that is above the screen.
  ///
  /// While messages are loaded, only the last position is kept.
  func go(toPosition first: Double) {
    wantedPosition = first
    guard !isJumping, let position = view.readingPosition else { return }
    isJumping = true
    wantedPosition = nil
    let shown = view
    let done: @MainActor () -> Void = { [weak self] in
      guard let self else { return }
      isJumping = false
      if let next = wantedPosition, view === shown { go(toPosition: next) }
    }
    if first >= Double(position.count) - position.span - 0.01 {
      go(to: position.count - 1, at: .tail(), done)
    } else {
      let index = Int(first)
      let base = shown.firstLoadedIndex ?? 0
      let height = shown.list.frame(at: index - base)?.size.height ?? 0
      go(to: index, at: .head(-(first - Double(index)) * height), done)
    }
  }

  // MARK: Dates

  /// Opens the calendar, as Ctrl+G does.
  func showCalendar() {
    let (view, messages) = (view, messages)
    let dates = view.source.rows.dates
    let loop = view.node.environment.loop
    let date = view.list.displayedItems.range.first.flatMap { view.key(ofVisible: $0) }
      .flatMap { view.message(ofKey: $0)?.date }
    guard let date else { return }
    weak var opened: CalendarPanel?
    let panel = CalendarPanel(
      dates.day(of: date), texts: CalendarPanel.Texts(dates: dates, words: words),
      style: PanelStyle(view.source.rows), environment: view.node.environment
    ) { month in
      let panel = opened
      Self.loadDays(of: month, messages, dates, loop) { [weak view] days in
        let panel = panel ?? view?.interaction.panel as? CalendarPanel
        panel?.show(days, of: month)
      }
    } onEnd: { [weak self, weak view] day in
      view?.interaction.close()
      if let day { self?.go(to: day) }
    }
    opened = panel
    view.interaction.show(panel)
  }

  private static func loadDays(
    of month: CalendarDay, _ messages: any MessageArchive, _ dates: DateFormatting,
    _ loop: DisplayLoop, _ completion: @escaping @MainActor (Set<Int>) -> Void
  ) {
    Task.detached {
      let days = try? await messages.days(inMonthOf: month, dates)
      loop.perform(in: .changeSets) { completion(days ?? []) }
    }
  }

  /// Scrolls to the first message of a day.
  private func go(to day: CalendarDay) {
    let start = view.source.rows.dates.start(of: day)
    Task.detached { [messages, loop = window.window.environment.loop, weak self] in
      let found = try? await messages.first(onOrAfter: start)
      loop.perform(in: .changeSets) {
        guard let self, let found else { return }
        self.remember()
        self.go(to: found.index)
      }
    }
  }

  // MARK: The way back

  /// Remembers the place on screen, to which Alt+Left returns.
  func remember() {
    guard let index = view.list.accessibilityOrder.first, let id = view.id(ofVisible: index),
      let frame = view.list.frame(at: index)
    else { return }
    if history.count >= 100 { history.removeFirst() }
    history.append(Place(id: id, y: frame.minY))
  }

  /// Returns to the place before the last jump.
  func goBack() {
    guard let place = history.popLast() else { return view.scrollBack() }
    go(to: place.id, at: .head(place.y))
  }

  /// Scrolls to the message that another replies to.
  func goToOriginal(of id: Message.ID) {
    remember()
    view.scrollToOriginal(of: id) { [weak self] isThere in
      guard let self, !isThere, view.message(id) != nil else { return }
      _ = history.popLast()
      notice(words.missingOriginal)
    }
  }
}

extension ConversationView {
  /// Returns the ID of the message at a visible index.
  func id(ofVisible index: Int) -> Message.ID? { key(ofVisible: index).flatMap { id(ofKey: $0) } }
}
