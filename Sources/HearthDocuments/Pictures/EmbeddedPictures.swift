import HearthCore

/// Pictures and scans in a mail or an archive: which are worth reading, and what is to be said of those that gave no text.
///
/// With a mail come logos and the marks of who opened it, with an archive whole albums. So what is too small for text is left out, and no more
/// than ``ArchiveBudget`` allows are read.
struct EmbeddedPictures {
    enum Finding {
        case wanted
        /// No text fits on it.
        case small
        /// One too many.
        case beyond
    }

    /// Points of the shorter side, and of all: less is an icon, a button, a line between two parts of a mail.
    private static let leastSide = 48
    private static let leastPoints = 20_000

    /// Whether there is one, be it read or not.
    private(set) var isAny = false
    private var waiting = 0
    private var withoutText = 0
    private var small = 0
    private var beyond = 0
    /// Those that a program would read which is not installed, by its package.
    private var missing: [String: Int] = [:]

    /// Files that were taken note of here, and are no others that were left out.
    var count: Int { waiting + withoutText + small + beyond + missing.values.reduce(0, +) }

    /// Whether a file is a picture that is to be read; `nil` where it is no picture.
    static func look(at bytes: [UInt8]) -> Finding? {
        guard PictureHeader.kind(of: Array(bytes.prefix(PictureHeader.headSize))) != nil else { return nil }
        // One that is damaged says so when it is read.
        let frames = (try? PictureHeader.read(bytes).frames) ?? []
        if !frames.isEmpty,
            frames.allSatisfy({ min($0.width, $0.height) < leastSide || $0.width * $0.height < leastPoints })
        {
            return .small
        }
        // A TIFF may have thousands, each of which takes as long as a picture of its own.
        return ArchiveBudget.current?.take(pictures: frames.count) ?? true ? .wanted : .beyond
    }

    /// Whether a file may be read, which is not where it is a picture that is left out.
    mutating func allows(_ bytes: [UInt8]) -> Bool {
        guard let finding = Self.look(at: bytes) else { return true }
        isAny = true
        switch finding {
        case .wanted: return true
        case .small: small += 1
        case .beyond: beyond += 1
        }
        return false
    }

    /// Counts one that there was no room for.
    mutating func leaveOut() {
        isAny = true
        beyond += 1
    }

    /// Takes note of a file that gave no text: of a picture, and of one that has some once its pictures are read.
    ///
    /// - Returns: `false` where it is for whoever asks to say.
    mutating func note(_ content: ExtractedDocument) -> Bool {
        guard content.blocks.isEmpty else { return false }
        if content.warnings.contains(where: { $0.kind == .recognitionPending }) {
            waiting += 1
        } else if let warning = content.warnings.first(where: { $0.kind == .recognizerMissing }) {
            missing[warning.missingPackage ?? "", default: 0] += 1
        } else if content.format == .image, content.warnings.allSatisfy({ $0.kind == .noTextLayer }) {
            withoutText += 1
        } else {
            return false
        }
        return true
    }

    var warnings: [ExtractionWarning] {
        var builder = DocumentBuilder()
        builder.warn(
            waiting, .recognitionPending, "1 picture in it is still to be read.",
            "pictures in it are still to be read.")
        for (package, count) in missing.sorted(by: { $0.key < $1.key }) {
            builder.warnings.append(
                ExtractionWarning(
                    .recognizerMissing,
                    "\(count == 1 ? "1 picture in it was" : "\(count) pictures in it were") not read, since a program for it is "
                        + "not installed.", missingPackage: package.isEmpty ? nil : package))
        }
        builder.warn(
            withoutText, .skipped, "1 picture has no text that could be read.",
            "pictures have no text that could be read.")
        builder.warn(
            small, .skipped, "1 picture that is too small for text was left out.",
            "pictures that are too small for text were left out.")
        builder.warn(
            beyond, .truncated, "1 picture was not read, beyond what is read of one file.",
            "pictures were not read, beyond what is read of one file.")
        return builder.warnings
    }
}
