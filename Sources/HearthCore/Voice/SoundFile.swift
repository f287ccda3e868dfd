/// Files that hold sound, known by the extension of their name. A film is one, for its sound.
package enum SoundFile {
    /// The media type for each extension, in lower case.
    package static let types: [String: String] = [
        "wav": "audio/wav", "mp3": "audio/mpeg", "m4a": "audio/mp4", "m4b": "audio/mp4", "mp4": "audio/mp4",
        "aac": "audio/aac", "flac": "audio/flac", "ogg": "audio/ogg", "oga": "audio/ogg", "opus": "audio/ogg",
        "webm": "audio/webm", "weba": "audio/webm", "mka": "audio/x-matroska", "aif": "audio/aiff",
        "aiff": "audio/aiff", "caf": "audio/x-caf", "wma": "audio/x-ms-wma", "amr": "audio/amr",
    ]
}
