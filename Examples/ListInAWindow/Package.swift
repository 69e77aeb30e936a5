// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "ListInAWindow",
  dependencies: [
    .package(name: "galley", path: "../..")
  ],
  targets: [
    .executableTarget(
      name: "ListInAWindow", dependencies: [.product(name: "Galley", package: "galley")])
  ]
)
