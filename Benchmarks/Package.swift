// swift-tools-version: 6.2

import PackageDescription

// A package of its own, so that what it needs is not what Galley's users need.

let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "Galley", path: ".."),
    // Without its traits it needs no allocator of its own, whose counts would read zero here
    // anyway.
    .package(url: "https://github.com/ordo-one/benchmark", from: "1.38.1", traits: []),
  ],
  targets: [
    .executableTarget(
      name: "Text",
      dependencies: [
        .product(name: "Benchmark", package: "benchmark"),
        .product(name: "Galley", package: "Galley"),
      ],
      path: "Benchmarks/Text",
      plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")])
  ]
)
