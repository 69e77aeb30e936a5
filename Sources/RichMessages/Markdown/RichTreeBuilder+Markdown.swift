/// Parts that only Markdown adds.
extension RichTreeBuilder {
  /// Sets the checkbox of the innermost element, if it is an item.
  mutating func setCheckbox(_ checkbox: RichBlock.List.Checkbox) {
    guard case .item(var item) = top.element else { return }
    item.checkbox = checkbox
    top.element = .item(item)
  }

  /// Closes the innermost inline element that satisfies a condition, and those in it.
  mutating func endInline(where isElement: (RichElement) -> Bool) throws(Problem) {
    var index = stack.count - 1
    while stack[index].element.content == .inline {
      if isElement(stack[index].element) {
        while stack.count > index { try close() }
        return
      }
      index -= 1
    }
  }

  /// Adds an image: a custom emoji, a date, media, or else a link.
  mutating func addImage(
    _ address: String, title: String, alternative: String
  ) throws(Problem) {
    if let picture = RichText.picture(at: address, .plain(alternative)) {
      try count { counter throws(LimitExceeded) in try counter.charge(text: alternative) }
      return try add(picture)
    }
    let kind = RichBlock.Media.Kind(address: address, default: .photo)
    guard var media = media(kind, at: address) else {
      try beginInline("", address.isEmpty ? .inert : .link(address))
      try add(alternative.isEmpty ? address : alternative, isVerbatim: true)
      return try close()
    }
    if !title.isEmpty {
      try count { counter throws(LimitExceeded) in try counter.charge(text: title) }
      media.caption = RichBlock.Caption(.plain(title))
    }
    try add(media, alternative: alternative, "img")
  }

  /// Adds a display formula, which splits a paragraph; other texts get an inline formula.
  mutating func addDisplay(_ formula: String) throws(Problem) {
    guard let index = textIndex, case .paragraph = stack[index].element else {
      try beginInline("", .formula)
      try add(formula, isVerbatim: true)
      return try close()
    }
    try count { counter throws(LimitExceeded) in try counter.charge(formula: formula) }
    try split(for: .formula(formula), "$$")
  }
}

extension RichElement {
  /// Returns whether the element is a style.
  func isStyle(_ other: RichText.Style) -> Bool {
    if case .style(other) = self { true } else { false }
  }

  /// Whether the element is a link.
  var isLink: Bool {
    switch self {
    case .link, .inert: true
    default: false
    }
  }
}
