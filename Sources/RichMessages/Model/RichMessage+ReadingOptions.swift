extension RichMessage {
  /// The options of reading a rich message.
  public struct ReadingOptions: Hashable, Sendable {
    /// The direction in which JSON travels.
    public enum Form: Hashable, Sendable {
      /// From the server: a `RichMessage`, with labels of list items.
      case incoming
      /// To the server: an `InputRichMessage`, with media to be sent, and without labels.
      ///
      /// Links that only detection creates, such as mentions, are reduced to their text.
      case outgoing
    }

    /// The limits.
    public var limits: RichMessageLimits
    /// The form of blocks in JSON.
    public var form: Form
    /// Whether the message is a draft, which may contain ``RichBlock/thinking(_:)``.
    public var isDraft: Bool
    /// Whether addresses, mentions, tags, commands and numbers become links in Markdown, in HTML,
    /// and in outgoing JSON, which may override it.
    public var detectsEntities: Bool
    /// Whether invalid HTML is an error; if not, unknown tags are text, and missing end tags are
    /// implied.
    public var isStrict: Bool
    /// Whether `\(…\)` and `\[…\]` are formulas in Markdown.
    public var readsBackslashFormulas: Bool
    /// Whether a message in Markdown or HTML is laid out from right to left.
    public var isRightToLeft: Bool
    /// The media that addresses such as `tg://photo?id=a` stand for, by identifier.
    public var media: [String: RichBlock.Media]

    /// Creates options.
    public init(
      limits: RichMessageLimits = .telegram, form: Form = .incoming, isDraft: Bool = false,
      detectsEntities: Bool = true, isStrict: Bool = false, readsBackslashFormulas: Bool = false,
      isRightToLeft: Bool = false, media: [String: RichBlock.Media] = [:]
    ) {
      self.limits = limits
      self.form = form
      self.isDraft = isDraft
      self.detectsEntities = detectsEntities
      self.isStrict = isStrict
      self.readsBackslashFormulas = readsBackslashFormulas
      self.isRightToLeft = isRightToLeft
      self.media = media
    }
  }
}
