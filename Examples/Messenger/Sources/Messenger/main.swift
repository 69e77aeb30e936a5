import Foundation
import Galley

/// The current time, in seconds since 1970.
func now() -> Int { Int(Date().timeIntervalSince1970) }

let path = CommandLine.arguments.dropFirst().first ?? "messenger.sqlite"
let store = try Store(path: path)
let messenger = try Messenger(store, engine: TextEngine(fonts: .system))
messenger.window.run()
