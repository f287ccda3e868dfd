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
    dependencies: [.package(url: "https://github.com/apple/swift-crypto", from: "4.5.2")],
    targets: [
        .target(
            name: "HearthCore", dependencies: ["CSandbox", .product(name: "Crypto", package: "swift-crypto")],
            swiftSettings: strict),
        .target(name: "CSandbox"),
        .target(name: "HearthSystem", dependencies: ["HearthCore", "CSandbox"], swiftSettings: strict),
        .target(name: "HearthGGUF", dependencies: ["HearthCore"], swiftSettings: strict),
        .target(name: "HearthSchema", dependencies: ["HearthCore"], swiftSettings: strict),
        .target(name: "HearthTemplates", dependencies: ["HearthCore"], swiftSettings: strict),
        .binaryTarget(name: "CLlama", path: "CLlama.artifactbundle"),
        .target(
            name: "HearthLlama",
            dependencies: [
                "HearthCore", "HearthGGUF", "HearthSchema", "HearthSystem", "HearthTemplates", "CLlama",
            ],
            swiftSettings: strict),
        // Speech comes with the processes that models run in; without whisper.cpp here.
        .target(name: "CEncoderKernels"),
        .target(name: "CPocketSphinx"),
        .target(
            name: "HearthVoice",
            dependencies: [
                "HearthCore", "HearthSystem", "CEncoderKernels", "CPocketSphinx",
                .product(name: "Crypto", package: "swift-crypto"),
            ],
            swiftSettings: strict),
        .target(
            name: "HearthRunner",
            dependencies: ["HearthCore", "HearthGGUF", "HearthLlama", "HearthSystem", "HearthVoice", "CSandbox"],
            swiftSettings: strict),
        .executableTarget(
            name: "generation-benchmark", dependencies: ["HearthLlama", "HearthRunner", "HearthCore"],
            swiftSettings: strict),
    ]
)
