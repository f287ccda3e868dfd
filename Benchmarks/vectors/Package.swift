// swift-tools-version: 6.2
import PackageDescription

// Kept apart from the main package, so that nobody who builds Hearth builds its benchmarks.
let package = Package(
    name: "vector-benchmark",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "hearth", path: "../..")],
    targets: [
        .executableTarget(
            name: "VectorBenchmark",
            dependencies: [
                .product(name: "HearthTesting", package: "hearth"), .product(name: "Hearth", package: "hearth"),
            ],
            swiftSettings: [.swiftLanguageMode(.v6)])
    ]
)
