internal import GalleyImages
internal import GalleyPixels

/// Which pair of a transform and arguments is to be drawn next, apart from any lock.
///
/// While one pair is being drawn only the newest of those that come is kept.
struct TransformImageState: Sendable {
  typealias Transform = @Sendable (TransformImageArguments) -> Bitmap?

  /// What a pass draws.
  struct Pass: Sendable {
    let number: UInt64
    /// The number of the pair; 0 is one that is not wanted any more, but better than nothing.
    let pair: UInt64
    let key: Key
    let work: Work
  }

  enum Work: Sendable {
    case draw(Transform)
    /// The result that a layout has drawn already.
    case show(Bitmap?)
  }

  /// What tells the result of a pair from others.
  struct Key: Equatable, Sendable {
    let transform: UInt64
    let arguments: TransformImageArguments
  }

  /// A result that was drawn ahead of its pass.
  struct Prepared: Sendable {
    let key: Key
    let bitmap: Bitmap?
  }

  private(set) var transform: Transform?
  private(set) var arguments: TransformImageArguments?
  /// The pair whose picture is shown.
  private(set) var shown: Key?
  private(set) var transformNumber: UInt64 = 0
  private var pair: UInt64 = 0
  private var passNumber: UInt64 = 0
  private var running: UInt64?
  private var prepared: Prepared?

  /// The pair that is wanted; `nil` before there are both.
  var key: Key? {
    transform == nil ? nil : arguments.map { Key(transform: transformNumber, arguments: $0) }
  }

  /// Takes a new transform.
  ///
  /// - Returns: Whether a pass is to be asked for: it comes by itself when the one under way has ended.
  mutating func setTransform(_ transform: @escaping Transform) -> Bool {
    self.transform = transform
    transformNumber += 1
    return notePair()
  }

  /// Takes new arguments; those that are the same change nothing.
  ///
  /// - Returns: Whether a pass is to be asked for.
  mutating func setArguments(_ arguments: TransformImageArguments) -> Bool {
    guard arguments != self.arguments else { return false }
    self.arguments = arguments
    prepared = nil
    return notePair()
  }

  /// Takes arguments whose picture was drawn with them, with the transform that there was then.
  mutating func adopt(_ prepared: Prepared) {
    if prepared.key.arguments != arguments {
      arguments = prepared.key.arguments
      pair += 1
    }
    self.prepared = prepared
  }

  /// Begins a pass, for the newest pair.
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
  /// - Returns: Whether another is to be asked for, since there is a newer pair.
  mutating func end(_ pass: Pass, _ ending: NodePassEnding) -> Bool {
    if ending == .shown { shown = pass.key }
    guard running == pass.number else { return false }
    running = nil
    return key != nil && pair > pass.pair
  }

  /// Forgets everything but the numbers.
  mutating func reset() {
    self = TransformImageState(
      transformNumber: transformNumber, pair: pair, passNumber: passNumber)
  }

  init() {}

  private init(transformNumber: UInt64, pair: UInt64, passNumber: UInt64) {
    self.transformNumber = transformNumber
    self.pair = pair
    self.passNumber = passNumber
  }

  private mutating func notePair() -> Bool {
    pair += 1
    return key != nil && running == nil
  }
}
