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
    name: "generation-benchmark",
    platforms: [.macOS(.v15)],
    traits: [.trait(name: "Llama"), .default(enabledTraits: ["Llama"])],
    targets: [
        .target(name: "HearthCore", swiftSettings: strict),
        .target(name: "HearthSchema", dependencies: ["HearthCore"], swiftSettings: strict),
        .target(name: "HearthTemplates", dependencies: ["HearthCore"], swiftSettings: strict),
        .binaryTarget(name: "CLlama", path: "CLlama.artifactbundle"),
        .target(
            name: "HearthLlama", dependencies: ["HearthCore", "HearthSchema", "HearthTemplates", "CLlama"],
            swiftSettings: strict),
        .executableTarget(
            name: "generation-benchmark", dependencies: ["HearthLlama", "HearthCore"], swiftSettings: strict),
    ]
)
