internal import GalleyGeometry
internal import GalleyPixels

/// The evaluated state of a layer at a time.
struct PresentedState: Sendable {
  var state: LayerState
  /// The old contents that fade out in front of the current ones, back to front.
  var fading: [FadingContents] = []
}

/// Old contents that fade out.
struct FadingContents: Sendable {
  let contents: Bitmap
  let scale: Double
  let opacity: Double
}

extension LayerState {
  /// Returns the state at a time with animations applied.
  ///
  /// Replacing animations are applied before additive ones, each in list order.
  func presented(with animations: [LayerAnimation], at time: Double) -> PresentedState {
    var presented = PresentedState(state: self)
    for isAdditive in [false, true] {
      for animation in animations where animation.isAdditive == isAdditive {
        let progress = animation.progress(at: time)
        if isAdditive {
          presented.add(animation.change, at: progress)
        } else {
          presented.replace(animation.change, at: progress, model: self)
        }
      }
    }
    presented.state.opacity = min(max(presented.state.opacity, 0), 1)
    presented.state.bounds.size.width = max(0, presented.state.bounds.size.width)
    presented.state.bounds.size.height = max(0, presented.state.bounds.size.height)
    return presented
  }
}

extension PresentedState {
  fileprivate mutating func replace(
    _ change: LayerAnimation.Change, at progress: Double, model: LayerState
  ) {
    switch change {
    case .opacity(let from, let to):
      state.opacity = mix(from ?? model.opacity, to ?? model.opacity, progress)
    case .position(let from, let to):
      state.position = mix(from ?? model.position, to ?? model.position, progress)
    case .bounds(let from, let to):
      state.bounds = mix(from ?? model.bounds, to ?? model.bounds, progress)
    case .transform(let from, let to):
      state.transform = mix(from ?? model.transform, to ?? model.transform, progress)
    case .backgroundColor(let from, let to):
      let (old, new) = (from ?? model.backgroundColor, to ?? model.backgroundColor)
      state.backgroundColor = (old ?? .clear).mixed(with: new ?? .clear, part: progress)
    case .contents(let contents, let scale):
      let opacity = min(max(1 - progress, 0), 1)
      if opacity > 0 {
        fading.append(FadingContents(contents: contents, scale: scale, opacity: opacity))
      }
    }
  }

  fileprivate mutating func add(_ change: LayerAnimation.Change, at progress: Double) {
    switch change {
    case .opacity(let from, let to):
      state.opacity += mix(from ?? 0, to ?? 0, progress)
    case .position(let from, let to):
      let offset = mix(from ?? .zero, to ?? .zero, progress)
      state.position.x += offset.x
      state.position.y += offset.y
    case .bounds(let from, let to):
      let offset = mix(from ?? .zero, to ?? .zero, progress)
      state.bounds = Rect(
        x: state.bounds.minX + offset.minX, y: state.bounds.minY + offset.minY,
        width: state.bounds.size.width + offset.size.width,
        height: state.bounds.size.height + offset.size.height)
    case .transform(let from, let to):
      state.transform = state.transform.concatenating(
        mix(from ?? .identity, to ?? .identity, progress))
    case .backgroundColor, .contents:
      replace(change, at: progress, model: state)
    }
  }
}

private func mix(_ from: Double, _ to: Double, _ part: Double) -> Double {
  // Exact at both ends, and between equal values.
  part == 1 ? to : from + (to - from) * part
}

private func mix(_ from: Point, _ to: Point, _ part: Double) -> Point {
  Point(x: mix(from.x, to.x, part), y: mix(from.y, to.y, part))
}

private func mix(_ from: Rect, _ to: Rect, _ part: Double) -> Rect {
  Rect(
    x: mix(from.minX, to.minX, part), y: mix(from.minY, to.minY, part),
    width: mix(from.size.width, to.size.width, part),
    height: mix(from.size.height, to.size.height, part))
}

private func mix(_ from: AffineTransform, _ to: AffineTransform, _ part: Double)
  -> AffineTransform
{
  AffineTransform(
    a: mix(from.a, to.a, part), b: mix(from.b, to.b, part), c: mix(from.c, to.c, part),
    d: mix(from.d, to.d, part), tx: mix(from.tx, to.tx, part), ty: mix(from.ty, to.ty, part))
}

extension Color {
  /// Interpolates premultiplied, so that transparent colors contribute no hue.
  func mixed(with other: Color, part: Double) -> Color {
    guard part > 0 else { return self }
    guard part < 1 else { return other }
    let alpha = mix(Double(self.alpha), Double(other.alpha), part)
    guard alpha > 0 else { return .clear }
    func channel(_ first: UInt8, _ second: UInt8) -> UInt8 {
      let sum = mix(Double(first) * Double(self.alpha), Double(second) * Double(other.alpha), part)
      return UInt8(min(255, sum / alpha + 0.5))
    }
    return Color(
      red: channel(red, other.red), green: channel(green, other.green),
      blue: channel(blue, other.blue), alpha: UInt8(min(255, alpha + 0.5)))
  }
}
