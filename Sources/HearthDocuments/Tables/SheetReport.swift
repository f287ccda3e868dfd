import HearthCore

/// What sheets of any format come to: a heading and rows for each, and what is said once for the whole file.
struct SheetReport {
    /// Cells over several rows that were read for their first alone.
    var merges = 0
    /// Those whose results the file does not keep.
    var formulas = 0
    /// Sheets that have comments, and pictures or shapes.
    var remarks = 0
    var drawings = 0

    /// Adds the rows of one sheet; one without rows adds nothing but its warnings.
    static func append(
        _ name: String, isHidden: Bool, _ writer: consuming RowWriter, to builder: inout DocumentBuilder
    ) {
        let (lines, warnings) = writer.finish("The sheet “\(name)”")
        builder.warnings += warnings
        guard !lines.isEmpty else { return }
        builder.append(.heading(level: 2), isHidden ? "\(name) (hidden sheet)" : name)
        builder.append(.table, lines)
    }

    /// - Parameter file: What such a file is called.
    func warn(_ file: String, in builder: inout DocumentBuilder) {
        builder.warn(
            merges, .truncated,
            "1 cell over several rows is beyond what is kept and was read for its first row alone.",
            "cells over several rows are beyond what is kept and were read for their first rows alone.")
        builder.warn(
            formulas, .skipped,
            "The result of 1 formula is not in the \(file). Save it with the program that calculates it.",
            "formulas have no result in the \(file). Save it with the program that calculates them.")
        builder.warn(
            remarks, .skipped, "The comments of 1 sheet were left out.",
            "sheets have comments, which were left out.")
        builder.warn(
            drawings, .skipped, "The pictures and shapes of 1 sheet were left out.",
            "sheets have pictures or shapes, which were left out.")
    }
}
