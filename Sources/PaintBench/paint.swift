import GalleyFonts
import GalleyGeometry
import GalleyPainting
import GalleyPixels
import GalleyTypesetting
import Foundation

func measurePaint() throws {
  let engine = TextEngine(fonts: FontCollection.system)
  var style = TextStyle()
  style.font.size = 16
  style.font.families = ["Noto Sans"]
  let messages = ["hello there how are you doing today my good old friend", "Ok, see you tomorrow at the station around 8 then, bye",
    "مرحبا بالعالم، كيف حالك اليوم؟ أراك غدا في المحطة عند", "привет, как дела? увидимся завтра на вокзале около вос"]
  let painter = TextPainter()
  for (scale, hint) in [(1.0, "16px"), (2.0, "32px")] {
    for (i, m) in messages.enumerated() {
      let layout = engine.layout(AttributedText(m, style: style), options: LayoutOptions(width: 10000))
      let w = Int((layout.size.width * scale).rounded(.up)), h = Int((layout.size.height * scale).rounded(.up))
      var t: [Double] = []
      func once(_ opaque: Bool) throws {
        var bitmap = opaque ? try Bitmap(width: w, height: h, color: .white) : try Bitmap(width: w, height: h)
        painter.paint(layout, into: &bitmap, scale: scale)
      }
      for opaque in [false, true] {
        var best = Double.infinity
        for _ in 0..<100 {
          let a = now()
          for _ in 0..<50 { try once(opaque) }
          best = min(best, (now() - a) / 50)
        }
        t.append(best)
      }
      var clear = Double.infinity, white = Double.infinity, place = Double.infinity
      for _ in 0..<100 {
        var a = now()
        for _ in 0..<50 { _ = try Bitmap(width: w, height: h) }
        clear = min(clear, (now() - a) / 50)
        a = now()
        for _ in 0..<50 { _ = try Bitmap(width: w, height: h, color: .white) }
        white = min(white, (now() - a) / 50)
        a = now()
        for _ in 0..<50 { _ = painter.inkBounds(of: layout, scale: scale) }
        place = min(place, (now() - a) / 50)
      }
      print(hint, "message", i, m.count, "chars", w, "x", h, "clear: \(t[0]) µs, on white: \(t[1]) µs; of which new+clear \(clear), new+white \(white), ink bounds \(place)")
    }
  }
  // threads
  let layouts = messages.map { engine.layout(AttributedText($0, style: style), options: LayoutOptions(width: 300)) }
  for scale in [1.0, 2.0] {
    var times: [Int: Double] = [:]
    for round in 0..<12 {
      for threads in [1, 2] {
        let n = 20000
        let group = DispatchGroup()
        let a = now()
        for t in 0..<threads {
          Thread { [t] in
            _ = t
            for i in 0..<(n / threads) {
              let l = layouts[i & 3]
              var bitmap = try! Bitmap(width: Int(l.size.width * scale) + 1, height: Int(l.size.height * scale) + 1)
              painter.paint(l, into: &bitmap, scale: scale)
            }
            group.leave()
          }.with { group.enter(); $0.start() }
        }
        group.wait()
        let d = (now() - a) / Double(n)
        times[threads] = min(times[threads] ?? .infinity, d)
        _ = round
      }
    }
    print("scale", scale, "threads 1:", times[1]!, "2:", times[2]!, "speed-up", times[1]! / times[2]!)
  }
}
extension Thread { func with(_ f: (Thread) -> Void) { f(self) } }

func loopPaint(_ n: Int) throws {
  let engine = TextEngine(fonts: FontCollection.system)
  var style = TextStyle()
  style.font.size = 16
  style.font.families = ["Noto Sans"]
  let layout = engine.layout(AttributedText("hello there how are you doing today my good old friend", style: style), options: LayoutOptions(width: 10000))
  let painter = TextPainter()
  for _ in 0..<n {
    var bitmap = try Bitmap(width: 419, height: 22)
    painter.paint(layout, into: &bitmap, scale: 1)
  }
}
func threadPaint(_ n: Int, _ threads: Int) throws {
  let engine = TextEngine(fonts: FontCollection.system)
  var style = TextStyle()
  style.font.size = 16
  style.font.families = ["Noto Sans"]
  let layout = engine.layout(AttributedText("hello there how are you doing today my good old friend", style: style), options: LayoutOptions(width: 10000))
  let painter = TextPainter()
  let group = DispatchGroup()
  let a = now()
  for _ in 0..<threads {
    Thread {
      for _ in 0..<n {
        var bitmap = try! Bitmap(width: 419, height: 22)
        painter.paint(layout, into: &bitmap, scale: 1)
      }
      group.leave()
    }.with { group.enter(); $0.start() }
  }
  group.wait()
  var u = rusage(); getrusage(0, &u)
  let cpu = Double(u.ru_utime.tv_sec) * 1e6 + Double(u.ru_utime.tv_usec)
  print("cpu a message", cpu / Double(n * threads))
  print(threads, "threads", (now() - a) / Double(n * threads), "µs a message")
}
