// swift-tools-version: 6.2
import PackageDescription

// The peer: the smallest program over the same framework, to tell what of a request's time is ours.
let package = Package(
    name: "server-benchmark",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    ],
    targets: [
        .executableTarget(
            name: "hello",
            dependencies: [
                .product(name: "Hummingbird", package: "hummingbird"), .product(name: "Logging", package: "swift-log"),
            ])
    ]
)
