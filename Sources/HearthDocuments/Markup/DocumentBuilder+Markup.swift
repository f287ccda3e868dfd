import HearthCore

extension DocumentBuilder {
    /// Says what a text in marks takes in, shows or has for other programs, none of which is read.
    mutating func warn(filesTakenIn files: Int, pictures: Int = 0, forPrograms blocks: Int = 0) {
        warn(files, .skipped, "1 file that it takes in was not read.", "files that it takes in were not read.")
        warn(pictures, .skipped, "1 picture was left out.", "pictures were left out.")
        warn(
            blocks, .skipped, "1 block for another program was left out.", "blocks for other programs were left out.")
    }
}

/// How much a text in marks may become.
enum MarkupLimits {
    /// Bytes that a name which stands for some words may make of a file that repeats it.
    static let longestRepeated = 64_000_000
}
