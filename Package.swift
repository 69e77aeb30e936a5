// swift-tools-version: 6.2

import PackageDescription

// Each folder under Sources is a module. Its target has the prefix `Galley`, because target names
// must be unique in a package graph: the folder `Typesetting` is the target `GalleyTypesetting`.
// The allowed imports of each module are listed only here; Tests/RepositoryTests enforces them.

let package = Package(
  name: "Galley",
  products: [
    .executable(name: "galley", targets: ["GalleyCLI"]),
    .executable(name: "galley-view", targets: ["GalleyViewer"]),
    .executable(name: "galley-review", targets: ["GalleyReview"]),
    // Linked as libgalley.so by scripts/build-library.
    .library(name: "GalleyC", type: .dynamic, targets: ["GalleyInterface"]),
    .executable(name: "galley-serve", targets: ["GalleyServe"]),
    // For test targets only: it needs Swift Testing.
    .library(name: "GalleySnapshots", targets: ["GalleySnapshots"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    // The server of `galley corpus review`, which only that program links.
    .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
    // The server of `galley serve`, its logs and its metrics, which only that program links.
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0", traits: []),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
    // SQLite, for imported exports; only the viewer links it.
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
  ],
  targets: [
    // C libraries that are linked, whose headers are needed to build.
    .library("CHarfBuzz", pkgConfig: "harfbuzz", apt: "libharfbuzz-dev"),
    .library("CFreeType", pkgConfig: "freetype2", apt: "libfreetype-dev"),
    // Libraries that are loaded on first use. Their headers are not needed to build, because the
    // targets declare what they use (`make declarations`).
    // For some texts and fonts. Debian: libfribidi0, libfontconfig1, libhyphen0.
    .target(name: "GalleyCFriBidi", dependencies: ["GalleyCSystem"], path: "Sources/CFriBidi"),
    .target(
      name: "GalleyCFontconfig", dependencies: ["GalleyCSystem"], path: "Sources/CFontconfig"),
    .target(name: "GalleyCHyphen", dependencies: ["GalleyCSystem"], path: "Sources/CHyphen"),
    // ICU, for text that is not plain: a wrapper, because its types cannot be imported together
    // with Foundation, which has its own. Any version; Debian: libicu72.
    .target(
      name: "GalleyCICU", dependencies: ["GalleyCSystem"], path: "Sources/CICU",
      exclude: ["runs.inc"]),
    // Parts of the C library that Swift's module lacks, with a loader, and allocations of programs.
    .target(name: "GalleyCSystem", path: "Sources/CSystem"),
    .target(name: "GalleyCProgram", dependencies: ["GalleyCSystem"], path: "Sources/CProgram"),
    // Loops over pixels for newer processors.
    .target(name: "GalleyCPixels", path: "Sources/CPixels"),
    // Cairo, for documents and gradient glyphs. Debian: libcairo2.
    .target(name: "GalleyCCairo", dependencies: ["GalleyCSystem"], path: "Sources/CCairo"),
    // cmark-gfm, for Markdown. Debian: libcmark-gfm0.29.0.gfm.6.
    .target(name: "GalleyCCmark", dependencies: ["GalleyCSystem"], path: "Sources/CCmark"),
    // Image decoders: libspng, which is linked (libspng-dev), and others, which are loaded. Debian:
    // libturbojpeg0, libwebp7, libgif7.
    .target(
      name: "GalleyCImageCodecs", dependencies: ["GalleyCSystem"], path: "Sources/CImageCodecs",
      linkerSettings: [.linkedLibrary("spng")]),
    // SDL 2, for windows. Debian: libsdl2-2.0-0.
    .target(name: "GalleyCSDL", dependencies: ["GalleyCSystem"], path: "Sources/CSDL"),
    // libzip, for exports. Debian: libzip4.
    .target(name: "GalleyCZip", dependencies: ["GalleyCSystem"], path: "Sources/CZip"),
    // libdbus, for accessibility. Debian: libdbus-1-3.
    .target(name: "GalleyCDBus", dependencies: ["GalleyCSystem"], path: "Sources/CDBus"),
    // Shared algorithms, and budgets for the work that untrusted input may cause.
    .module("Basics"),
    // A safe wrapper for each library; except for Pixels and Window, only these contain `unsafe`.
    .module("System", imports: ["Basics", "CSystem"]),
    .module("FontTables", imports: ["Basics", "System"]),
    .module("HarfBuzz", imports: ["Basics", "CHarfBuzz", "System"]),
    .module("FreeType", imports: ["Basics", "CFreeType", "FontTables", "System"]),
    .module("Cairo", imports: ["Basics", "CCairo", "FreeType", "System"]),
    .module("Fontconfig", imports: ["CFontconfig"]),
    .module("Unicode", imports: ["CFriBidi", "CICU"]),
    .module("Hyphen", imports: ["Basics", "CHyphen", "System"]),
    .module("Cmark", imports: ["CCmark"]),
    .module("ImageCodecs", imports: ["CImageCodecs"]),
    .module("DBus", imports: ["CDBus"]),
    .module("Zip", imports: ["CZip"]),
    // From text to pixels.
    //
    // `after` begins the longest chain of modules early, from Fonts over Typesetting and Display to
    // the command line: of the modules that could be built next, the build system takes the one
    // whose name is last in the alphabet. On two cores it saves a tenth of the time.
    .module("Geometry"),
    .module("JSON", imports: ["Basics", "System"]),
    .module("Highlighting", imports: ["Basics"], after: ["Shaping"], embedding: "Languages"),
    .module(
      "Fonts",
      imports: ["Basics", "System", "FontTables", "HarfBuzz", "Fontconfig", "JSON", "Unicode"]),
    .module("Shaping", imports: ["Basics", "System", "HarfBuzz", "Hyphen", "Unicode", "Fonts"]),
    .module("Math", imports: ["Basics", "Geometry", "HarfBuzz", "Fonts", "Shaping"]),
    .module(
      "Typesetting", imports: ["Basics", "Geometry", "HarfBuzz", "Unicode", "Fonts", "Shaping"]),
    .module(
      "Messages",
      imports: [
        "Basics", "Cmark", "Unicode", "Geometry", "JSON", "Highlighting", "Fonts", "Shaping",
        "Typesetting",
      ]),
    .module("RichMessages", imports: ["Basics", "JSON", "Unicode", "Messages", "Typesetting"]),
    // Exports of messengers, read as a stream of messages.
    .module(
      "Exports",
      imports: ["Basics", "JSON", "Messages", "RichMessages", "System", "Typesetting", "Zip"]),
    .module(
      "RichTypesetting",
      imports: [
        "Basics", "Fonts", "Geometry", "HarfBuzz", "Math", "Messages", "RichMessages", "Shaping",
        "Typesetting", "Unicode",
      ]),
    .module("Streaming", imports: ["Basics", "Unicode"], after: ["Shaping"]),
    .module(
      "RichStreaming",
      imports: [
        "Basics", "Geometry", "Messages", "RichMessages", "RichTypesetting", "Shaping", "Streaming",
        "Typesetting", "Unicode",
      ]),
    .module(
      "Pixels",
      imports: ["Basics", "CImageCodecs", "CPixels", "System", "Geometry", "ImageCodecs"],
      after: ["Shaping"]),
    .module("Images", imports: ["Basics", "System", "Geometry", "ImageCodecs", "Pixels"]),
    .module("Layers", imports: ["Geometry", "Pixels", "System"]),
    .module(
      "Painting",
      imports: [
        "Basics", "Geometry", "System", "FontTables", "HarfBuzz", "Pixels", "Cairo", "FreeType",
        "Fonts", "Math", "RichMessages", "RichStreaming", "RichTypesetting", "Shaping",
        "Typesetting",
      ]),
    // Messages of either kind, laid out by settings, as JSON and as pictures.
    .module(
      "MessageOutput",
      imports: [
        "Fonts", "Geometry", "JSON", "Messages", "Painting", "Pixels", "RichMessages",
        "RichStreaming", "RichTypesetting", "Typesetting",
      ]),
    // The functions of libgalley.so, which its header declares (Documentation/CInterface.md).
    .target(name: "GalleyCInterface", path: "Sources/CInterface"),
    .module(
      "Interface",
      imports: [
        "CInterface", "Fonts", "Geometry", "JSON", "MessageOutput", "Messages", "Pixels",
        "RichMessages", "RichTypesetting", "System", "Typesetting",
      ]),
    // The accessible objects of an interface as values, and the bridge to screen readers.
    .module("Accessibility", imports: ["Basics", "Fonts", "Geometry", "Typesetting", "Unicode"]),
    .module("ATSPI", imports: ["Accessibility", "DBus", "Geometry", "System"]),
    .module("Scheduling", imports: ["Basics", "System"], after: ["Shaping"]),
    .module("LayoutSpecs", imports: ["Basics", "Geometry"], after: ["Shaping"]),
    .module(
      "Display",
      imports: [
        "Accessibility", "Geometry", "Images", "LayoutSpecs", "Layers", "Painting", "Pixels",
        "RichMessages", "RichStreaming", "RichTypesetting", "Scheduling", "Streaming", "System",
        "Typesetting",
      ]),
    // Scrolling lists: ranges, edits and item geometry.
    .module(
      "Lists",
      imports: [
        "Basics", "Display", "Geometry", "Layers", "LayoutSpecs", "Painting", "Scheduling",
        "Typesetting",
      ]),
    // Windows that show nodes.
    .module(
      "Window",
      imports: [
        "ATSPI", "Accessibility", "CSDL", "Display", "Geometry", "Layers", "Pixels", "Scheduling",
        "Typesetting",
      ]),
    // Fields in which text is edited.
    .module(
      "TextInput",
      imports: [
        "Display", "Geometry", "Layers", "Painting", "Scheduling", "Typesetting", "Window",
      ]),
    .module(
      "Chat",
      imports: [
        "Accessibility", "Basics", "Display", "Exports", "Fonts", "Geometry", "Images", "JSON",
        "Layers", "LayoutSpecs", "Messages", "Painting", "Pixels", "RichMessages", "RichStreaming",
        "RichTypesetting", "Scheduling", "System", "Typesetting",
      ]),
    // Imported exports, in SQLite.
    .module(
      "ExportStore",
      imports: ["Exports", "JSON", "Messages", "RichMessages", "System", "Typesetting"],
      storing: true),
    // The library products: text only, and everything.
    .module(
      "GalleyText",
      over: [
        "Fonts", "Geometry", "HarfBuzz", "Highlighting", "JSON", "Messages", "Painting", "Pixels",
        "RichMessages", "RichStreaming", "RichTypesetting", "Shaping", "Typesetting",
      ]),
    .module(
      "Galley",
      over: [
        "GalleyText", "Accessibility", "Chat", "Display", "Images", "Layers", "LayoutSpecs",
        "Lists", "Scheduling", "TextInput", "Window",
      ],
      imports: [
        "Basics", "Fonts", "Geometry", "Messages", "Painting", "RichMessages", "RichStreaming",
        "RichTypesetting", "Streaming", "Typesetting",
      ]),
    // The corpus of texts with approved results.
    .module(
      "Corpus",
      imports: [
        "Basics", "System", "Geometry", "HarfBuzz", "JSON", "Fonts", "Shaping", "Math",
        "Typesetting", "Messages", "Pixels", "Painting", "RichMessages", "RichTypesetting",
      ]),
    // Snapshots for tests, a product of its own.
    .module(
      "Snapshots",
      imports: [
        "Basics", "System", "Geometry", "Pixels", "Typesetting", "Messages", "RichTypesetting",
        "Painting", "Scheduling", "LayoutSpecs", "Layers", "Display", "Corpus",
      ]),
    // The commands that need only the text product, and arguments that all commands share.
    .module(
      "TextCommands",
      imports: [
        "Basics", "System", "Geometry", "HarfBuzz", "JSON", "Fonts", "Shaping", "Math",
        "Typesetting", "Messages", "MessageOutput", "Pixels", "Painting", "RichMessages",
        "RichStreaming", "RichTypesetting", "Corpus", "Unicode",
      ],
      parsing: true),
    // The command `galley`; a folder of that name collides with `Galley` in some file systems.
    .program(
      "CLI",
      imports: [
        "TextCommands", "Basics", "System", "Geometry", "JSON", "Fonts", "Math", "Typesetting",
        "Messages", "MessageOutput", "RichMessages", "RichTypesetting", "Pixels", "Painting",
        "Scheduling", "Layers", "Display", "Chat", "Exports", "Images",
      ]),
    // Its commands that need lists or windows, with generated conversations and measurements.
    .program(
      "Viewer",
      imports: [
        "TextCommands", "Basics", "Chat", "Display", "ExportStore", "Exports", "Fonts", "Galley",
        "Geometry", "Images", "JSON", "Layers", "Lists", "MessageOutput", "Messages", "Painting",
        "Pixels", "RichTypesetting", "Scheduling", "System", "Typesetting", "Window",
      ]),
    // The server of `galley corpus review`, of its own, so that drawing loads no network code.
    .program("Review", imports: ["TextCommands", "Corpus", "System"], linking: .pageServer),
    // Pictures of quoted messages, from requests of the quote server.
    .module(
      "Quotes",
      imports: [
        "Basics", "Fonts", "Geometry", "Images", "JSON", "Messages", "Painting", "Pixels",
        "RichMessages", "RichTypesetting", "Typesetting",
      ]),
    // Their server, a program of its own for the same reason.
    .program(
      "Serve",
      imports: [
        "TextCommands", "Basics", "Fonts", "Geometry", "HarfBuzz", "Images", "JSON",
        "MessageOutput", "Messages", "Painting", "Pixels", "Quotes", "RichMessages",
        "RichTypesetting", "System", "Typesetting",
      ],
      linking: .quoteServer),

    // Tests, named after the tested modules.
    .tests("Basics", of: "Basics"),
    .tests(
      "RichTypesetting",
      of: "Fonts", "Geometry", "HarfBuzz", "Messages", "RichMessages", "RichTypesetting", "Shaping",
      "Typesetting",
      excluding: ["Fixtures"]),
    .tests("DBus", of: "DBus"),
    .tests("Accessibility", of: "Accessibility", "Fonts", "Geometry", "Typesetting"),
    .tests(
      "ATSPI", of: "ATSPI", "Accessibility", "Basics", "DBus", "Fonts", "Geometry", "Typesetting"),
    .tests("Analysis", of: "HarfBuzz", "Shaping", "Unicode"),
    .tests(
      "Chat",
      of: "Basics", "Chat", "Display", "Geometry", "Images", "Layers", "LayoutSpecs", "Messages",
      "Pixels", "RichMessages", "RichTypesetting", "Scheduling", "Typesetting", "Viewer"),
    .tests("CLI", of: "Basics", "CLI", "TextCommands"),
    .tests(
      "Corpus",
      of: "Corpus", "Fonts", "Geometry", "HarfBuzz", "Messages", "Pixels", "RichMessages",
      "RichTypesetting", "Typesetting"),
    .tests(
      "Display",
      of: "Accessibility", "Basics", "Display", "Fonts", "FuzzTargets", "Geometry", "Images",
      "LayoutSpecs", "Layers", "Messages", "Painting", "Pixels", "RichMessages", "RichStreaming",
      "RichTypesetting", "Scheduling", "Typesetting"),
    .tests("System", of: "System"),
    .tests("FontTables", of: "Basics", "System", "FontTables"),
    .tests("Fonts", of: "System", "Fonts", "HarfBuzz", "Unicode"),
    .tests("FreeType", of: "System", "FreeType"),
    .tests("Galley", of: "Galley", "GalleyText"),
    .tests("Geometry", of: "Geometry"),
    .tests("HarfBuzz", of: "HarfBuzz", "System"),
    .tests("Highlighting", of: "Highlighting"),
    .tests("Hyphen", of: "Hyphen"),
    .tests(
      "Images", of: "Basics", "System", "Geometry", "Images", "Pixels", excluding: ["Fixtures"]),
    .tests(
      "Interface", of: "CInterface", "Fonts", "Interface", "Messages", "Pixels", "Typesetting"),
    .tests("Exports", of: "Exports", "Messages", "RichMessages", "System", "Typesetting"),
    .tests("ExportStore", of: "Basics", "Exports", "ExportStore", "Messages", "Viewer"),
    .tests("JSON", of: "JSON", "System"),
    .tests("Layers", of: "Geometry", "Layers", "Pixels", "System"),
    .tests("LayoutSpecs", of: "Geometry", "LayoutSpecs"),
    .tests(
      "Lists",
      of: "Display", "System", "Geometry", "LayoutSpecs", "Lists", "Scheduling", "Typesetting"),
    .tests("Math", of: "Basics", "Fonts", "Geometry", "HarfBuzz", "Math"),
    .tests("Messages", of: "Fonts", "GalleyText", "Geometry", "Messages", "Typesetting"),
    .tests(
      "Painting",
      of: "Basics", "Cairo", "Fonts", "FreeType", "Geometry", "Math", "Messages", "Painting",
      "Pixels", "RichMessages", "RichTypesetting", "System", "Typesetting"),
    .tests("Pixels", of: "Geometry", "Pixels"),
    .tests("Review", of: "CLI", "Corpus", "Fonts", "Review"),
    .tests("Quotes", of: "Basics", "Geometry", "JSON", "Pixels", "Quotes", "Typesetting"),
    .tests(
      "Serve", of: "Geometry", "Images", "JSON", "Pixels", "Quotes", "Serve", "Typesetting",
      linking: .connections),
    .tests("RichMessages", of: "Cmark", "GalleyText", "Messages", "RichMessages", "Typesetting"),
    .tests("Scheduling", of: "Scheduling", "System"),
    .tests("Shaping", of: "Fonts", "HarfBuzz", "Shaping", "Typesetting", "Unicode"),
    .tests(
      "Snapshots",
      of: "Display", "Geometry", "Layers", "Messages", "Painting", "Pixels", "Scheduling",
      "Snapshots", "Typesetting"),
    .tests("Streaming", of: "Cmark", "Streaming"),
    .tests(
      "RichStreaming",
      of: "Basics", "Fonts", "Geometry", "Math", "Messages", "Painting", "Pixels", "RichMessages",
      "RichStreaming", "RichTypesetting", "Streaming", "Typesetting"),
    .tests(
      "TextInput",
      of: "Basics", "Display", "Geometry", "Layers", "Pixels", "Scheduling", "TextInput",
      "Typesetting", "Window"),
    .tests("Typesetting", of: "Geometry", "Fonts", "HarfBuzz", "Shaping", "Typesetting"),
    .tests(
      "Viewer",
      of: "ATSPI", "Accessibility", "Chat", "Display", "ExportStore", "Exports", "Galley",
      "Geometry", "Images", "Layers", "Lists", "Messages", "Pixels", "RichMessages",
      "RichTypesetting", "Scheduling", "TextInput", "Typesetting", "Viewer", "Window",
      excluding: ["Fixtures"]),
    .tests("Window", of: "Geometry", "Layers", "Pixels", "Scheduling", "Window"),
    .target(
      name: "TestSupport",
      dependencies: ["GalleyBasics", "GalleyFonts", "GalleySystem", "GalleyTypesetting"],
      path: "Tests/TestSupport", swiftSettings: .strict),
    .executableTarget(
      name: "HelperProbe", dependencies: ["GalleySystem"], path: "Tests/HelperProbe",
      swiftSettings: .strict),
    // The inputs of the fuzzer (scripts/fuzz), which the tests run, too.
    .module("FuzzCore", imports: ["Basics"], at: "Tests/Fuzzer/Core"),
    .module(
      "FuzzReaders", imports: ["FuzzCore", "Highlighting", "Images", "JSON", "Zip"],
      at: "Tests/Fuzzer/Readers"),
    .module(
      "FuzzTargets", imports: ["Corpus", "Exports", "FuzzReaders", "Lists", "Quotes"],
      at: "Tests/Fuzzer/Targets"),
    .tests("Fuzzer", of: "Basics", "FuzzCore", "FuzzReaders", "FuzzTargets"),
    .tests("Repository", of: "Galley", "Snapshots"),
  ]
)

// The library products. They name the modules that they re-export too, because tools that compare
// public interfaces see only the modules of a product.
for umbrella in package.targets where ["GalleyText", "Galley"].contains(umbrella.name) {
  let parts = umbrella.dependencies.compactMap { dependency -> String? in
    if case .byNameItem(let name, _) = dependency { name } else { nil }
  }
  package.products.append(.library(name: umbrella.name, targets: [umbrella.name] + parts))
}

// The programs of scripts/fuzz, whose main function is that of libFuzzer.
if Context.environment["GALLEY_FUZZ"] != nil {
  package.targets.append(.module("FuzzProgram", imports: ["FuzzCore"], at: "Tests/Fuzzer/Program"))
  for (name, targets) in ["Fuzzer": "FuzzTargets", "ReaderFuzzer": "FuzzReaders"] {
    package.targets.append(
      .executableTarget(
        name: name, dependencies: ["GalleyFuzzProgram", .byName(name: targets.target)],
        path: "Tests/Fuzzer/" + name, swiftSettings: .strict))
  }
}

extension [SwiftSetting] {
  /// The settings of every Swift target.
  static var strict: [SwiftSetting] {
    [
      .swiftLanguageMode(.v6),
      .strictMemorySafety(),
      .enableUpcomingFeature("ExistentialAny"),
      .enableUpcomingFeature("InternalImportsByDefault"),
      .enableUpcomingFeature("MemberImportVisibility"),
      .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
      .enableUpcomingFeature("InferIsolatedConformances"),
      .treatAllWarnings(as: .error),
    ]
  }
}

extension [Target.Dependency] {
  /// The parser of command-line arguments.
  static var argumentParser: Self { products(["swift-argument-parser": ["ArgumentParser"]]) }
  /// The HTTP server of pages.
  static var pageServer: Self { products(["FlyingFox": ["FlyingFox", "FlyingSocks"]]) }
  /// The HTTP server of pictures, its logs and metrics.
  static var quoteServer: Self {
    products([
      "hummingbird": ["Hummingbird"], "swift-http-types": ["HTTPTypes"], "swift-log": ["Logging"],
      "swift-metrics": ["CoreMetrics"], "swift-nio": ["NIOCore"],
      "swift-nio-extras": ["NIOHTTPTypes"],
      "swift-service-lifecycle": ["ServiceLifecycle", "UnixSignals"],
    ])
  }
  /// The connections with which tests talk to a server.
  static var connections: Self {
    products(["swift-log": ["Logging"], "swift-nio": ["NIOCore", "NIOPosix"]])
  }
  /// Products of other packages, by package.
  private static func products(_ names: KeyValuePairs<String, [String]>) -> Self {
    names.flatMap { package, names in names.map { .product(name: $0, package: package) } }
  }
}

extension String {
  /// The name of the target of the folder `Sources/<self>`.
  var target: String { hasPrefix("Galley") ? self : "Galley" + self }
}

extension Target {
  /// The module of the folder `Sources/<folder>`, which re-exports the modules `parts`, and may
  /// import those of the folders `imports`; the folder may also be another, at a `path`.
  ///
  /// The files of its folder `embedding` become part of the program. A module that parses the
  /// command line depends on the argument parser, and one that stores data on SQLite. The modules
  /// `earlier` are built before, though they are not imported.
  static func module(
    _ folder: String, over parts: [String] = [], imports: [String] = [],
    after earlier: [String] = [], parsing parsesArguments: Bool = false,
    storing storesData: Bool = false, embedding data: String? = nil, at path: String? = nil
  ) -> Target {
    .target(
      name: folder.target,
      dependencies: (parts + imports + earlier).map { .byName(name: $0.target) }
        + (parsesArguments ? .argumentParser : [])
        + (storesData ? [.product(name: "GRDB", package: "GRDB.swift")] : []),
      path: path ?? "Sources/" + folder,
      resources: data.map { [.embedInCode($0)] },
      swiftSettings: .strict)
  }

  /// The program of the folder `Sources/<folder>`, which may import the modules of `imports`.
  ///
  /// A program may depend on `products` of other packages.
  static func program(
    _ folder: String, imports: [String], linking products: [Target.Dependency] = []
  ) -> Target {
    .executableTarget(
      name: "Galley" + folder,
      dependencies: (["CProgram"] + imports).map { .byName(name: $0.target) } + .argumentParser
        + products,
      path: "Sources/" + folder, swiftSettings: .strict)
  }

  /// The module map of the folder `Sources/<folder>` over a library of the system.
  static func library(_ folder: String, pkgConfig: String? = nil, apt package: String) -> Target {
    .systemLibrary(
      name: "Galley" + folder, path: "Sources/" + folder, pkgConfig: pkgConfig,
      providers: [.apt([package])])
  }

  /// The tests of the folder `Tests/<folder>Tests`, for the modules of the folders `subjects`.
  ///
  /// The folders `excluded` have files that tests read; `products` are those of other packages.
  static func tests(
    _ folder: String, of subjects: String..., excluding excluded: [String] = [],
    linking products: [Target.Dependency] = []
  ) -> Target {
    .testTarget(
      name: folder + "Tests",
      dependencies: ["TestSupport"] + subjects.map { .byName(name: $0.target) } + products,
      path: "Tests/" + folder + "Tests",
      exclude: excluded,
      swiftSettings: .strict)
  }
}
