// swift-tools-version: 6.2
import PackageDescription

// A package of its own, over links to the targets it measures: it builds in a minute, and the product needs none of it.
let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
    name: "voice-benchmark",
    platforms: [.macOS(.v15)],
    traits: [.trait(name: "Whisper"), .default(enabledTraits: ["Whisper"])],
    dependencies: [.package(url: "https://github.com/apple/swift-crypto", from: "4.5.2")],
    targets: [
        .target(
            name: "HearthCore", dependencies: ["CSandbox", .product(name: "Crypto", package: "swift-crypto")],
            swiftSettings: strict),
        .target(name: "CSandbox"),
        .target(name: "HearthSystem", dependencies: ["HearthCore", "CSandbox"], swiftSettings: strict),
        .target(name: "CEncoderKernels"),
        .binaryTarget(name: "CWhisper", path: "CWhisper.artifactbundle"),
        .target(name: "CPocketSphinx"),
        .target(
            name: "HearthVoice",
            dependencies: [
                "HearthCore", "HearthSystem", "CEncoderKernels", "CPocketSphinx", "CWhisper",
                .product(name: "Crypto", package: "swift-crypto"),
            ],
            swiftSettings: strict),
        .executableTarget(
            name: "voice-benchmark", dependencies: ["HearthVoice", "HearthCore", "CWhisper"], swiftSettings: strict),
    ]
)
