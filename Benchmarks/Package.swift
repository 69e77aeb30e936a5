// swift-tools-version: 6.2

import PackageDescription

// A separate package, so that its dependencies are not dependencies of Galley's users.

let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "Galley", path: ".."),
    // Without its traits, no separate allocator is needed, whose counts would be zero here.
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
