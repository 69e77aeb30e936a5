import Galley

// Messenger [DATABASE]: shows the conversation in a SQLite file. A new one begins with a sample.
let store = try Store(path: CommandLine.arguments.dropFirst().first ?? "messenger.sqlite")
try store.addSampleIfEmpty()
try Messenger(store, engine: TextEngine(fonts: .system)).run()
