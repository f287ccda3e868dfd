// swift-tools-version: 6.2
import PackageDescription

// A package of its own, over links to the targets it measures: it needs neither llama.cpp nor the server.
let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
    name: "search-benchmark",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    ],
    targets: [
        .target(
            name: "HearthCore", dependencies: ["CSandbox", .product(name: "Crypto", package: "swift-crypto")],
            swiftSettings: strict),
        .target(name: "CSandbox"),
        .target(name: "HearthSystem", dependencies: ["HearthCore", "CSandbox"], swiftSettings: strict),
        .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
        .target(
            name: "HearthDocuments", dependencies: ["HearthCore", "HearthSystem", "CZlib"], swiftSettings: strict),
        .target(name: "CSnowball"),
        .target(name: "HearthText", dependencies: ["HearthCore", "CSnowball"], swiftSettings: strict),
        .target(name: "HearthExtractive", dependencies: ["HearthCore", "HearthText"], swiftSettings: strict),
        .target(name: "HearthSchema", dependencies: ["HearthCore"], swiftSettings: strict),
        .target(name: "HearthModels", dependencies: ["HearthCore", "HearthSchema"], swiftSettings: strict),
        .target(name: "HearthPrompts", dependencies: ["HearthCore"], swiftSettings: strict),
        .target(
            name: "HearthKnowledge",
            dependencies: [
                "HearthCore", "HearthDocuments", "HearthExtractive", "HearthModels", "HearthPrompts", "HearthSystem",
                "HearthText",
            ],
            swiftSettings: strict),
        .target(
            name: "CSQLCipher",
            exclude: ["vendor"],
            linkerSettings: [
                .linkedLibrary("crypto", .when(platforms: [.linux])),
                .linkedLibrary("m", .when(platforms: [.linux])),
                .linkedFramework("Security", .when(platforms: [.macOS, .iOS])),
            ]
        ),
        .target(name: "CVectorKernels"),
        .target(
            name: "HearthStore",
            dependencies: [
                "HearthCore", "HearthSystem", "CVectorKernels", "CSQLCipher",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            swiftSettings: strict),
        .executableTarget(
            name: "search-benchmark", dependencies: ["HearthCore", "HearthKnowledge", "HearthStore"],
            swiftSettings: strict),
    ]
)
