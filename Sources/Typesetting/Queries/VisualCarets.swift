extension CaretLine {
  /// Returns the positions at which a caret stops along the line, from left to right.
  ///
  /// At a boundary between directions, a caret has two positions; the one of the more
  /// deeply embedded character is used. Thus a caret that moves from one end of a line to the other
  /// visits both sides of each character once.
  func stops() -> [Edge] {
    var stops: [Edge] = []
    for index in 0...cells.count {
      let before = index > 0 ? rightEdge(of: cells[index - 1]) : nil
      let behind = index < cells.count ? leftEdge(of: cells[index]) : nil
      guard let before, let behind, abs(before.x - behind.x) < 1e-6 else {
        if let before { append(before, to: &stops) }
        if let behind { append(behind, to: &stops) }
        continue
      }
      if before.level == behind.level {
        append(before, to: &stops)
        if before.position.offset != behind.position.offset { append(behind, to: &stops) }
      } else {
        append(before.level > behind.level ? before : behind, to: &stops)
      }
    }
    if stops.isEmpty { stops = [nearestEdge(to: TextPosition(offset: content.lowerBound))] }
    return stops
  }

  /// Returns the index of the stop at the line's end if another line begins there, so that a moving
  /// caret skips it.
  func softEnd(of stops: [Edge]) -> Int? {
    let end = box.isRightToLeft ? 0 : stops.count - 1
    let isSoft = isFollowed && stops[end].position.offset == box.range.upperBound
    return isSoft && stops.count > 1 ? end : nil
  }

  private func append(_ edge: Edge, to stops: inout [Edge]) {
    var edge = edge
    edge.position = canonical(edge.position)
    if stops.last?.position != edge.position { stops.append(edge) }
  }

  /// Returns the index of the stop that a caret is at.
  func index(of position: TextPosition, in stops: [Edge]) -> Int {
    let edge = nearestEdge(to: position)
    let place = canonical(edge.position)
    if let same = stops.firstIndex(where: { $0.position == place }) { return same }
    let nearest = stops.indices.min { abs(stops[$0].x - edge.x) < abs(stops[$1].x - edge.x) }
    return nearest ?? 0
  }
}
