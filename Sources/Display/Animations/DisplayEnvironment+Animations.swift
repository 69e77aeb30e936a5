internal import GalleyImages

extension DisplayEnvironment {
  /// The playing of animated images.
  public enum AnimationPlayback: Hashable, Sendable, CaseIterable {
    /// Animations play while a node that shows them is visible.
    case playing
    /// Animations stop at their current frame, as in a hidden window.
    case paused
    /// Only the first frame is shown, for readers who prefer reduced motion. The dust of spoilers
    /// that conversations show from then on does not move.
    case firstFrame
  }

  /// The playing of the animated images of all nodes; ``AnimationPlayback/playing`` by default.
  @MainActor public var animationPlayback: AnimationPlayback {
    get { animations.playback }
    set { animations.setPlayback(newValue) }
  }
}

/// The animations that the nodes of an environment show.
@MainActor final class AnimationTable {
  private struct Entry {
    weak var player: AnimationPlayer?
  }

  private(set) var playback = DisplayEnvironment.AnimationPlayback.playing
  private var entries: [ObjectIdentifier: Entry] = [:]

  nonisolated init() {}

  /// The number of animations that nodes show.
  var count: Int { entries.values.count { $0.player != nil } }

  /// Returns the player of an animation; the same object while a node shows it.
  func player(of image: AnimatedImage, in environment: DisplayEnvironment) -> AnimationPlayer {
    if let known = entries[ObjectIdentifier(image)]?.player { return known }
    entries = entries.filter { $0.value.player != nil }
    let player = AnimationPlayer(image, in: environment)
    entries[ObjectIdentifier(image)] = Entry(player: player)
    return player
  }

  func setPlayback(_ playback: DisplayEnvironment.AnimationPlayback) {
    guard playback != self.playback else { return }
    let showsOther = playback == .firstFrame || self.playback == .firstFrame
    self.playback = playback
    for entry in entries.values {
      guard let player = entry.player else { continue }
      player.updatePlayback()
      if showsOther { player.redraw() }
    }
  }
}
