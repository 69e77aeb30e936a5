public import GalleyGeometry

/// The rarely used options, which are boxed.
struct RareLayoutOptions: Boxable {
  var lineSpacing = LayoutOptions.LineSpacing.none
  var wrapping = LayoutOptions.Wrapping.greedy
  var overflow = LayoutOptions.Overflow.breaks
  var codeOverflow = LayoutOptions.CodeOverflow.wraps
  var maximumLines: Int?
  var minimumLines = 0
  var maximumHeight: Double?
  var truncation = LayoutOptions.Truncation.end
  var token: LayoutOptions.TruncationToken?
  var insets = Insets.zero
  var cutouts: [LayoutOptions.Cutout] = []
  var trailingReserve: Size?
  var expandedBlocks: Set<Int> = []

  /// Whether any option other than those of line breaking is set.
  var isFlowed: Bool {
    var rest = self
    (rest.wrapping, rest.overflow) = (.greedy, .breaks)
    return rest != RareLayoutOptions()
  }
}

extension LayoutOptions {
  /// The spacing between lines.
  public var lineSpacing: LineSpacing {
    get { extras.read { $0.lineSpacing } }
    set { extras.value.lineSpacing = newValue }
  }

  /// The rule for choosing line ends.
  public var wrapping: Wrapping {
    get { extras.read { $0.wrapping } }
    set { extras.value.wrapping = newValue }
  }

  /// The treatment of a word that is longer than the measure.
  public var overflow: Overflow {
    get { extras.read { $0.overflow } }
    set { extras.value.overflow = newValue }
  }

  /// The treatment of lines of code that are longer than the measure.
  public var codeOverflow: CodeOverflow {
    get { extras.read { $0.codeOverflow } }
    set { extras.value.codeOverflow = newValue }
  }

  /// The maximum number of lines, including those of blocks but not titles, or `nil` for no limit;
  /// values below one count as one.
  public var maximumLines: Int? {
    get { extras.read { $0.maximumLines } }
    set { extras.value.maximumLines = newValue }
  }

  /// The minimum number of lines that the height has room for.
  public var minimumLines: Int {
    get { extras.read { $0.minimumLines } }
    set { extras.value.minimumLines = newValue }
  }

  /// The maximum height of the lines, in points without the insets, or `nil` for no limit; one line
  /// is always shown.
  ///
  /// The height includes the spacing below the last line, if any. With
  /// ``LayoutOptions/LineHeight/textNode`` the limit follows that node: the spacing below the last
  /// line of text without blocks may exceed it.
  public var maximumHeight: Double? {
    get { extras.read { $0.maximumHeight } }
    set { extras.value.maximumHeight = newValue }
  }

  /// The part of the last line that is replaced by the token when lines are hidden.
  public var truncation: Truncation {
    get { extras.read { $0.truncation } }
    set { extras.value.truncation = newValue }
  }

  /// The token for hidden text, or `nil` for "…" in the style of the last visible character.
  public var truncationToken: TruncationToken? {
    get { extras.read { $0.token } }
    set { extras.value.token = newValue }
  }

  /// The insets around the lines; part of the layout's size, but not of the measure.
  public var insets: Insets {
    get { extras.read { $0.insets } }
    set { extras.value.insets = newValue }
  }

  /// The areas that lines avoid.
  public var cutouts: [Cutout] {
    get { extras.read { $0.cutouts } }
    set { extras.value.cutouts = newValue }
  }

  /// The size of a label placed beside the end of the last line if it fits, else below the lines;
  /// in points.
  public var trailingReserve: Size? {
    get { extras.read { $0.trailingReserve } }
    set { extras.value.trailingReserve = newValue }
  }

  /// The indices of the collapsible blocks that are expanded.
  public var expandedBlocks: Set<Int> {
    get { extras.read { $0.expandedBlocks } }
    set { extras.value.expandedBlocks = newValue }
  }
}
