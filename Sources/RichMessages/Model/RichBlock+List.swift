extension RichBlock {
  /// An ordered or unordered list, whose items may have checkboxes.
  public struct List: Hashable, Sendable {
    /// The items.
    public var items: [Item]

    /// Creates a list.
    public init(_ items: [Item]) { self.items = items }

    /// Whether the items are numbered.
    public var isOrdered: Bool { items.first?.isOrdered ?? false }

    /// An item of a list.
    public struct Item: Hashable, Sendable {
      /// The contents, one block or more.
      public var blocks: [RichBlock]
      /// The marker.
      public var marker: Marker
      /// The checkbox; `nil` for none.
      public var checkbox: Checkbox?
      /// The label stated in JSON if it differs from the marker's.
      package var statedLabel: String?

      /// Creates an item; one without blocks gets an empty paragraph.
      public init(_ blocks: [RichBlock], marker: Marker = .bullet, checkbox: Checkbox? = nil) {
        self.blocks = blocks.isEmpty ? [.paragraph(.empty)] : blocks
        self.marker = marker
        self.checkbox = checkbox
      }

      /// Whether the item is numbered.
      public var isOrdered: Bool { marker != .bullet }

      /// The label: "•", or a number followed by a point.
      public var label: String { statedLabel ?? marker.label }
    }

    /// The marker of an item.
    public enum Marker: Hashable, Sendable {
      /// A point: "•".
      case bullet
      /// A number in a style.
      case number(Int, Numbering)

      /// The label that the marker shows.
      public var label: String {
        switch self {
        case .bullet: "•"
        case .number(let value, let numbering): numbering.text(of: value) + "."
        }
      }
    }

    /// The state of a checkbox.
    public enum Checkbox: Hashable, Sendable {
      /// A box without a mark.
      case unchecked
      /// A box with a mark.
      case checked
    }

    /// A style of numbers, with the letter that names it in HTML and JSON.
    public enum Numbering: String, Hashable, Sendable, CaseIterable {
      /// Decimal numbers: 1, 2, 3.
      case decimal = "1"
      /// Small letters: a, b, c.
      case lowercaseLetters = "a"
      /// Capital letters: A, B, C.
      case uppercaseLetters = "A"
      /// Small Roman numbers: i, ii, iii.
      case lowercaseRoman = "i"
      /// Capital Roman numbers: I, II, III.
      case uppercaseRoman = "I"

      /// Returns a number in the style.
      ///
      /// Letters count in bijective base 26 (z, aa, ab). Letters of numbers below 1, and Roman
      /// numbers outside 1 to 3999, are decimal.
      public func text(of value: Int) -> String {
        switch self {
        case .decimal: String(value)
        case .lowercaseLetters: Self.letters(of: value)
        case .uppercaseLetters: Self.letters(of: value).uppercased()
        case .lowercaseRoman: Self.roman(value)
        case .uppercaseRoman: Self.roman(value).uppercased()
        }
      }

      private static func letters(of value: Int) -> String {
        guard value > 0 else { return String(value) }
        var (rest, letters) = (value, [UInt8]())
        while rest > 0 {
          letters.append(0x61 + UInt8((rest - 1) % 26))
          rest = (rest - 1) / 26
        }
        return String(decoding: letters.reversed(), as: UTF8.self)
      }

      private static func roman(_ value: Int) -> String {
        guard 1...3999 ~= value else { return String(value) }
        let digits = [
          (1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"),
          (40, "xl"), (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"),
        ]
        var (rest, text) = (value, "")
        for (size, digit) in digits {
          while rest >= size {
            text += digit
            rest -= size
          }
        }
        return text
      }
    }
  }
}

/// The numbers of the items of an ordered list.
///
/// The first is the list's start or 1. Each next number is one more, or one less if the list is
/// reversed; an item's own value restarts the count.
struct ListNumbers {
  private var next: Int
  private let step: Int

  /// Creates the numbers of a list.
  init(start: Int? = nil, isReversed: Bool = false) {
    next = start ?? 1
    step = isReversed ? -1 : 1
  }

  /// Returns the number of the next item.
  mutating func number(value: Int? = nil) -> Int {
    let number = value ?? next
    let (sum, isOverflow) = number.addingReportingOverflow(step)
    next = isOverflow ? number : sum
    return number
  }
}
