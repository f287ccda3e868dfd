import HearthCore

/// Reads the export of Apple Health (`export.xml`): for each year how often what was measured, between which values, and how often in each month.
///
/// An export has some million records, of which each alone says nothing. They are counted, and not added up: a watch and a telephone count the same
/// steps.
enum HealthReader {
    static func begins(_ head: [UInt8]) -> Bool { MeasuredReader.kind(of: head) == .health }

    static func read(_ bytes: [UInt8]) throws -> ExtractedDocument? {
        var handler = HealthHandler()
        let outcome = try XMLScanner.scan(bytes, &handler)
        guard !handler.isEmpty else { return nil }
        return handler.finish(isDamaged: outcome == .damaged)
    }

    /// "HKQuantityTypeIdentifierHeartRateVariabilitySDNN" as "Heart rate variability SDNN".
    static func name(_ identifier: String, without more: [String] = []) -> String {
        var rest = identifier.prefix(100)
        let prefixes = [
            "HKQuantityTypeIdentifier", "HKCategoryTypeIdentifier", "HKDataType", "HKWorkoutActivityType",
        ]
        for prefix in prefixes + more where rest.hasPrefix(prefix) {
            rest = rest.dropFirst(prefix.count)
            break
        }
        var words: [String] = []
        var word = ""
        let letters = Array(rest)
        for (index, letter) in letters.enumerated() {
            let isNext = index + 1 < letters.count && letters[index + 1].isLowercase
            let begins = letter.isUppercase && index > 0 && (letters[index - 1].isLowercase || isNext)
            if begins, !word.isEmpty {
                words.append(word)
                word = ""
            }
            word.append(letter)
        }
        if !word.isEmpty { words.append(word) }
        let lower = words.enumerated().map { index, word in
            index > 0 && word.dropFirst().contains(where: \.isLowercase) ? word.lowercased() : word
        }
        return onOneLine(lower.joined(separator: " "))
    }

    // MARK: - In an archive

    private static let folder = "apple_health_export/"

    /// Whether a file in an archive is the export itself, which is larger than other texts are.
    static func isExport(_ name: String) -> Bool {
        "/\(ArchiveName.folder(name))".hasSuffix("/\(folder)") && FormatDetector.fileExtension(name) == "xml"
            && !isBeside(name)
    }

    /// Whether a file says the same once more (in the form of clinics), or has the curves of an electrocardiogram, thousands of figures.
    static func isBeside(_ name: String) -> Bool {
        guard "/\(name)".contains("/\(folder)") else { return false }
        return name.hasSuffix("_cda.xml") || "/\(ArchiveName.folder(name))".hasSuffix("/electrocardiograms/")
    }
}

private struct HealthHandler: XMLHandler {
    /// What was measured of one kind in a year.
    struct Tally {
        var months = [Int](repeating: 0, count: 12)
        var least: Double?
        var most: Double?
        var unit = ""
        /// Of workouts, in minutes.
        var minutes = 0.0
        var count: Int { months.reduce(0, +) }
    }

    private static let mostYears = 200
    private static let mostKinds = 1_000

    private var years: [Int: [String: Tally]] = [:]
    private var records = 0
    private var workouts = 0
    private var undated = 0
    private var beyond = 0
    private var others: [String: Int] = [:]
    private var facts: [String] = []
    private var exported = ""
    private var open: [String] = []

    var isEmpty: Bool { years.isEmpty && facts.isEmpty }

    mutating func start(_ name: XMLName, _ attributes: XMLAttributes) {
        defer { open.append(name.local) }
        switch name.local {
        case "ExportDate": exported = String((attributes["value"] ?? "").prefix(10))
        case "Me": addFacts(attributes)
        case "Record":
            // What belongs together stands once more below what it belongs to.
            guard open.last != "Correlation" else { return }
            records += 1
            let kind = HealthReader.name(attributes["type"] ?? "")
            take(kind, attributes) { tally in
                // Values of categories are words.
                guard let value = attributes["value"].flatMap(Double.init), value.isFinite else { return }
                tally.least = min(tally.least ?? value, value)
                tally.most = max(tally.most ?? value, value)
                if tally.unit.isEmpty { tally.unit = String((attributes["unit"] ?? "").prefix(40)) }
            }
        case "Workout":
            workouts += 1
            let kind = HealthReader.name(attributes["workoutActivityType"] ?? "")
            take("Workout: \(kind)", attributes) { tally in
                guard attributes["durationUnit"] == "min",
                    let minutes = attributes["duration"].flatMap(Double.init), minutes.isFinite, minutes > 0
                else { return }
                tally.minutes = min(tally.minutes + minutes, 1e9)
            }
        case "Correlation", "ClinicalRecord", "ActivitySummary", "Audiogram", "VisionPrescription":
            others[name.local, default: 0] += 1
        default: break
        }
    }

    mutating func end(_ name: XMLName) {
        if open.last == name.local { open.removeLast() }
    }

    mutating func text(_ bytes: ArraySlice<UInt8>) {}

    /// What is known of the owner: the day of birth, the group of the blood.
    private mutating func addFacts(_ attributes: XMLAttributes) {
        for (key, title) in [("DateOfBirth", "Born"), ("BiologicalSex", "Sex"), ("BloodType", "Blood group")] {
            guard let value = attributes["HKCharacteristicTypeIdentifier\(key)"] else { continue }
            let word = HealthReader.name(value, without: ["HKBiologicalSex", "HKBloodType"])
            if !word.isEmpty, word != "Not set" { facts.append("\(title): \(word)") }
        }
    }

    private mutating func take(_ kind: String, _ attributes: XMLAttributes, _ note: (inout Tally) -> Void) {
        // "2019-11-20 07:35:42 +0100": the day of whoever measured.
        guard let moment = attributes["startDate"].flatMap({ ChatMoment(iso: $0) }) else {
            undated += 1
            return
        }
        let year = moment.day.year
        guard years[year] != nil || years.count < Self.mostYears,
            years[year]?[kind] != nil || (years[year]?.count ?? 0) < Self.mostKinds
        else {
            beyond += 1
            return
        }
        years[year, default: [:]][kind, default: Tally()].months[moment.day.month - 1] += 1
        note(&years[year, default: [:]][kind, default: Tally()])
    }

    // MARK: - The end

    private static let monthNames = MailDate.months.map { $0.prefix(1).uppercased() + $0.dropFirst() }

    consuming func finish(isDamaged: Bool) -> ExtractedDocument {
        var builder = DocumentBuilder()
        builder.title = "Apple Health"
        builder.append(.heading(level: 1), "Apple Health")
        if !exported.isEmpty { facts.append("Exported: \(onOneLine(exported))") }
        builder.append(.paragraph, facts.joined(separator: "\n"))
        for year in years.keys.sorted() {
            builder.append(.heading(level: 2), "\(year)")
            let tallies = years[year] ?? [:]
            for kind in tallies.keys.sorted() {
                if let tally = tallies[kind] { builder.append(.listItem, Self.words(kind, tally)) }
            }
        }
        builder.warn(
            records, .skipped, "1 record was counted and is not listed.", "records were counted and are not listed.")
        builder.warn(
            workouts, .skipped, "1 workout was counted and is not listed.",
            "workouts were counted and are not listed.")
        ExportParts.warn(
            others.sorted { $0.key < $1.key }.map { "\(HealthReader.name($0.key)) (\($0.value))" }, in: &builder)
        builder.warn(
            undated, .damaged, "1 record without a day was left out.", "records without a day were left out.")
        builder.warn(
            beyond, .truncated, "1 record was not counted, beyond what is kept.",
            "records were not counted, beyond what is kept.")
        if isDamaged {
            builder.warnings.append(
                ExtractionWarning(.damaged, "The file ends in the middle or is damaged; what follows is not there."))
        }
        return builder.finish(format: .text)
    }

    /// "Heart rate: 1204 times, 48 to 151 count/min (Jan 600, Mar 604)".
    private static func words(_ kind: String, _ tally: Tally) -> String {
        var words = "\(kind.isEmpty ? "Unknown" : kind): \(tally.count) \(tally.count == 1 ? "time" : "times")"
        if tally.minutes >= 1 { words += ", \(MeasuredPath.words(seconds: Int(tally.minutes * 60)))" }
        if let least = tally.least, let most = tally.most {
            let unit = tally.unit.isEmpty ? "" : " " + onOneLine(tally.unit)
            words += least == most ? ", \(figure(least))\(unit)" : ", \(figure(least)) to \(figure(most))\(unit)"
        }
        let months = zip(monthNames, tally.months).filter { $0.1 > 0 }.map { "\($0.0) \($0.1)" }
        return words + " (\(months.joined(separator: ", ")))"
    }

    /// With two figures behind the point at most.
    private static func figure(_ value: Double) -> String {
        guard abs(value) < 1e15 else { return "\(value)" }
        let hundredths = Int((abs(value) * 100).rounded())
        let rest = hundredths % 100
        let tail = rest == 0 ? "" : rest % 10 == 0 ? ".\(rest / 10)" : rest < 10 ? ".0\(rest)" : ".\(rest)"
        return "\(value < 0 && hundredths > 0 ? "-" : "")\(hundredths / 100)\(tail)"
    }
}
