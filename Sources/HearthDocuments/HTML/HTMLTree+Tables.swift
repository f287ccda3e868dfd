extension HTMLTree {
    /// Whether a table holds data, and not the layout of a page: at least two rows and two columns, no table and no
    /// headings inside, and cells short enough to stand in a row.
    func isDataTable(_ table: Int) -> Bool {
        var rows = 0
        var cells = 0
        var bytesOfText = 0
        let end = Int(nodes[table].end)
        for index in (table + 1)..<max(end, table + 1) {
            switch nodes[index].tag {
            case .table, .h1, .h2, .h3, .form, .article, .section, .blockquote, .pre: return false
            case .tr: rows += 1
            case .td, .th: cells += 1
            case .text: bytesOfText += Int(nodes[index].to - nodes[index].from)
            default: break
            }
        }
        return rows >= 2 && cells >= 2 * rows - 1 && bytesOfText < cells * 400
    }
}
