// swift-tools-version: 6.2
import PackageDescription

// A package of its own, over links to the targets it measures: it needs neither llama.cpp nor the documents' readers.
let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
    name: "conversation-benchmark",
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
            swiftSettings: strict
        ),
        .target(name: "HearthPrompts", dependencies: ["HearthCore"], swiftSettings: strict),
        .executableTarget(
            name: "conversation-benchmark", dependencies: ["HearthPrompts", "HearthStore", "HearthCore"],
            swiftSettings: strict),
    ]
)
