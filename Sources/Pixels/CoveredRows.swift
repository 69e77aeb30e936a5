internal import GalleyCPixels

/// Rows of coverage, and the rows of pixels that they color.
@safe struct CoveredRows {
  /// The coverage of the first column in the first row, which is reset to zero.
  ///
  /// Up to 15 bytes past the end of a row must be accessible and zero.
  let coverage: UnsafeMutableRawPointer
  /// The distance between rows of coverage, in bytes.
  let stride: Int
  /// The start of the first row of pixels.
  let pixels: UnsafeMutableRawPointer
  /// The distance between rows of pixels, in bytes.
  let bytesPerRow: Int
  /// The width of the bitmap.
  let width: Int
  /// The columns with coverage.
  let columns: Range<Int>

  /// Composites a color over rows, counted from the first; with `isClear`, these are known to be
  /// transparent.
  func color(
    _ rows: Range<Int>, with color: PremultipliedColor, isClear: Bool,
    using instructions: Instructions
  ) {
    guard !rows.isEmpty else { return }
    #if arch(x86_64)
    if instructions == .avx2 {
      return unsafe galley_color_avx2(self[rows], color.argb, isClear)
    }
    #endif
    // Specialized for each case, so that none of them tests for the others.
    switch (isClear, color.isOpaque) {
    case (true, _) where color.argb == 0xFF00_0000: self.color(rows, color, as: .blackOnClear)
    case (true, _): self.color(rows, color, as: .onClear)
    case (false, true): self.color(rows, color, as: .opaque)
    case (false, false): self.color(rows, color, as: .translucent)
    }
  }

  /// Writes rows with undefined contents, which count as transparent, from edge to edge; they may
  /// be followed by 64 bytes with undefined contents.
  func write(
    _ rows: Range<Int>, with color: PremultipliedColor, using instructions: Instructions
  ) {
    guard !rows.isEmpty else { return }
    #if arch(x86_64)
    if instructions == .avx2 { return unsafe galley_write_avx2(self[rows], color.argb) }
    #endif
    if color.argb == 0xFF00_0000 {
      write(rows, color, as: .blackOnClear)
    } else {
      write(rows, color, as: .onClear)
    }
  }

  @inline(__always) private func color(
    _ rows: Range<Int>, _ color: PremultipliedColor, as coloring: Kernels.Coloring
  ) {
    for y in rows {
      unsafe Kernels.color(
        pixels + (y &* bytesPerRow &+ columns.lowerBound &* 4), through: coverage + y &* stride,
        count: columns.count, color, as: coloring)
    }
  }

  @inline(__always) private func write(
    _ rows: Range<Int>, _ color: PremultipliedColor, as coloring: Kernels.Coloring
  ) {
    for y in rows {
      let row = unsafe pixels + y &* bytesPerRow
      // Each part may write past its end, where the next one begins.
      unsafe Kernels.clear(row, count: columns.lowerBound)
      unsafe Kernels.write(
        row + columns.lowerBound &* 4, through: coverage + y &* stride, count: columns.count,
        color, as: coloring)
      unsafe Kernels.clear(row + columns.upperBound &* 4, count: width &- columns.upperBound)
    }
  }

  #if arch(x86_64)
  private subscript(rows: Range<Int>) -> galley_rows {
    unsafe galley_rows(
      coverage: (coverage + rows.lowerBound * stride).assumingMemoryBound(to: UInt8.self),
      pixels: (pixels + rows.lowerBound * bytesPerRow).assumingMemoryBound(to: UInt8.self),
      stride: stride, bytes_per_row: bytesPerRow, width: Int32(width),
      first: Int32(columns.lowerBound), count: Int32(columns.count), height: Int32(rows.count))
  }
  #endif
}
