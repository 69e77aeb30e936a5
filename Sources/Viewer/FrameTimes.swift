import GalleyDisplay
import GalleyLayers
import GalleyScheduling
import GalleySystem
import GalleyWindow

/// The due frames of a run in real time, and the work of the main actor for them.
@MainActor struct FrameTimes {
  /// The number of frames due, and of those that the main actor was too busy to begin.
  private(set) var (frames, skipped) = (0, 0)
  /// The number of frames whose tick had not ended when the next was due.
  private(set) var missedByMain = 0
  /// The busy time of the main actor for each frame, in seconds.
  private(set) var main: [Double] = []
  /// The CPU time of the main actor for each frame, in seconds.
  private(set) var mainProcessor: [Double] = []
  /// The CPU time of the thread at the end of the last frame, in seconds.
  private var lastProcessorTime = 0.0
  private var deadlines: FrameDeadlines

  /// Creates times of no frames, with room for a number of them, and begins to count the CPU time.
  init(room: Int) {
    deadlines = FrameDeadlines(room: room)
    main.removeAll(keepingResidentRoomFor: room, filler: 0)
    mainProcessor.removeAll(keepingResidentRoomFor: room, filler: 0)
    lastProcessorTime = ProcessorTime.ofThread
  }

  /// Runs the due tick of a surface; its changes have to be shown by a deadline.
  mutating func tick(_ surface: NodeSurface, _ loop: DisplayLoop, until deadline: Double) {
    guard loop.needsTick else { return }
    let submitted = surface.compositor.counters.submittedFrames
    loop.tick()
    guard surface.compositor.counters.submittedFrames > submitted else { return }
    deadlines.expect(surface.host.time, by: deadline)
  }

  /// Records a due frame and the work for it, which has ended.
  mutating func note(_ beat: FramePacer.Beat, until deadline: Double, endedAt end: Double) {
    frames += 1 + beat.skipped
    skipped += beat.skipped
    missedByMain += beat.skipped + (end > deadline ? 1 : 0)
    main.append(end - beat.wakeTime)
    let processorTime = ProcessorTime.ofThread
    mainProcessor.append(processorTime - lastProcessorTime)
    lastProcessorTime = processorTime
  }

  /// Returns the number of frames missed, including those skipped.
  func missed(by frames: [FrameRecorder.Frame]) -> Int {
    skipped + deadlines.missed(by: frames)
  }
}
