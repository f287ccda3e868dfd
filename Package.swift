// swift-tools-version: 6.2
import CompilerPluginSupport
import Foundation
import PackageDescription

// llama.cpp and whisper.cpp are built by `scripts/setup`, each into an artifact bundle with one static library. A checkout
// without them still builds: what needs them then says that it is not there and which command brings it.
let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().path
let llamaBundle = ".deps/llama/CLlama.artifactbundle"
let whisperBundle = ".deps/whisper/CWhisper.artifactbundle"

/// Whether set-up made a bundle.
@MainActor func isThere(_ bundle: String) -> Bool {
    if FileManager.default.fileExists(atPath: "\(root)/\(bundle)/info.json") { return true }
    let libraries = URL(fileURLWithPath: "\(root)/\(bundle)").deletingLastPathComponent().path + "/lib"
    // Libraries without a bundle are from a set-up before there were bundles, or one that broke off. To go on without them would
    // leave out, without a word, what somebody has.
    if FileManager.default.fileExists(atPath: libraries) {
        FileHandle.standardError.write(Data("\(bundle) is missing. Run scripts/setup, which makes it.\n".utf8))
        exit(1)
    }
    return false
}

let hasLlama = isThere(llamaBundle)
let hasWhisper = isThere(whisperBundle)

/// Whether a library may be in PostgreSQL: where it is asked for (`HEARTH_WITH_POSTGRES=1`) and libpq was installed with its header (Debian's
/// libpq-dev, Homebrew's libpq). What is built with it needs libpq to start, and takes longer to, which nobody should who has a library of
/// their own.
let hasPostgres =
    ProcessInfo.processInfo.environment["HEARTH_WITH_POSTGRES"] != nil
    && [
        "/usr/include/postgresql/libpq-fe.h", "/usr/include/libpq-fe.h", "/opt/homebrew/opt/libpq/include/libpq-fe.h",
        "/usr/local/opt/libpq/include/libpq-fe.h",
    ].contains { FileManager.default.fileExists(atPath: $0) }

/// C that computes: 20 times slower without optimization, and the tests run through it. `scripts/env.sh` asks for it, also in debug builds.
/// Not a setting as a rule: what has such flags cannot be a dependency by version.
let computing: [CSetting] =
    ProcessInfo.processInfo.environment["HEARTH_OPTIMIZED_C"] == nil
    ? [] : [.unsafeFlags(["-O2"], .when(configuration: .debug))]

let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    // In debug only: a newer compiler that warns of something new must not keep a user from building a release.
    .treatAllWarnings(as: .error, .when(configuration: .debug)),
]

let package = Package(
    name: "hearth",
    platforms: [.macOS(.v15), .iOS(.v18)],
    products: [
        // What an app imports.
        .library(name: "Hearth", targets: ["Hearth"]),
        .library(name: "HearthGenerable", targets: ["HearthGenerable"]),
        .library(name: "HearthTesting", targets: ["HearthTesting"]),
        .executable(name: "hearth", targets: ["HearthCLI"]),
    ],
    traits: [
        .trait(name: "Llama", description: "Local models through llama.cpp; needs `scripts/setup`."),
        .trait(name: "Whisper", description: "Speech to text through whisper.cpp; needs `scripts/setup`."),
        .trait(name: "Postgres", description: "A library in PostgreSQL; needs libpq-dev (Debian) or libpq (Homebrew)."),
        .default(
            enabledTraits: Set(
                (hasLlama ? ["Llama"] : []) + (hasWhisper ? ["Whisper"] : []) + (hasPostgres ? ["Postgres"] : []))),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        // Without its traits: the layers are read from memory and from variables, so its parsers of files stay out.
        .package(url: "https://github.com/apple/swift-configuration", from: "1.4.0", traits: []),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
        // What the server shares with Hummingbird; it is built with it in any case.
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0", traits: []),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.34.1"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        // Without its traits: the server takes its settings from the engine, and sends no files from the disk.
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
        .package(url: "https://github.com/swiftlang/swift-syntax", from: "603.0.1"),
    ],
    targets: [
        // Ground
        .target(
            name: "HearthCore", dependencies: ["CSandbox", .product(name: "Crypto", package: "swift-crypto")],
            swiftSettings: strict),
        // Fences: C behind a module map or a small header, nothing else
        .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
        .target(
            name: "CSQLCipher",
            exclude: ["vendor"],
            cSettings: computing,
            linkerSettings: [
                .linkedLibrary("crypto", .when(platforms: [.linux])),
                .linkedLibrary("m", .when(platforms: [.linux])),
                .linkedFramework("Security", .when(platforms: [.macOS, .iOS])),
            ]
        ),
        .target(name: "CSnowball", cSettings: computing),
        // Opened when it is first used; nothing of it is needed to build.
        .target(name: "CPocketSphinx"),
        .target(name: "CVectorKernels", cSettings: computing),
        .target(name: "CEncoderKernels", cSettings: computing),
        .target(name: "CSandbox"),
        // What makes guessing passwords dear.
        .target(name: "CPassword", linkerSettings: [.linkedLibrary("crypto", .when(platforms: [.linux]))]),
        // The web page, embedded; scripts/page-assets lists its files.
        .target(name: "CPage", exclude: ["page"]),
        // Abilities
        .target(name: "HearthText", dependencies: ["HearthCore", "CSnowball"], swiftSettings: strict),
        .target(name: "HearthRedaction", dependencies: ["HearthCore", "HearthText"], swiftSettings: strict),
        .target(name: "HearthExtractive", dependencies: ["HearthCore", "HearthText"], swiftSettings: strict),
        .target(name: "HearthGGUF", dependencies: ["HearthCore"], swiftSettings: strict),
        .target(name: "HearthTemplates", dependencies: ["HearthCore"], swiftSettings: strict),
        .target(
            name: "HearthSystem", dependencies: ["HearthCore", "CSandbox"], swiftSettings: strict),
        .target(
            name: "HearthDocuments", dependencies: ["HearthCore", "HearthSystem", "CZlib"], swiftSettings: strict),
        .target(
            name: "HearthEmbedding",
            dependencies: ["HearthCore", "HearthGGUF", "CEncoderKernels"],
            swiftSettings: strict
        ),
        .target(
            name: "HearthLlama",
            dependencies: [
                "HearthCore", "HearthGGUF", "HearthSchema", "HearthSystem", "HearthTemplates",
            ],
            swiftSettings: strict
        ),
        .target(
            name: "HearthVoice",
            dependencies: [
                "HearthCore", "HearthSystem", "CEncoderKernels", "CPocketSphinx",
                .product(name: "Crypto", package: "swift-crypto"),
            ],
            swiftSettings: strict
        ),
        // Models in processes of their own.
        .target(
            name: "HearthRunner",
            dependencies: ["HearthCore", "HearthGGUF", "HearthLlama", "HearthSystem", "HearthVoice", "CSandbox"],
            swiftSettings: strict),
        .target(name: "HearthApple", dependencies: ["HearthCore"], swiftSettings: strict),
        .target(
            name: "HearthStore",
            dependencies: [
                "HearthCore", "HearthSystem", "CVectorKernels", "CSQLCipher",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            swiftSettings: strict
        ),
        .target(name: "HearthPostgres", dependencies: ["HearthCore"], swiftSettings: strict),
        .target(name: "HearthSchema", dependencies: ["HearthCore"], swiftSettings: strict),
        .target(name: "HearthModels", dependencies: ["HearthCore", "HearthSchema"], swiftSettings: strict),
        .target(
            name: "HearthRegistry",
            dependencies: [
                "HearthCore", "HearthGGUF", "HearthSystem", .product(name: "Crypto", package: "swift-crypto"),
            ],
            swiftSettings: strict
        ),
        // Runs in the compiler only: nothing of swift-syntax is linked into what we ship.
        .macro(
            name: "HearthMacros",
            dependencies: [
                "HearthMacroExpansion",
                .product(name: "SwiftSyntax", package: "swift-syntax"),
                .product(name: "SwiftSyntaxMacros", package: "swift-syntax"),
                .product(name: "SwiftCompilerPlugin", package: "swift-syntax"),
            ],
            swiftSettings: strict
        ),
        .target(
            name: "HearthMacroExpansion",
            dependencies: [
                .product(name: "SwiftSyntax", package: "swift-syntax"),
                .product(name: "SwiftSyntaxMacros", package: "swift-syntax"),
                .product(name: "SwiftSyntaxBuilder", package: "swift-syntax"),
                .product(name: "SwiftDiagnostics", package: "swift-syntax"),
            ],
            swiftSettings: strict
        ),
        // For apps that want the macros. What Hearth itself asks models for says its form without them (`GenerationForm`):
        // swift-syntax takes longer to compile than all of `hearth`.
        .target(name: "HearthGenerable", dependencies: ["HearthCore", "HearthMacros"], swiftSettings: strict),
        .target(name: "HearthPrompts", dependencies: ["HearthCore"], swiftSettings: strict),
        .target(
            name: "HearthTransport",
            dependencies: [
                "HearthCore",
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
            ],
            swiftSettings: strict
        ),
        // Pipelines
        .target(
            name: "HearthKnowledge",
            dependencies: [
                "HearthCore", "HearthDocuments", "HearthExtractive", "HearthModels", "HearthPrompts", "HearthSystem",
                "HearthText",
            ],
            swiftSettings: strict
        ),
        .target(
            name: "HearthAnalysis",
            dependencies: [
                "HearthCore", "HearthExtractive", "HearthKnowledge", "HearthModels", "HearthPrompts", "HearthText",
                .product(name: "Crypto", package: "swift-crypto"),
            ],
            swiftSettings: strict
        ),
        .target(name: "HearthMCP", dependencies: ["HearthCore", "HearthSchema"], swiftSettings: strict),
        // Assembly
        .target(
            name: "HearthEngine",
            dependencies: [
                "HearthCore", "HearthAnalysis", "HearthApple", "HearthDocuments", "HearthEmbedding", "HearthExtractive",
                "HearthKnowledge", "HearthLlama", "HearthMCP", "HearthModels", "HearthPostgres", "HearthRedaction",
                "HearthRegistry", "HearthRunner", "HearthStore", "HearthSystem", "HearthTemplates", "HearthText",
                "HearthTransport", "HearthVoice",
                "CPassword", "CSandbox",
                .product(name: "Configuration", package: "swift-configuration"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
            ],
            swiftSettings: strict
        ),
        // The one module that stands for all of them: it passes on what an app, the command and the server may use.
        .target(
            name: "Hearth",
            dependencies: [
                "HearthAnalysis", "HearthCore", "HearthDocuments", "HearthEngine", "HearthExtractive",
                "HearthKnowledge",
                "HearthModels", "HearthRedaction", "HearthRegistry", "HearthRunner", "HearthSchema", "HearthStore",
                "HearthSystem", "HearthTemplates", "HearthText", "HearthVoice",
            ],
            swiftSettings: strict
        ),
        // Surface
        .target(
            name: "HearthHTTP",
            dependencies: [
                "HearthCore", "HearthModels", "HearthSchema",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "HummingbirdTLS", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
                .product(name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
            ],
            swiftSettings: strict
        ),
        .target(
            name: "HearthServer", dependencies: ["Hearth", "HearthHTTP", "HearthMCP", "CPage"], swiftSettings: strict),
        .executableTarget(
            name: "HearthCLI",
            dependencies: [
                "Hearth", "HearthHTTP", "HearthMCP", "HearthServer",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: strict
        ),
        // Support
        .target(
            name: "HearthTesting",
            dependencies: [
                "HearthCore", "HearthPrompts", "HearthStore",
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
            ],
            swiftSettings: strict
        ),
        // Tests
        .testTarget(name: "HearthCoreTests", dependencies: ["HearthCore"], swiftSettings: strict),
        .testTarget(
            name: "HearthSystemTests", dependencies: ["HearthSystem", "HearthCore", "CSandbox"],
            swiftSettings: strict),
        // Texts that no one writes, for the tests of all that reads text.
        .target(name: "HostileTexts", path: "Tests/HostileTexts", swiftSettings: strict),
        .testTarget(
            name: "HearthTextTests", dependencies: ["HearthText", "HearthCore", "HostileTexts"], swiftSettings: strict),
        .testTarget(
            name: "HearthRedactionTests",
            dependencies: ["HearthRedaction", "HearthText", "HearthModels", "HearthCore", "HostileTexts"],
            swiftSettings: strict),
        .testTarget(
            name: "HearthExtractiveTests",
            dependencies: ["HearthExtractive", "HearthText", "HearthCore", "HearthTesting", "HostileTexts"],
            swiftSettings: strict),
        .testTarget(
            name: "HearthDocumentsTests",
            dependencies: [
                "HearthDocuments", "HearthSystem", "HearthCore", "PublicSuites", "HearthTesting", "HostileTexts",
            ],
            resources: [.copy("Fixtures")], swiftSettings: strict),
        .testTarget(
            name: "HearthEmbeddingTests",
            dependencies: ["HearthEmbedding", "HearthGGUF", "HearthCore", "CEncoderKernels", "HearthTesting"],
            swiftSettings: strict),
        .testTarget(
            name: "HearthTemplatesTests", dependencies: ["HearthTemplates", "HearthCore"], swiftSettings: strict),
        .testTarget(
            name: "HearthLlamaTests",
            dependencies: [
                "HearthLlama", "HearthCore", "HearthSchema", "HearthTemplates", "TinyModels", "HearthTesting",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "HearthRunnerTests",
            dependencies: [
                "HearthRunner", "HearthCLI", "HearthCore", "HearthLlama", "HearthVoice", "TinyModels", "HearthTesting",
            ],
            swiftSettings: strict),
        // Suites of tests that others have written, where set-up put them.
        .target(name: "PublicSuites", path: "Tests/PublicSuites", swiftSettings: strict),
        // Model files with random weights, made when a test needs them.
        .target(name: "TinyModels", path: "Tests/TinyModels", swiftSettings: strict),
        .testTarget(
            name: "HearthStoreTests",
            dependencies: [
                "HearthStore", "HearthCore", "HearthPrompts", "HearthTesting", "CVectorKernels", "StoreCrashHelper",
                // Reads databases that these tests make.
                "HearthDocuments",
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            resources: [.copy("Fixtures")], swiftSettings: strict),
        .executableTarget(
            name: "StoreCrashHelper", dependencies: ["HearthStore", "HearthCore", "HearthTesting"],
            path: "Tests/StoreCrashHelper", swiftSettings: strict),
        .testTarget(
            name: "HearthPostgresTests",
            dependencies: ["HearthPostgres", "HearthKnowledge", "HearthStore", "HearthCore", "HearthTesting"],
            swiftSettings: strict),
        .testTarget(
            name: "HearthKnowledgeTests",
            dependencies: [
                "HearthKnowledge", "HearthExtractive", "HearthText", "HearthModels", "HearthPrompts", "HearthStore",
                "HearthCore", "HearthSystem", "HearthTesting",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "HearthAnalysisTests",
            dependencies: [
                "HearthAnalysis", "HearthCore", "HearthExtractive", "HearthKnowledge", "HearthModels", "HearthPrompts",
                "HearthStore", "HearthTesting", "HearthText",
            ],
            swiftSettings: strict),
        // Of the library and not of the macro: tests that name a macro have the whole package compiled twice.
        .testTarget(
            name: "HearthMacroExpansionTests",
            dependencies: [
                "HearthMacroExpansion",
                .product(name: "SwiftSyntaxMacros", package: "swift-syntax"),
                .product(name: "SwiftSyntaxBuilder", package: "swift-syntax"),
                .product(name: "SwiftSyntaxMacroExpansion", package: "swift-syntax"),
                .product(name: "SwiftSyntaxMacrosGenericTestSupport", package: "swift-syntax"),
            ],
            swiftSettings: strict),
        .testTarget(
            name: "HearthGenerableTests", dependencies: ["HearthGenerable", "HearthCore", "HearthSchema"],
            swiftSettings: strict),
        .testTarget(
            name: "HearthModelsTests", dependencies: ["HearthModels", "HearthCore", "HearthSchema", "HearthTesting"],
            swiftSettings: strict),
        .testTarget(
            name: "HearthSchemaTests", dependencies: ["HearthSchema", "HearthCore", "PublicSuites", "HearthTesting"],
            swiftSettings: strict),
        .testTarget(
            name: "HearthConformanceTests",
            dependencies: [
                "HearthModels", "HearthTransport", "HearthLlama", "HearthCore", "HearthTesting",
                "TinyModels",
            ],
            swiftSettings: strict),
        // What an app sees, with the one import that it has.
        .testTarget(name: "HearthTests", dependencies: ["Hearth"], swiftSettings: strict),
        .testTarget(
            name: "HearthEngineTests",
            dependencies: [
                "HearthEngine", "HearthKnowledge", "HearthLlama", "HearthMCP", "HearthModels", "HearthRegistry",
                "HearthPostgres", "HearthStore",
                "CPassword", "HearthCore", "HearthTesting", "HearthVoice", "TinyModels",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
            ],
            swiftSettings: strict),
        .testTarget(
            name: "HearthTransportTests",
            dependencies: [
                "HearthTransport", "HearthCore", "HearthTesting",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "HearthVoiceTests",
            dependencies: [
                "HearthVoice", "HearthSystem", "HearthCore", "TinyModels", "VoiceCoexistenceHelper", "HearthTesting",
            ],
            swiftSettings: strict),
        .executableTarget(
            name: "VoiceCoexistenceHelper", dependencies: ["HearthVoice", "HearthLlama", "HearthCore", "TinyModels"],
            path: "Tests/VoiceCoexistenceHelper", swiftSettings: strict),
        .testTarget(
            name: "HearthRegistryTests",
            dependencies: [
                "HearthRegistry", "HearthTransport", "HearthGGUF", "HearthSystem", "HearthCore", "HearthTesting",
                "ModelDownloadHelper", "TinyModels",
            ],
            swiftSettings: strict),
        .executableTarget(
            name: "ModelDownloadHelper",
            dependencies: ["HearthRegistry", "HearthTransport", "HearthGGUF", "HearthCore", "HearthTesting"],
            path: "Tests/ModelDownloadHelper", swiftSettings: strict),
        .testTarget(
            name: "HearthMCPTests", dependencies: ["HearthMCP", "HearthCore", "HearthSchema"], swiftSettings: strict),
        .testTarget(
            name: "HearthHTTPTests",
            dependencies: [
                "HearthHTTP", "HearthCore", "HearthModels", "HearthSchema", "HearthTesting",
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ],
            swiftSettings: strict),
        .testTarget(
            name: "HearthServerTests",
            dependencies: [
                "HearthServer", "CPage", "HearthHTTP", "HearthMCP", "HearthEngine", "HearthAnalysis", "HearthKnowledge",
                "HearthModels", "HearthRedaction", "HearthRegistry", "HearthStore", "HearthCore", "HearthTesting",
                "HearthVoice", "TinyModels", "HearthApple", "HearthDocuments", "HearthEmbedding", "HearthGGUF",
                "HearthLlama", "HearthSchema", "HearthSystem", "HearthTemplates", "HearthTransport",
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ],
            swiftSettings: strict),
        .testTarget(
            name: "HearthCLITests",
            dependencies: ["HearthCLI", "HearthCore", "HearthEngine", "HearthTesting", "HearthVoice", "TinyModels"],
            swiftSettings: strict),
    ]
)

/// Lets targets use a library that is not on every machine; without it they compile without it.
@MainActor func link(_ module: String, trait: String, into users: [String]) {
    for target in package.targets where users.contains(target.name) {
        target.dependencies.append(.target(name: module, condition: .when(traits: [trait])))
    }
}

/// The same for one that set-up brought.
@MainActor func link(_ module: String, from bundle: String, trait: String, into users: [String]) {
    package.targets.append(.binaryTarget(name: module, path: bundle))
    link(module, trait: trait, into: users)
}
if hasLlama { link("CLlama", from: llamaBundle, trait: "Llama", into: ["HearthLlama", "HearthLlamaTests"]) }
if hasWhisper { link("CWhisper", from: whisperBundle, trait: "Whisper", into: ["HearthVoice", "HearthVoiceTests"]) }
if hasPostgres {
    package.targets.append(
        .systemLibrary(name: "CPostgres", pkgConfig: "libpq", providers: [.apt(["libpq-dev"]), .brew(["libpq"])]))
    link("CPostgres", trait: "Postgres", into: ["HearthPostgres", "HearthPostgresTests"])
}
