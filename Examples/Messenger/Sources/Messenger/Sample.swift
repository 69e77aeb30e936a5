import Foundation
import GRDB
import Galley

extension Store {
  /// Fills an empty database with fifty days of messages, of which the reader has not seen the last
  /// hundred messages.
  func addSampleIfEmpty() throws {
    let (count, readCount) = (400, 300)
    let now = StoredMessage("").date
    try database.write { database in
      guard try StoredMessage.fetchCount(database) == 0 else { return }
      for number in 1...count {
        let line = Sample.lines[number % Sample.lines.count]
        var message = StoredMessage(line.text)
        // The reader was away lately.
        message.sender = line.sender ?? (number > readCount ? "Cleo" : nil)
        // Eight messages a day, ten minutes apart.
        message.date = now - (count - number) / 8 * 86_400 - (count - number) % 8 * 600
        message.isUnread = number > readCount
        if line.answersSecondLast { message.replyTo = number - 2 }
        if line.hasPhoto {
          let photo = StoredMessage.Photo(name: "photo-\(number)", width: 480, height: 300)
          message.photo = photo
          try database.execute(
            sql: "INSERT INTO photo VALUES (?, ?)",
            arguments: [photo.name, Sample.file(of: photo, number)])
        }
        try message.insert(database)
      }
    }
  }
}

/// The texts and photos of the sample.
enum Sample {
  typealias Line = (
    sender: String?, text: String, hasPhoto: Bool, answersSecondLast: Bool
  )

  /// The lines, which repeat; those without a sender are the reader's.
  static let lines: [Line] = [
    ("Ada", "Good morning! Did you see the lake today? 🌅", false, false),
    (nil, "Not yet. Is it frozen?", false, false),
    ("Ada", "Almost. The swans are still there, and the ferry runs until Sunday.", false, false),
    (nil, "Then we should go now. I have the afternoon off.", false, false),
    ("Bo", "Can I come? I bring coffee ☕", false, false),
    ("Ada", "Of course. The timetable is at https://ferry.example.org/winter", false, true),
    ("Bo", "The light is best at four, says Salma: أجمل ضوء عند الرابعة", false, false),
    (nil, "At the pier then, at half past three. Who has the tickets?", false, false),
    ("Ada", "I do. This is where we were last time", true, false),
    ("Bo", "I remember! Somebody dropped the map into the water…", false, false),
    (nil, "It was a gust of wind.", false, false),
    ("Bo", "It always is 😄", false, false),
    ("Ada", "See you there. Ask @captain if you are late.", false, false),
  ]

  /// Returns a PNG file of a sun over a lake, in colors that depend on a number.
  static func file(of photo: StoredMessage.Photo, _ number: Int) throws -> Data {
    let (width, height) = (Double(photo.width), Double(photo.height))
    var context = try DrawingContext(size: Size(width: width, height: height), isOpaque: true)
    let horizon = height * 0.65
    context.fill(Rect(x: 0, y: 0, width: width, height: horizon), with: color(number * 47))
    context.fill(
      Rect(x: 0, y: horizon, width: width, height: height - horizon),
      with: color(number * 47 + 200))
    context.fillEllipse(in: Rect(x: width * 0.6, y: 50, width: 90, height: 90), with: .white)
    return Data(try context.image().pngData())
  }

  /// Returns a bright color by its angle on the color wheel, in degrees.
  private static func color(_ angle: Int) -> Color {
    func part(_ shift: Int) -> UInt32 {
      let distance = abs((angle + shift) % 360 - 180)
      return UInt32(80 + min(max(distance - 60, 0), 60) * 2)
    }
    return Color(argb: 0xFF00_0000 | part(0) << 16 | part(240) << 8 | part(120))
  }
}
