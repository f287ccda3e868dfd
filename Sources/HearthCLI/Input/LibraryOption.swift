import ArgumentParser
import Hearth

/// Another library than the one that is set, for one call of what goes on for long: several machines can be told so without a file of
/// settings on each.
struct LibraryOption: ParsableArguments {
    @Option(
        help:
            "The library, as postgres://USER@HOST/DATABASE?owner=NAME without a password; stands above the setting of that name."
    )
    var library: String?

    /// What it is among the settings.
    var flags: [SettingKey: String] { library.map { [.library: $0] } ?? [:] }
}
