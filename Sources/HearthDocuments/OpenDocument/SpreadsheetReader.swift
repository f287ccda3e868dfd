import HearthCore

/// Reads OpenDocument spreadsheets (ODF 1.x): the sheets in the order of their tabs, each a heading and a line for each row.
///
/// Of formulas the results are read that the file keeps. Hidden sheets are read, and their headings say so.
enum SpreadsheetReader {
    /// - Parameter maximumTextBytes: The most bytes of text; rows beyond it are left out, and counted.
    static func read(_ bytes: [UInt8], maximumTextBytes: Int) throws -> ExtractedDocument {
        var package = try OpenDocumentPackage(bytes)
        var scanner = SpreadsheetScanner(maximumTextBytes: maximumTextBytes)
        try package.scan("content.xml", &scanner)
        guard scanner.sheets > 0 else {
            throw DocumentError(.damagedDocument, "The spreadsheet has no sheet, or is damaged.")
        }
        let title = try package.title()
        return scanner.finish(title: title, damage: package.warnings)
    }
}

/// Reads the rows of all sheets of `content.xml`.
struct SpreadsheetScanner: XMLHandler {
    private static let mostSheets = 1_000
    /// That a row lies in, of cells over several rows.
    private static let mostMerged = 200
    /// Styles of hidden sheets that are kept.
    private static let mostStyles = 10_000

    /// One sheet while its rows come.
    private struct Sheet {
        var name: String
        var isHidden: Bool
        var writer: RowWriter
        /// The number of the row that comes next, or is open.
        var row = 1
        var hasRemarks = false
        var hasDrawings = false
        /// Cells over several rows that the current row lies in, with the last row of each and what they say.
        var open: [(column: Int, last: Int, text: String)] = []
    }

    /// What is said once for the whole file.
    private struct Left {
        var sheets = SheetReport()
        var tables = 0
    }

    /// How many there are.
    private(set) var sheets = 0
    private var builder = DocumentBuilder()
    private let maximumTextBytes: Int
    private var left = Left()

    private var sheet: Sheet?
    private var isInside = false
    private var skipDepth = 0
    private var styleName: String?
    private var hiddenStyles: Set<String> = []

    private var rowRepeats = 1
    /// Those that say something, in the order of their columns.
    private var cells: [RowWriter.Cell] = []
    private var beginning: [(column: Int, rows: Int, text: String)] = []
    private var isCut = false
    private var column = 0

    private var value: SheetValue?
    private var columnRepeats = 1
    private var rowsSpanned = 1
    private var content: [UInt8] = []
    private var paragraphs = 0

    init(maximumTextBytes: Int) { self.maximumTextBytes = maximumTextBytes }

    mutating func start(_ name: XMLName, _ attributes: XMLAttributes) {
        if skipDepth > 0 {
            skipDepth += 1
            return
        }
        switch name.namespace {
        case .office:
            switch name.local {
            case "spreadsheet": isInside = true
            case "annotation":
                sheet?.hasRemarks = true
                skipDepth = 1
            case "forms", "scripts": skipDepth = 1
            default: break
            }
        case .style:
            if name.local == "style" { styleName = attributes["family"] == "table" ? attributes["name"] : nil }
            if name.local == "table-properties", attributes["display"] == "false", let styleName,
                hiddenStyles.count < Self.mostStyles
            {
                hiddenStyles.insert(styleName)
            }
        case .draw:
            guard isInside else { return }
            sheet?.hasDrawings = true
            skipDepth = 1
        case .table: if isInside { startTable(name.local, attributes) }
        case .text:
            switch name.local {
            case "p", "h":
                if value != nil, !content.isEmpty { content.append(newline) }
                paragraphs += 1
            case "ruby-text": skipDepth = 1
            default:
                if value != nil, let blank = OpenDocumentFlow.blank(name.local, attributes) {
                    content.append(contentsOf: blank)
                }
            }
        default: break
        }
    }

    private mutating func startTable(_ name: String, _ attributes: XMLAttributes) {
        switch name {
        // What was changed, what may be entered, and what is known of ranges and other files are no rows.
        case "tracked-changes", "content-validations", "dde-links", "database-ranges", "named-expressions",
            "table-source", "scenario", "cell-range-source":
            skipDepth = 1
        case "shapes":
            sheet?.hasDrawings = true
            skipDepth = 1
        case "table":
            guard sheet == nil else {
                left.tables += 1
                skipDepth = 1
                return
            }
            sheets += 1
            guard sheets <= Self.mostSheets else {
                skipDepth = 1
                return
            }
            sheet = Sheet(
                name: RowWriter.line(attributes["name"] ?? "Sheet \(sheets)"),
                isHidden: attributes["style-name"].map { hiddenStyles.contains($0) } ?? false,
                writer: RowWriter(room: max(0, maximumTextBytes - builder.bytes.count)))
        case "table-row":
            rowRepeats = Self.count(attributes["number-rows-repeated"])
            cells = []
            beginning = []
            isCut = false
            column = 0
        case "table-cell", "covered-table-cell":
            value = SheetValue(attributes)
            columnRepeats = Self.count(attributes["number-columns-repeated"])
            rowsSpanned = Self.count(attributes["number-rows-spanned"])
            content = []
            paragraphs = 0
        default: break
        }
    }

    /// How many times something stands there, or over how many rows: from 1 to as many as there are rows at all.
    private static func count(_ text: String?) -> Int {
        min(max(text.flatMap { Int($0) } ?? 1, 1), RowWriter.mostRows)
    }

    mutating func end(_ name: XMLName) {
        if skipDepth > 0 {
            skipDepth -= 1
            return
        }
        switch (name.namespace, name.local) {
        case (.office, "spreadsheet"): isInside = false
        case (.style, "style"): styleName = nil
        case (.text, "p"), (.text, "h"): paragraphs -= 1
        case (.table, "table-cell"), (.table, "covered-table-cell"): endCell()
        case (.table, "table-row"): endRow()
        case (.table, "table"): endSheet()
        default: break
        }
    }

    mutating func text(_ bytes: ArraySlice<UInt8>) {
        guard skipDepth == 0, value != nil, paragraphs > 0 else { return }
        content.append(contentsOf: OpenDocumentFlow.spaced(bytes))
    }

    private mutating func endCell() {
        guard let value else { return }
        self.value = nil
        defer { column = min(column + columnRepeats, RowWriter.mostColumns) }
        let shown = RowWriter.line(String(decoding: content, as: UTF8.self))
        content = []
        if value.lacksResult(shown) { left.sheets.formulas += 1 }
        let text = value.text(shown)
        guard !text.isEmpty else { return }
        let end = column + columnRepeats
        if end > RowWriter.mostColumns { isCut = true }
        for place in column..<max(column, min(end, RowWriter.mostColumns)) {
            cells.append(RowWriter.Cell(column: place, text: text))
            if rowsSpanned > 1 { beginning.append((place, rowsSpanned, text)) }
        }
    }

    private mutating func endRow() {
        guard var sheet else { return }
        self.sheet = nil
        defer { self.sheet = sheet }
        var row = sheet.row
        let next = row + rowRepeats
        sheet.row = next
        while row < next {
            sheet.open.removeAll { $0.last < row }
            // Behind the last row of what is shown over several, rows without cells of their own say nothing.
            guard !cells.isEmpty || !sheet.open.isEmpty else { break }
            guard !sheet.writer.isFull, row <= RowWriter.mostRows else {
                let last = cells.isEmpty ? (sheet.open.map(\.last).max() ?? row) : next - 1
                sheet.writer.leaveOut(rows: min(last, next - 1) - row + 1)
                break
            }
            sheet.writer.add(row, filled(sheet.open), isCut: isCut)
            for cell in beginning {
                if sheet.open.count < Self.mostMerged {
                    sheet.open.append((cell.column, row + cell.rows - 1, cell.text))
                } else {
                    left.sheets.merges += 1
                }
            }
            beginning = []
            row += 1
        }
    }

    /// The row's cells, and what cells of earlier rows say in columns where it has none.
    private func filled(_ open: [(column: Int, last: Int, text: String)]) -> [RowWriter.Cell] {
        guard !open.isEmpty else { return cells }
        let own = Set(cells.map(\.column))
        let shown = open.filter { !own.contains($0.column) }.map { RowWriter.Cell(column: $0.column, text: $0.text) }
        return (cells + shown).sorted { $0.column < $1.column }
    }

    private mutating func endSheet() {
        guard let sheet else { return }
        self.sheet = nil
        if sheet.hasRemarks { left.sheets.remarks += 1 }
        if sheet.hasDrawings { left.sheets.drawings += 1 }
        SheetReport.append(sheet.name, isHidden: sheet.isHidden, sheet.writer, to: &builder)
    }

    /// - Parameter damage: What is said of parts that are damaged.
    mutating func finish(title: String?, damage: [ExtractionWarning]) -> ExtractedDocument {
        if sheets > Self.mostSheets {
            builder.warnings.append(
                ExtractionWarning(.truncated, "Only the first \(Self.mostSheets) of \(sheets) sheets were read."))
        }
        builder.warn(left.tables, .skipped, "1 table inside a cell was left out.", "tables inside cells were left out.")
        left.sheets.warn("spreadsheet", in: &builder)
        builder.title = title
        builder.warnings = damage + builder.warnings
        return builder.finish(format: .ods)
    }
}
