// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "Messenger",
  dependencies: [
    .package(name: "galley", path: "../.."),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
  ],
  targets: [
    .executableTarget(
      name: "Messenger",
      dependencies: [
        .product(name: "Galley", package: "galley"),
        .product(name: "GRDB", package: "GRDB.swift"),
      ])
  ]
)
