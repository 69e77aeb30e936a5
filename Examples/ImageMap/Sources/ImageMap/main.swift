import Foundation
import GalleyText

// Writes a page with a picture whose links can be clicked: ImageMap "[Galley](https://…)" page.html
guard CommandLine.arguments.count == 3 else {
  FileHandle.standardError.write(Data("usage: ImageMap MARKDOWN PAGE.html\n".utf8))
  exit(64)
}
var message = try Message(markdown: CommandLine.arguments[1])
message.detectEntities()
let page = URL(filePath: CommandLine.arguments[2])
let picture = page.deletingPathExtension().appendingPathExtension("png")
let map = try imageMap(of: message, with: TextEngine(fonts: .system), writingTo: picture)
try Data("<!DOCTYPE html>\n<meta charset=\"utf-8\">\n\(map)".utf8).write(to: page)
