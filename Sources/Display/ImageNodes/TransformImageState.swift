internal import GalleyImages
internal import GalleyPixels

/// The scheduling of pairs of a transform and arguments, without locking.
///
/// While a pair is being drawn, only the newest of the later ones is kept.
struct TransformImageState: Sendable {
  /// A pass that draws one pair.
  struct Pass: Sendable {
    let number: UInt64
    /// The number of the pair; 0 for a pair that is outdated but better than nothing.
    let pair: UInt64
    let key: Key
    let work: Work
  }

  enum Work: Sendable {
    case draw(TransformImageNode.Transform)
    /// Showing the result that a layout has already drawn.
    case show(Bitmap?)
  }

  /// The identity of a pair's result.
  struct Key: Equatable, Sendable {
    let transform: UInt64
    let arguments: TransformImageNode.Arguments
  }

  /// A result drawn ahead of its pass.
  struct Prepared: Sendable {
    let key: Key
    let bitmap: Bitmap?
  }

  private(set) var transform: TransformImageNode.Transform?
  private(set) var arguments: TransformImageNode.Arguments?
  /// The pair whose image is shown.
  private(set) var shown: Key?
  private(set) var transformNumber: UInt64 = 0
  private var pair: UInt64 = 0
  private var passNumber: UInt64 = 0
  private var running: UInt64?
  private var prepared: Prepared?

  /// The wanted pair; `nil` unless both parts are set.
  var key: Key? {
    transform == nil ? nil : arguments.map { Key(transform: transformNumber, arguments: $0) }
  }

  /// Sets the transform.
  ///
  /// - Returns: Whether to schedule a display; the end of a pass in flight schedules one itself.
  mutating func setTransform(_ transform: @escaping TransformImageNode.Transform) -> Bool {
    self.transform = transform
    transformNumber += 1
    return notePair()
  }

  /// Sets the arguments; equal ones have no effect.
  ///
  /// - Returns: Whether to schedule a display.
  mutating func setArguments(_ arguments: TransformImageNode.Arguments) -> Bool {
    guard arguments != self.arguments else { return false }
    self.arguments = arguments
    prepared = nil
    return notePair()
  }

  /// Adopts arguments with the image drawn for them, which may be of an older transform.
  mutating func adopt(_ prepared: Prepared) {
    if prepared.key.arguments != arguments {
      arguments = prepared.key.arguments
      pair += 1
    }
    self.prepared = prepared
  }

  /// Begins a pass for the newest pair.
  mutating func begin() -> Pass? {
    guard let key, let transform else { return nil }
    passNumber += 1
    running = passNumber
    guard let prepared else {
      return Pass(number: passNumber, pair: pair, key: key, work: .draw(transform))
    }
    self.prepared = nil
    return Pass(
      number: passNumber, pair: prepared.key == key ? pair : 0, key: prepared.key,
      work: .show(prepared.bitmap))
  }

  /// Ends a pass.
  ///
  /// - Returns: Whether to schedule another display, because there is a newer pair.
  mutating func end(_ pass: Pass, _ ending: DisplayNode.PassEnding) -> Bool {
    if ending == .shown { shown = pass.key }
    guard running == pass.number else { return false }
    running = nil
    return key != nil && pair > pass.pair
  }

  /// Resets everything except the counters.
  mutating func reset() {
    let old = self
    self = TransformImageState()
    (transformNumber, pair, passNumber) = (old.transformNumber, old.pair, old.passNumber)
  }

  private mutating func notePair() -> Bool {
    pair += 1
    return key != nil && running == nil
  }
}
