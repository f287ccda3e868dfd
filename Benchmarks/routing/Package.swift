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
    name: "routing-benchmark",
    platforms: [.macOS(.v15)],
    dependencies: [.package(url: "https://github.com/apple/swift-crypto", from: "4.5.2")],
    targets: [
        .target(
            name: "HearthCore", dependencies: ["CSandbox", .product(name: "Crypto", package: "swift-crypto")],
            swiftSettings: strict),
        .target(name: "CSandbox"),
        .target(name: "HearthSchema", dependencies: ["HearthCore"], swiftSettings: strict),
        .target(name: "HearthModels", dependencies: ["HearthCore", "HearthSchema"], swiftSettings: strict),
        .executableTarget(
            name: "routing-benchmark", dependencies: ["HearthModels", "HearthCore"], swiftSettings: strict),
    ]
)
