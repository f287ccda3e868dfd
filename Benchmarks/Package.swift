// swift-tools-version: 6.2
import PackageDescription

// Measurements, kept out of the package that people depend on. Each folder explains how to run what is in it.
let package = Package(
    name: "hearth-benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "hearth", path: "..")],
    targets: [
        .executableTarget(
            name: "generation", dependencies: [.product(name: "Hearth", package: "hearth")], path: "generation",
            exclude: ["run", "README.md"], swiftSettings: [.swiftLanguageMode(.v6)])
    ]
)
