// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "Snapshots",
  dependencies: [
    .package(name: "galley", path: "../..")
  ],
  targets: [
    .target(name: "Cards", dependencies: [.product(name: "Galley", package: "galley")]),
    .testTarget(
      name: "CardsTests",
      dependencies: ["Cards", .product(name: "GalleySnapshots", package: "galley")],
      exclude: ["__Snapshots__"]),
  ]
)
