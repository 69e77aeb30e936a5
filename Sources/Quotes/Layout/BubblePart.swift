internal import GalleyGeometry
internal import GalleyPixels
internal import GalleyRichTypesetting
internal import GalleyTypesetting

/// A part of a bubble, whose position depends on the width of the bubble.
enum BubblePart {
  case header(TextLayout)
  case line(TextLayout)
  case reply(ReplyBox)
  case body(QuoteText.BodyText)
  case rich(RichLayout)
  case drawing(QuoteDrawing, Size)
  /// A picture, which is `nil` if it is missing.
  case media(Bitmap?, Size)
}

/// The header of a reply.
struct ReplyBox {
  var name: TextLayout?
  var summary: TextLayout?
  var picture: Bitmap?
  /// The color of the name, the bar and the ground.
  var color: Color

  /// The distance of the text from the left side, in points.
  var textX: Double {
    QuoteMetrics.replyBar + QuoteMetrics.replyPaddingX
      + (picture == nil ? 0 : QuoteMetrics.replyThumbnail + QuoteMetrics.replyPaddingX)
  }

  /// The least width, in points.
  var width: Double {
    textX + max(name?.size.width ?? 0, summary?.size.width ?? 0) + QuoteMetrics.replyPaddingX
  }

  /// The height, in points.
  var height: Double {
    let words = (name?.size.height ?? 0) + (summary?.size.height ?? 0)
    return max(words, picture == nil ? 0 : QuoteMetrics.replyThumbnail)
      + 2 * QuoteMetrics.replyPaddingY
  }
}

extension BubblePart {
  var width: Double {
    switch self {
    case .header(let layout): min(layout.size.width, QuoteMetrics.headerWidth)
    case .line(let layout): layout.size.width
    case .reply(let box): box.width
    case .body(let body): body.layout.size.width
    case .rich(let layout): layout.size.width
    case .drawing(_, let size), .media(_, let size): size.width
    }
  }

  var height: Double {
    switch self {
    case .header(let layout), .line(let layout): layout.size.height
    case .reply(let box): box.height
    case .body(let body): body.layout.size.height
    case .rich(let layout): layout.size.height
    case .drawing(_, let size), .media(_, let size): size.height
    }
  }
}
