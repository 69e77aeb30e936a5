internal import GalleyBasics

extension WorkBudget {
  /// The budget of one message: its entities, the total bytes of its references, and the steps
  /// that parsing takes beyond one for each byte.
  static let message = WorkBudget(
    items: Limits.Messages.entities, bytes: Limits.Messages.referenceBytes,
    steps: Limits.Messages.steps)
}
