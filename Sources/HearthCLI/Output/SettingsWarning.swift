import HearthCore
import HearthEngine

/// What is written into `settings.json` under a name that is none does not hold, and among the settings is what may leave this
/// machine. So whatever is done says it.
enum SettingsWarning {
    static func tell() {
        // A file that cannot be read ends the command with its own words.
        guard let snapshot = try? SettingsLoader().load() else { return }
        tell(snapshot)
    }

    static func tell(_ snapshot: EnvironmentSnapshot) {
        for name in snapshot.unknownKeys {
            Terminal.error.write(
                "warning: settings.json has “\(Terminal.line(name))”, which is no setting"
                    + NearestName.question(name, among: SettingKey.allCases.map(\.rawValue)) + "\n")
        }
    }
}
