/// The variables `HEARTH_…` that mean something and are no settings. Everything else of that name is reported, because a
/// mistyped `HEARTH_OFFLINE` must not go unnoticed. A test holds this table against what the documentation names.
enum KnownVariables {
    /// What the program reads.
    static let program: Set<String> = ["HEARTH_HOME", "HEARTH_ENVIRONMENT", "HEARTH_TOKEN", "HEARTH_DEBUGGABLE"]

    /// What set-up, the scripts and their tests read. They are often exported in the shell from which the program is run, too.
    static let tools: Set<String> = [
        "HEARTH_CHROMIUM", "HEARTH_DEPS", "HEARTH_EXAMPLES", "HEARTH_EXAMPLE_APP", "HEARTH_MUTATIONS",
        "HEARTH_MUTATION_SEED", "HEARTH_PROGRAM", "HEARTH_QUICK", "HEARTH_RELEASE", "HEARTH_SANITIZE",
        "HEARTH_SPEECH_MUTATIONS", "HEARTH_WITHOUT_LLAMA", "HEARTH_WITHOUT_WHISPER", "HEARTH_WITH_POCKETSPHINX",
    ]

    /// The first words of variables that only tests read.
    static let testPrefixes = ["HEARTH_PAGE_", "HEARTH_TEST_"]

    /// The names that look like settings and are none.
    static func strangers(in variables: some Sequence<String>) -> [String] {
        let settings = SettingKey.allCases.map(\.variableName) + KeyProvider.allCases.map(\.variableName)
        let known = program.union(tools).union(settings)
        return variables.filter { name in
            name.hasPrefix("HEARTH_") && !known.contains(name) && !testPrefixes.contains { name.hasPrefix($0) }
        }.sorted()
    }
}
