import Galley

@MainActor func drawFrame(of content: (DisplayEnvironment) -> NodeSurface) throws -> Bitmap {
  let (executor, clock) = (ManualExecutor(), ManualClock())
  let environment = DisplayEnvironment(executor: executor, clock: clock)
  let surface = content(environment)
  environment.loop.tick()
  executor.runAll()
  clock.advance(by: 1 / 60)
  environment.loop.tick()
  return try surface.bitmap()
}
