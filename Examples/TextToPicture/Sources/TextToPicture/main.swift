import Foundation
import GalleyText

// Renders Markdown to a PNG file: TextToPicture "**Hello** from ||Galley||" hello.png
guard CommandLine.arguments.count == 3 else {
  FileHandle.standardError.write(Data("usage: TextToPicture MARKDOWN FILE.png\n".utf8))
  exit(64)
}
let message = try Message(markdown: CommandLine.arguments[1])
let engine = TextEngine(fonts: .system)
let layout = engine.layout(message.attributedText(), options: LayoutOptions(width: 280))
for line in layout.lines { print(line.range, line.width) }

var painter = TextPainter()
painter.palette = ChatTheme.light.palette
let image = try RenderedImage(
  layout, scale: 2, padding: 12, background: ChatTheme.light.background, painter: painter)
try Data(image.bitmap.pngData()).write(to: URL(filePath: CommandLine.arguments[2]))
