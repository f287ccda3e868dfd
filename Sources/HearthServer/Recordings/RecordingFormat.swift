/// Files that hold sound, told by the ending of their name.
enum RecordingFormat {
    /// The media type for each ending. A film is played for its sound.
    static let types: [String: String] = [
        "wav": "audio/wav", "mp3": "audio/mpeg", "m4a": "audio/mp4", "m4b": "audio/mp4", "mp4": "audio/mp4",
        "aac": "audio/aac", "flac": "audio/flac", "ogg": "audio/ogg", "oga": "audio/ogg", "opus": "audio/ogg",
        "webm": "audio/webm", "weba": "audio/webm", "mka": "audio/x-matroska", "aif": "audio/aiff",
        "aiff": "audio/aiff", "caf": "audio/x-caf", "wma": "audio/x-ms-wma", "amr": "audio/amr",
    ]

    /// In the order in which a recording is looked for beside a transcript: what browsers play comes first.
    static let endings = usual + types.keys.filter { !usual.contains($0) }.sorted()

    private static let usual = ["m4a", "mp3", "wav", "opus", "ogg", "flac", "aac", "mp4", "webm"]

    static func type(ofName name: String) -> String? {
        guard let dot = name.lastIndex(of: ".") else { return nil }
        return types[name[name.index(after: dot)...].lowercased()]
    }
}
