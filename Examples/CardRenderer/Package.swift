// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "CardRenderer",
  dependencies: [
    .package(name: "galley", path: "../.."),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
  ],
  targets: [
    .executableTarget(
      name: "CardRenderer",
      dependencies: [
        .product(name: "Galley", package: "galley"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ])
  ]
)
