extension Path {
  /// Creates the outline of a polyline with round joins and ends.
  ///
  /// - Parameters:
  ///   - points: The points of the polyline.
  ///   - width: The thickness, in points.
  package init(stroking points: [Point], width: Double) {
    let half = width / 2
    for (start, end) in zip(points, points.dropFirst()) {
      let (dx, dy) = (end.x - start.x, end.y - start.y)
      let length = (dx * dx + dy * dy).squareRoot()
      guard length > 0 else { continue }
      let (nx, ny) = (-dy / length * half, dx / length * half)
      move(to: Point(x: start.x + nx, y: start.y + ny))
      addLine(to: Point(x: start.x - nx, y: start.y - ny))
      addLine(to: Point(x: end.x - nx, y: end.y - ny))
      addLine(to: Point(x: end.x + nx, y: end.y + ny))
      close()
    }
    for point in points {
      let dot = Rect(x: point.x - half, y: point.y - half, width: width, height: width)
      append(Path(roundedRect: dot, radius: half))
    }
  }
}
