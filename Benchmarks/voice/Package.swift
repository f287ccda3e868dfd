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
    traits: [.trait(name: "Whisper"), .trait(name: "PocketSphinx"), .default(enabledTraits: ["Whisper"])],
    dependencies: [
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2"),
    ],
    targets: [
        .target(name: "HearthCore", swiftSettings: strict),
        .target(name: "CEncoderKernels"),
        .binaryTarget(name: "CWhisper", path: "CWhisper.artifactbundle"),
        .systemLibrary(name: "CPocketSphinx", pkgConfig: "pocketsphinx"),
        .target(
            name: "HearthVoice",
            dependencies: [
                "HearthCore", "CEncoderKernels", "CWhisper",
                .target(name: "CPocketSphinx", condition: .when(traits: ["PocketSphinx"])),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "Subprocess", package: "swift-subprocess"),
            ],
            swiftSettings: strict),
        .executableTarget(
            name: "voice-benchmark", dependencies: ["HearthVoice", "HearthCore", "CWhisper"], swiftSettings: strict),
    ]
)
