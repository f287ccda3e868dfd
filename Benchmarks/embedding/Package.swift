// swift-tools-version: 6.2
import PackageDescription

// A package of its own, over links to the targets it measures: it builds in seconds, and the product needs none of it.
let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
    name: "embedding-benchmark",
    platforms: [.macOS(.v15)],
    dependencies: [.package(url: "https://github.com/apple/swift-crypto", from: "4.5.2")],
    targets: [
        .target(
            name: "HearthCore", dependencies: ["CSandbox", .product(name: "Crypto", package: "swift-crypto")],
            swiftSettings: strict),
        .target(name: "CSandbox"),
        .target(name: "CEncoderKernels"),
        .target(name: "HearthGGUF", dependencies: ["HearthCore"], swiftSettings: strict),
        .target(
            name: "HearthEmbedding", dependencies: ["HearthCore", "HearthGGUF", "CEncoderKernels"],
            swiftSettings: strict),
        .executableTarget(
            name: "embedding-benchmark", dependencies: ["HearthEmbedding", "HearthCore", "HearthGGUF"],
            swiftSettings: strict),
    ]
)
