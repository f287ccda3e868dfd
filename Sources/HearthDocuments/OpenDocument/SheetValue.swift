import HearthCore

/// What a cell of an OpenDocument spreadsheet says (ODF 1.3, part 3, 19.386 and after): by its type and value as cells of Excel's workbooks
/// do, and by what is shown where that says more.
struct SheetValue {
    private let type: String?
    private let value: String?
    private let currency: String?
    private let hasFormula: Bool

    /// - Parameter attributes: Of the element `table:table-cell`.
    init(_ attributes: XMLAttributes) {
        type = attributes["value-type"]
        currency = attributes["currency"]
        hasFormula = attributes["formula"] != nil
        switch type {
        case "date": value = attributes["date-value"]
        case "time": value = attributes["time-value"]
        case "boolean": value = attributes["boolean-value"]
        case "string": value = attributes["string-value"]
        default: value = attributes["value"]
        }
    }

    /// Whether a formula stands here without the result that a program that calculates would have left.
    func lacksResult(_ shown: String) -> Bool { hasFormula && type == nil && shown.isEmpty }

    /// - Parameter shown: The cell's paragraphs, on one line.
    func text(_ shown: String) -> String {
        guard let value, !Self.isError(shown) else { return shown }
        switch type {
        case "float": return figures(value).map { Self.saysMore(shown) ? shown : $0 } ?? shown
        case "currency":
            guard let currency, let number = figures(value) else { return shown.isEmpty ? value : shown }
            return "\(number) \(RowWriter.line(currency))"
        case "percentage":
            guard let share = Double(value), share.isFinite else { return shown }
            return CellValues.plain(share * 100, "") + "%"
        case "date": return Self.date(value) ?? shown
        case "time": return ISODuration.seconds(value).flatMap { $0 >= 0 ? SheetDate.clock($0) : nil } ?? shown
        case "boolean": return value == "true" ? "TRUE" : "FALSE"
        default: return shown.isEmpty ? RowWriter.line(value) : shown
        }
    }

    private func figures(_ text: String) -> String? {
        guard let number = Double(text), number.isFinite else { return nil }
        return CellValues.plain(number, text)
    }

    /// "#DIV/0!", "Err:502": the value beside it is a nought that nobody sees.
    private static func isError(_ shown: String) -> Bool { shown.hasPrefix("#") || shown.hasPrefix("Err:") }

    /// Whether what is shown is more than the figures of a number: it has a unit or a currency, or noughts before it as the numbers of places
    /// have.
    private static func saysMore(_ shown: String) -> Bool {
        let bytes = Array(shown.utf8.prefix(100))
        if bytes.count > 1, bytes[0] == UInt8(ascii: "0"), isDigit(bytes[1]) { return true }
        return shown.unicodeScalars.contains { scalar in
            switch scalar.properties.generalCategory {
            case .currencySymbol, .otherSymbol: true
            // "1.5E+3" is a number as well.
            default: scalar.properties.isAlphabetic && scalar != "E" && scalar != "e"
            }
        }
    }

    /// "2024-03-01", or "2024-03-01T14:30:00", of which the time is left out where it is midnight.
    private static func date(_ value: String) -> String? {
        let fields = value.split(separator: "T", maxSplits: 1)
        guard let first = fields.first, let day = CivilDate(first) else { return nil }
        guard fields.count == 2 else { return "\(day)" }
        let clock = fields[1].prefix { $0 != "." && $0 != "," }.split(separator: ":")
        guard clock.count == 3, let hours = Int(clock[0]), let minutes = Int(clock[1]), let seconds = Int(clock[2]),
            (0..<24).contains(hours), (0..<60).contains(minutes), (0..<60).contains(seconds)
        else { return nil }
        let rest = hours * 3_600 + minutes * 60 + seconds
        return rest > 0 ? "\(day) \(SheetDate.clock(rest))" : "\(day)"
    }
}
