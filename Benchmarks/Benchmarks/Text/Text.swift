import Benchmark
import Foundation
import Galley

// Benchmarks of the stages from text to pixels. Each iteration processes every text of a sample
// once.

/// Texts of one kind.
private struct Sample {
  let name: String
  let texts: [AttributedText]

  init(_ name: String, _ sentences: [String]) {
    self.name = name
    // Numbers make the texts different from each other.
    texts = (0..<50).map { AttributedText("\($0) " + sentences[$0 % sentences.count]) }
  }

  static let all = [
    Sample(
      "Latin",
      [
        "The bus was late, then it was early, then it was gone.",
        "Turn left at the church and then straight on until the bridge.",
      ]),
    Sample(
      "Arabic",
      [
        "اشتريت خبزا وجبنا وبعض الفاكهة من السوق", "كان الفيلم أطول مما توقعت لكنه جميل",
      ]),
    Sample(
      "mixed",
      [
        "Dinner at אצל דנה, dessert at ours 🍰 — 19:30, تمام؟",
        "明日 is tomorrow, कल is both, and 👨‍👩‍👧 come along ❤️",
      ]),
  ]
}

private let width = LayoutOptions(width: 200)
private let otherWidth = LayoutOptions(width: 150)

let benchmarks: @Sendable () -> Void = {
  Benchmark.defaultConfiguration = .init(
    metrics: [.wallClock, .throughput, .instructions, .peakMemoryResident],
    maxDuration: .seconds(2))
  let manifest = ProcessInfo.processInfo.environment["GALLEY_FONTS"] ?? "../Fonts/fonts.json"
  guard let fonts = try? FontCollection(manifest: manifest) else {
    fatalError("\(manifest): fonts are missing; run Benchmarks/run, which finds them")
  }
  for sample in Sample.all {
    add(sample, fonts)
  }
}

private func add(_ sample: Sample, _ fonts: FontCollection) {
  Benchmark("shape \(sample.name)") { benchmark in
    let engine = TextEngine(fonts: fonts, cacheLimit: 0)
    benchmark.startMeasurement()
    for _ in benchmark.scaledIterations {
      for text in sample.texts { blackHole(engine.shape(text)) }
    }
  }

  Benchmark("lay out \(sample.name), cold") { benchmark in
    for _ in benchmark.scaledIterations {
      let engine = TextEngine(fonts: fonts)
      benchmark.startMeasurement()
      for text in sample.texts { blackHole(engine.layout(text, options: width)) }
      benchmark.stopMeasurement()
    }
  }

  let engine = TextEngine(fonts: fonts)
  let layouts = sample.texts.map { engine.layout($0, options: width) }

  Benchmark("lay out \(sample.name), cached") { benchmark in
    for _ in benchmark.scaledIterations {
      for text in sample.texts { blackHole(engine.layout(text, options: width)) }
    }
  }

  Benchmark("lay out \(sample.name) at another width") { benchmark in
    for _ in benchmark.scaledIterations {
      for layout in layouts { blackHole(layout.relayout(otherWidth)) }
    }
  }

  Benchmark("draw \(sample.name)") { benchmark in
    let painter = TextPainter()
    for _ in benchmark.scaledIterations {
      for layout in layouts {
        guard var bitmap = try? Bitmap(width: 200, height: Int(layout.size.height) + 1) else {
          continue
        }
        painter.paint(layout, into: &bitmap, scale: 1)
        blackHole(bitmap.width)
      }
    }
  }
}
