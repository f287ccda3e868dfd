import HearthCore

/// Reads workbooks (ECMA-376, SpreadsheetML): the sheets in their order, each a heading and a line for each row.
///
/// Of formulas the results are read that the workbook keeps. Hidden sheets are read, and their headings say so.
struct WorkbookReader {
    private static let mostSheets = 1_000

    private var package: OfficePackage
    private var builder = DocumentBuilder()
    private let maximumTextBytes: Int
    private var left = Left()

    /// What is said once for the whole workbook.
    private struct Left {
        var sheets = SheetReport()
        /// Cells whose text is not there.
        var texts = 0
        var charts = 0
        /// Sheets of macros and dialogs.
        var others = 0
    }

    /// - Parameter maximumTextBytes: The most bytes of text; rows beyond it are left out, and counted.
    static func read(_ bytes: [UInt8], maximumTextBytes: Int) throws -> ExtractedDocument {
        var reader = WorkbookReader(package: try OfficePackage(bytes), maximumTextBytes: maximumTextBytes)
        return try reader.read()
    }

    private init(package: OfficePackage, maximumTextBytes: Int) {
        self.package = package
        self.maximumTextBytes = maximumTextBytes
    }

    private mutating func read() throws -> ExtractedDocument {
        let main = try package.mainPart(usually: "xl/workbook.xml", "workbook")
        var workbook = WorkbookParts()
        try package.scan(main, &workbook)
        let parts = try package.relationships(of: main)
        guard !workbook.sheets.isEmpty else {
            throw DocumentError(.damagedDocument, "The workbook names no sheet; it is damaged.")
        }
        var strings = SharedStrings()
        if let part = parts.first(where: { $0.type == "sharedStrings" })?.target { try package.scan(part, &strings) }
        var styles = NumberStyles()
        if let part = parts.first(where: { $0.type == "styles" })?.target { try package.scan(part, &styles) }
        let values = CellValues(strings: strings.all, styles: styles, is1904: workbook.is1904)
        var read: Set<String> = []
        for sheet in workbook.sheets.prefix(Self.mostSheets) {
            try Task.checkCancellation()
            guard let part = parts.first(where: { $0.id == sheet.id }) else {
                package.warn(.damaged, "The sheet “\(sheet.name)” is missing.")
                continue
            }
            guard part.type == "worksheet" else {
                if part.type == "chartsheet" { left.charts += 1 } else { left.others += 1 }
                continue
            }
            // One part under many names would be unpacked and scanned again for each of them.
            guard read.insert(part.target.lowercased()).inserted else {
                package.warn(
                    .damaged, "The sheet “\(sheet.name)” is the same part as an earlier one; it was not read again.")
                continue
            }
            try append(sheet, part.target, values)
        }
        if workbook.sheets.count > Self.mostSheets {
            package.warn(.truncated, "Only the first \(Self.mostSheets) of \(workbook.sheets.count) sheets were read.")
        }
        warnOfLeft()
        builder.title = try package.title()
        builder.warnings = package.warnings + builder.warnings
        return builder.finish(format: .xlsx)
    }

    private mutating func append(_ sheet: WorkbookParts.Sheet, _ part: String, _ values: CellValues) throws {
        guard let bytes = try package.contents(of: part) else {
            package.warn(.damaged, "The sheet “\(sheet.name)” is missing.")
            return
        }
        var merged = MergedCells()
        // They stand behind the rows that they are about.
        if bytes.firstIndex(of: "mergeCell", in: bytes.indices) != nil { _ = try XMLScanner.scan(bytes, &merged) }
        let room = max(0, maximumTextBytes - builder.bytes.count)
        var scanner = SheetScanner(values: values, merged: merged, writer: RowWriter(room: room))
        try package.scan(bytes, of: part, &scanner)
        left.sheets.formulas += scanner.formulasWithoutResult
        left.texts += scanner.missingTexts
        left.sheets.merges += scanner.mergesLeftOut + merged.leftOut
        for relationship in try package.relationships(of: part) {
            if relationship.type == "comments" || relationship.type == "threadedComment" { left.sheets.remarks += 1 }
            if relationship.type == "drawing" { left.sheets.drawings += 1 }
        }
        SheetReport.append(sheet.name, isHidden: sheet.isHidden, scanner.writer, to: &builder)
    }

    private mutating func warnOfLeft() {
        builder.warn(
            left.texts, .damaged, "1 cell names a text that the workbook does not have.",
            "cells name a text that the workbook does not have.")
        builder.warn(
            left.charts, .skipped, "1 sheet that is a chart was left out.", "sheets that are charts were left out.")
        builder.warn(
            left.others, .skipped, "1 sheet that holds no cells was left out: one of macros or a dialog.",
            "sheets that hold no cells were left out: macros or dialogs.")
        left.sheets.warn("workbook", in: &builder)
    }
}

/// `workbook.xml`: which sheets there are, in the order of their tabs, and how days are counted.
struct WorkbookParts: XMLHandler {
    struct Sheet {
        var name: String
        /// Of the relationship that names its part.
        var id: String
        var isHidden: Bool
    }

    private(set) var sheets: [Sheet] = []
    /// Whether days are counted from 1904, as on the first Macintoshes.
    private(set) var is1904 = false

    mutating func start(_ name: XMLName, _ attributes: XMLAttributes) {
        switch name.local {
        case "workbookPr": is1904 = attributes["date1904"].map { $0 == "1" || $0 == "true" } ?? false
        case "sheet":
            guard sheets.count < 10_000, let id = attributes.qualified("id") ?? attributes["id"] else { return }
            let state = attributes["state"]
            sheets.append(
                Sheet(
                    name: attributes["name"] ?? "Sheet \(sheets.count + 1)", id: id,
                    isHidden: state == "hidden" || state == "veryHidden"))
        default: break
        }
    }

    mutating func end(_ name: XMLName) {}
    mutating func text(_ bytes: ArraySlice<UInt8>) {}
}

/// The texts that cells of all sheets share, each on one line.
struct SharedStrings: XMLHandler {
    private(set) var all: [String] = []
    private var current: [UInt8]?
    private var isText = false
    /// Inside the reading aids above Japanese words.
    private var isPhonetic = false

    mutating func start(_ name: XMLName, _ attributes: XMLAttributes) {
        switch name.local {
        case "si": current = []
        case "t": isText = true
        case "rPh": isPhonetic = true
        default: break
        }
    }

    mutating func end(_ name: XMLName) {
        switch name.local {
        case "si":
            if let current { all.append(RowWriter.line(String(decoding: current, as: UTF8.self))) }
            current = nil
        case "t": isText = false
        case "rPh": isPhonetic = false
        default: break
        }
    }

    mutating func text(_ bytes: ArraySlice<UInt8>) {
        if isText, !isPhonetic { current?.append(contentsOf: bytes) }
    }
}

/// The ranges of cells that are shown as one, as far as they reach over several rows: what they say holds for each of these rows.
struct MergedCells: XMLHandler {
    struct Range {
        var column: Int
        var rows: ClosedRange<Int>
    }

    /// In no order.
    private(set) var ranges: [Range] = []

    /// Ranges beyond the limit.
    private(set) var leftOut = 0

    private static let most = 20_000

    mutating func start(_ name: XMLName, _ attributes: XMLAttributes) {
        guard name.local == "mergeCell", let reference = attributes["ref"] else { return }
        let corners = reference.split(separator: ":")
        guard corners.count == 2, let from = CellReference(corners[0]), let to = CellReference(corners[1]),
            to.row > from.row, from.column < RowWriter.mostColumns
        else { return }
        guard ranges.count < Self.most else {
            leftOut += 1
            return
        }
        ranges.append(Range(column: from.column, rows: from.row...to.row))
    }

    mutating func end(_ name: XMLName) {}
    mutating func text(_ bytes: ArraySlice<UInt8>) {}
}

/// A cell's place: "B7".
struct CellReference {
    /// Counts from 0.
    var column: Int
    /// Counts from 1.
    var row: Int

    init?(_ text: some StringProtocol) {
        var column = 0
        var row = 0
        var letters = 0
        for byte in text.utf8 where byte != UInt8(ascii: "$") {
            if isLetter(byte), row == 0 {
                letters += 1
                column = column * 26 + Int(lowercased(byte) - 0x60)
            } else if isDigit(byte) {
                row = row * 10 + Int(byte - 0x30)
            } else {
                return nil
            }
            guard letters <= 3, row <= RowWriter.mostRows else { return nil }
        }
        guard letters > 0, row > 0 else { return nil }
        (self.column, self.row) = (column - 1, row)
    }
}
