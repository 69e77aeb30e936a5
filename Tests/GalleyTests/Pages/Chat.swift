import Galley

@MainActor func drawChat(
  _ json: [UInt8], in directory: String, with engine: TextEngine
) throws -> Bitmap {
  let style = ChatStyle(.light, width: 412)
  let layout = ChatLayout(
    try Chat(json: json), style: style, engine: engine, directory: directory)
  let environment = DisplayEnvironment(executor: PoolExecutor(), clock: SystemClock())
  return try ChatScene(layout, engine: engine, scale: 2, environment: environment).picture()
}
