internal import GalleyBudgets
package import GalleyTypesetting

/// The glyphs that may be drawn of several layouts, which have one budget together.
///
/// As with the layouts of one message, only fonts that nobody vouches for are charged, in the order
/// of the layouts; a painter with an allowance leaves out the same glyphs of all of them.
package struct GlyphAllowance: Sendable {
  let ledger: GlyphLedger

  /// Charges layouts to ``WorkBudget/conversationDrawing``; `nil` if nothing of them is charged.
  ///
  /// - Parameters:
  ///   - layouts: The layouts, the first of which are drawn in any case.
  ///   - scale: The number of pixels to a point.
  package init?(charging layouts: some Sequence<TextLayout>, scale: Double) {
    let charged = layouts.filter(\.usesUnknownFonts)
    guard !charged.isEmpty else { return nil }
    let cache = TextPainter().masks
    ledger = cache.withWorker { worker in
      var ledger = GlyphLedger(.conversationDrawing)
      for layout in charged {
        worker.charge(layout, to: &ledger, scale: scale, isHinted: false, cache: cache)
      }
      return ledger
    }
  }
}
