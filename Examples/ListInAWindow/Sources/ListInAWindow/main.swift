import Galley

// Shows a thousand notes in a window.
let notes = (1...1_000).map { "Note \($0): الملاحظة رقم \($0) 📌" }
try show(notes, with: TextEngine(fonts: .system))
