/// The bars of a voice message.
enum Waveform {
  /// Returns the loudness of each bar, from 0 to 1.
  ///
  /// A bar has the greatest loudness of its part of the samples; fewer samples than bars are
  /// repeated. Without samples, all bars are silent.
  static func bars(_ samples: [Double], count: Int) -> [Double] {
    guard !samples.isEmpty else { return Array(repeating: 0, count: count) }
    return (0..<count).map { bar in
      let start = bar * samples.count / count
      let end = max(start + 1, (bar + 1) * samples.count / count)
      return samples[start..<end].max() ?? 0
    }
  }
}
