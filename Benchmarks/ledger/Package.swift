// swift-tools-version: 6.2
import PackageDescription

// Kept apart from the main package, so that nobody who builds Hearth builds its benchmarks.
let package = Package(
    name: "ledger-benchmark",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "hearth", path: "../.."),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    ],
    targets: [
        .executableTarget(
            name: "LedgerBenchmark",
            dependencies: [
                .product(name: "HearthTesting", package: "hearth"), .product(name: "Hearth", package: "hearth"),
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            swiftSettings: [.swiftLanguageMode(.v6)])
    ]
)
