import HearthCore

/// Reads the history of Chrome as Google Takeout exports it: each day a page, with the pages that were visited in it.
enum HistoryReader {
    private struct Visit {
        var moment: ChatMoment
        var title: String
        var address: String
    }

    private static let mostVisits = 1_000_000
    private static let longestAddress = 500

    /// Whether a file begins as such an export does.
    static func begins(_ head: [UInt8]) -> Bool {
        guard head.first(where: { !isSpace($0) }) == UInt8(ascii: "{") else { return false }
        let keys = JSONKeys(head)
        return keys.contain("Browser History") || keys.contain("time_usec", "url", "page_transition")
    }

    /// - Parameter bytes: The whole file, in UTF-8.
    static func read(
        _ bytes: [UInt8], warnings: [ExtractionWarning], maximumTextBytes: Int
    ) throws -> ExportReading {
        var sections = JSONSlice(bytes).parts
        var list: JSONSlice?
        var others: [String] = []
        while let (key, slice) = sections.next() {
            if key == "Browser History", list == nil { list = slice } else { others.append(key) }
        }
        guard let list else { return .nothing(isDamaged: sections.isCutOff) }
        var builder = DocumentBuilder()
        builder.warnings = warnings
        var visits: [Visit] = []
        var unknown = 0
        var leftOut = 0
        let faults = try list.forEachObject { value in
            guard let address = value["url"]?.stringValue, let time = value["time_usec"]?.doubleValue,
                let moment = ChatMoment(epoch: time / 1_000_000)
            else {
                unknown += 1
                return
            }
            guard visits.count < mostVisits else {
                leftOut += 1
                return
            }
            visits.append(
                Visit(
                    moment: moment, title: onOneLine(String((value["title"]?.stringValue ?? "").prefix(500))),
                    address: String(address.prefix(longestAddress))))
        }
        let isCutOff = faults.isCutOff || sections.isCutOff
        guard !visits.isEmpty else { return .nothing(isDamaged: isCutOff || faults.damaged > 0) }
        let days = Dictionary(grouping: visits.indices) { visits[$0].moment.day }
        for day in days.keys.sorted() {
            try Task.checkCancellation()
            let indices = days[day] ?? []
            guard builder.bytes.count < maximumTextBytes else {
                leftOut += indices.count
                continue
            }
            builder.beginPage()
            builder.append(.heading(level: 2), "\(day)")
            // A page that was visited several times in a day stands once, at its first time.
            let byAddress = Dictionary(grouping: indices) { visits[$0].address }
            let firsts = byAddress.values.compactMap { group in
                group.min { visits[$0].moment < visits[$1].moment }.map { (first: $0, times: group.count) }
            }
            for (first, times) in firsts.sorted(by: {
                (visits[$0.first].moment, $0.first) < (visits[$1.first].moment, $1.first)
            }) {
                let visit = visits[first]
                let words = [visit.title, visit.address].filter { !$0.isEmpty }.joined(separator: " – ")
                builder.append(.listItem, "\(visit.moment.clock) \(words)" + (times > 1 ? " (\(times) times)" : ""))
            }
        }
        builder.warn(
            leftOut, .truncated, "1 visit was not read, beyond what is kept.",
            "visits were not read, beyond what is kept.")
        ExportParts.warn(others, in: &builder)
        builder.warn(
            unknown + faults.damaged, .damaged, "1 visit could not be read.", "visits could not be read.")
        if isCutOff { builder.warnings.append(JSONFaults.cutOff) }
        return .document(builder.finish(format: .bookmarks))
    }
}
