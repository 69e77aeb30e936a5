/// The font chosen for a grapheme cluster, with the reason.
package struct FontSelection: Sendable {
  /// The reason for which a font was chosen.
  package enum Reason: Hashable, Sendable {
    /// It is the first requested family, or the default.
    case primary
    /// It is a later requested family, at an index.
    case family(Int)
    /// The cluster is an emoji, or must not be one.
    case presentation
    /// It is a font file that was added to the collection.
    case file
    /// It is the first fallback font in the manifest that supports the cluster, at an index.
    case fallback(Int)
    /// It is a font of the system.
    case system
    /// No font supports the cluster.
    case lastResort
  }

  /// The font.
  package let instance: FontInstance
  /// The reason for the choice.
  package let reason: Reason
  /// Whether the font has every visible character of the cluster.
  package let isComplete: Bool

  package init(instance: FontInstance, reason: Reason, isComplete: Bool) {
    self.instance = instance
    self.reason = reason
    self.isComplete = isComplete
  }
}
