/// The font that serves a grapheme cluster, and why it is that one.
package struct FontSelection: Sendable {
  /// Why a font serves a cluster.
  package enum Reason: Hashable, Sendable {
    /// It is the first of the families that were asked for, or the default.
    case primary
    /// It is a later one of the families that were asked for: its place in the list.
    case family(Int)
    /// The cluster is an emoji, or must not be one.
    case presentation
    /// It comes first in the manifest of those that have the cluster: its place among the families.
    case fallback(Int)
    /// The system has it.
    case system
    /// No font has the cluster.
    case lastResort
  }

  /// The font.
  package let instance: FontInstance
  /// Why it is this one.
  package let reason: Reason
  /// Whether the font has every character of the cluster that is to be seen.
  package let isComplete: Bool

  package init(instance: FontInstance, reason: Reason, isComplete: Bool) {
    self.instance = instance
    self.reason = reason
    self.isComplete = isComplete
  }
}
