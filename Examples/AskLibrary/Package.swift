// swift-tools-version: 6.2
import PackageDescription

// An app that has Hearth as a package. In yours, the dependency is an address, or a path like this one.
let package = Package(
    name: "ask-library",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "hearth", path: "../..")],
    targets: [
        .executableTarget(name: "AskLibrary", dependencies: [.product(name: "Hearth", package: "hearth")])
    ]
)
