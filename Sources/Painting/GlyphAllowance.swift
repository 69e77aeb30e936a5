internal import GalleyBasics
package import GalleyTypesetting

/// The glyphs that several layouts with a shared budget may draw.
///
/// As with the layouts of one message, only untrusted fonts are charged, in the order of the
/// layouts; a painter with an allowance omits the same glyphs in all of them.
package struct GlyphAllowance: Sendable {
  let ledger: GlyphLedger

  /// Charges layouts, in order of priority, to ``WorkBudget/conversationDrawing``, or returns `nil`
  /// if none of them is charged.
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
