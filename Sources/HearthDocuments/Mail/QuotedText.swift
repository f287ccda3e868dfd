/// Tells what a mail quotes of the mail that it answers from what its writer wrote.
///
/// Quoted are lines that begin with ">", with the line above them that says whose they are, and all that follows the line with which some programs
/// put the whole earlier mail below an answer. A forwarded mail is no quote: it may be all that there is to read.
enum QuotedText {
    /// The text without its quotes, and how many lines these were; the whole text where there is nothing else.
    static func removed(from text: String) -> (text: String, lines: Int) {
        var kept: [Substring] = []
        var quoted = 0
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() {
            if opensOriginal(line), kept.contains(where: { !isBlank($0) }) {
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

    /// Takes away the lines right above a quote that say who wrote it and when: "On Tue, 14 May 2024, Anna <a@b.example> wrote:".
    ///
    /// - Returns: How many.
    private static func dropAttribution(_ kept: inout [Substring]) -> Int {
        var last = kept.count
        while last > 0, isBlank(kept[last - 1]) { last -= 1 }
        guard last > 0, kept[last - 1].last(where: { !$0.isWhitespace }) == ":" else { return 0 }
        var first = last - 1
        while first > 0, last - first < mostAttributionLines, !isBlank(kept[first - 1]) { first -= 1 }
        // A long line is broken behind the date; what stands above a line with a date may be the end of the writer's own words.
        let start = digits(kept[(last - 1)..<last]) >= 4 ? last - 1 : first
        let said = kept[start..<last]
        let length = said.reduce(0) { $0 + $1.utf8.count }
        guard length < 400, digits(said) >= 4 || said.contains(where: { $0.contains("@") }) else { return 0 }
        kept.removeLast(kept.count - start)
        return last - start
    }

    private static func digits(_ lines: ArraySlice<Substring>) -> Int {
        lines.reduce(0) { $0 + $1.utf8.count(where: isDigit) }
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
