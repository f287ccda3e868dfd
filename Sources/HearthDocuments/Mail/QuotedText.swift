/// Tells what a mail quotes of the mail that it answers from what its writer wrote.
///
/// Quoted are lines that begin with ">", with the line above them that says whose they are, and all that follows the line with which some programs
/// put the whole earlier mail below an answer. A forwarded mail is no quote: it may be all that there is to read.
enum QuotedText {
    /// A longer text is no letter, and is left as it is: the places of its lines alone would take several times its size.
    private static let longest = 8 << 20

    /// The text without its quotes, and how many lines these were; the whole text where there is nothing else.
    ///
    /// - Parameter isForward: Whether the mail passes another one on, which then stands below the line that announces it.
    static func removed(from text: String, isForward: Bool = false) -> (text: String, lines: Int) {
        guard text.utf8.count <= longest else { return (text, 0) }
        var kept: [Substring] = []
        var quoted = 0
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() {
            if !isForward, opensOriginal(line), kept.contains(where: { !isBlank($0) }) {
                quoted += lines[index...].count { !isBlank($0) }
                break
            }
            guard line.first == ">", !line.hasPrefix(">From ") else {
                kept.append(line)
                continue
            }
            if index == 0 || lines[index - 1].first != ">" { quoted += dropAttribution(&kept) }
            quoted += 1
        }
        guard quoted > 0, kept.contains(where: { !isBlank($0) }) else { return (text, 0) }
        return (kept.joined(separator: "\n"), quoted)
    }

    private static let mostAttributionLines = 3
    /// Between an attribution and the quote.
    private static let mostBlankLines = 3

    /// Takes away the lines right above a quote that say who wrote it and when: "On Tue, 14 May 2024, Anna <a@b.example> wrote:".
    ///
    /// - Returns: How many.
    private static func dropAttribution(_ kept: inout [Substring]) -> Int {
        var last = kept.count
        while last > 0, kept.count - last < mostBlankLines, isBlank(kept[last - 1]) { last -= 1 }
        guard last > 0, kept[last - 1].last(where: { !$0.isWhitespace }) == ":" else { return 0 }
        guard let start = attributionStart(kept, last) else { return 0 }
        kept.removeLast(kept.count - start)
        return last - start
    }

    /// Where the lines begin that say whose a quote is, of which `last` is behind the last one; `nil` where they do not.
    private static func attributionStart(_ kept: [Substring], _ last: Int) -> Int? {
        var length = 0
        var dates = 0
        var hasAddress = false
        for start in (max(0, last - mostAttributionLines)..<last).reversed() {
            let line = kept[start]
            length += line.utf8.count
            guard length < 400, !isBlank(line) else { break }
            dates += line.utf8.count(where: isDigit)
            hasAddress = hasAddress || line.contains("@")
            // Programs break a line between the date and the address. Without an address, several lines may be the writer's own words.
            if dates >= 4, hasAddress || start == last - 1 { return start }
        }
        let isShort = kept[last - 1].utf8.count < 400
        return isShort && kept[last - 1].contains("@") ? last - 1 : nil
    }

    private static func isBlank(_ line: Substring) -> Bool { line.utf8.allSatisfy(isSpace) }

    /// "-----Original Message-----", in the languages of the programs that write it.
    private static func opensOriginal(_ line: Substring) -> Bool {
        guard line.utf8.count < 80, line.hasPrefix("--") else { return false }
        let words = line.drop { $0 == "-" || $0 == " " }.prefix { $0 != "-" }.lowercased()
        return originals.contains { words.hasPrefix($0) }
    }

    private static let originals = [
        "original message", "ursprüngliche nachricht", "originalnachricht", "message d'origine", "message d’origine",
        "mensaje original",
        "messaggio originale", "mensagem original", "oorspronkelijk bericht", "ursprungligt meddelande",
        "oprindelig meddelelse",
        "исходное сообщение", "wiadomość oryginalna",
    ]
}
