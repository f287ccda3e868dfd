import ArgumentParser
import Foundation
import HearthCore
import HearthEngine

/// The environment of one call.
struct EnvironmentOptions: ParsableArguments {
    @Option(help: "The environment for this call; see `hearth environment list`.")
    var environment: String?
}
