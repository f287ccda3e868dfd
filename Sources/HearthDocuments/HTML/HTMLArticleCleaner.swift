/// Drops the lines around and between an article's paragraphs that are not part of it.
struct HTMLArticleCleaner {
    let tree: HTMLTree
    let metadata: HTMLMetadata
    /// Whether the page has hardly anything beside its text, so that a main heading which says something else than the page's title was written to
    /// be read; on a published page it is the title in other words.
    let isPlain: Bool

    func clean(_ leaves: [HTMLLeaf]) -> [HTMLLeaf] {
        var lengths = [Int](repeating: 0, count: tree.nodes.count)
        for leaf in leaves { lengths[leaf.container] += leaf.length }
        for index in stride(from: tree.nodes.count - 1, to: 0, by: -1) {
            lengths[Int(tree.nodes[index].parent)] += lengths[index]
        }
        let lines = leaves.map { Line(leaf: $0, tree: tree, lengths: lengths) }
        let bodyStart = lines.firstIndex { $0.isBody } ?? 0
        let notices = notices(lines)
        let links = linkDensities(ofListsIn: lines)
        let teasers = teasers(lines, lengths)
        var seen: Set<UInt64> = []
        var kept: [Line] = []
        for (index, line) in lines.enumerated() {
            if isTitle(line) && index <= bodyStart + 2 { continue }
            if notices.contains(index) || teasers.contains(index) || isAuthor(line) { continue }
            // In a list of posts a heading is a link to the post whose beginning stands below it.
            let opensPost =
                line.headingLevel != nil && index + 1 < lines.count && lines[index + 1].isBody
                && lines[index + 1].place == line.place
            // One thing of a list that is a link to it, among others that are described.
            let isDescribed = line.list.flatMap { links[$0] }.map { $0 < 0.4 } ?? false
            if isLeadAway(line, isDescribed: isDescribed), !opensPost { continue }
            // The same sentences twice are a caption or a teaser of what is on the page anyway.
            if line.isBody, line.leaf.length >= 40, !seen.insert(HTMLTag.hash(line.bytes)).inserted { continue }
            kept.append(line)
        }
        kept = withoutWhatFollows(kept)
        kept = withoutEnds(kept)
        return withoutEmptyHeadings(kept).map(\.leaf)
    }

    /// Lines about cookies and the browser, unless the article is about them.
    private func notices(_ lines: [Line]) -> Set<Int> {
        let found = lines.indices.filter { index in
            let place = lines[index].place
            let isBetweenParagraphs =
                index > 0 && index + 1 < lines.count
                && [lines[index - 1], lines[index + 1]].allSatisfy { $0.isBody && $0.place == place }
            return !isBetweenParagraphs && HTMLPhrases.notices.occurs(in: lines[index].words[...])
        }
        let length = found.reduce(0) { $0 + lines[$1].leaf.length }
        let others = lines.reduce(0) { $0 + ($1.isBody ? $1.leaf.length : 0) } - length
        return length < others ? Set(found) : []
    }

    /// Lines of boxes that lead to other pages: next to each other, each a heading that is a link and a few words besides. Where
    /// they are much of the page they are what it is read for, as on a list of posts.
    ///
    /// - Parameter lengths: Of the text in each node of the tree.
    private func teasers(_ lines: [Line], _ lengths: [Int]) -> Set<Int> {
        let titles = lines.filter(leadsToAnotherPage).map(\.leaf)
        guard titles.count > 1 else { return [] }
        var counts = [Int](repeating: 0, count: tree.nodes.count)
        for title in titles { counts[title.container] += 1 }
        for index in stride(from: tree.nodes.count - 1, to: 0, by: -1) {
            counts[Int(tree.nodes[index].parent)] += counts[index]
        }
        // The largest element around each title that holds no other one; such elements do not overlap.
        var boxes: [Int: [Int]] = [:]
        for title in titles {
            var box = title.container
            while box > 0, counts[Int(tree.nodes[box].parent)] == 1 { box = Int(tree.nodes[box].parent) }
            guard lengths[box] > title.length, lengths[box] <= Self.longestTeaser else { continue }
            boxes[Int(tree.nodes[box].parent), default: []].append(box)
        }
        var isInBox = [Bool](repeating: false, count: tree.nodes.count)
        for box in boxes.values.filter({ $0.count > 1 }).joined() {
            for node in box..<Int(tree.nodes[box].end) { isInBox[node] = true }
        }
        let found = lines.indices.filter { isInBox[lines[$0].leaf.nodes.lowerBound] }
        let length = found.reduce(0) { $0 + lines[$1].leaf.length }
        let others = lines.reduce(0) { sum, line in
            line.isBody && !isInBox[line.leaf.nodes.lowerBound] ? sum + line.leaf.length : sum
        }
        return length * 2 < others ? Set(found) : []
    }

    /// Characters of a teaser with its title: a longer text says something itself.
    private static let longestTeaser = 600

    /// Whether a line is a heading and all of it a link, and not one to a place on the same page, as in manuals and threads.
    private func leadsToAnotherPage(_ line: Line) -> Bool {
        guard line.headingLevel != nil, line.leaf.linkDensity > 0.8 else { return false }
        var node = line.leaf.nodes.lowerBound
        for _ in 0..<8 {
            if tree.nodes[node].tag == .a { break }
            node = Int(tree.nodes[node].parent)
        }
        return tree.value(.href, of: node).map { !$0.contains(UInt8(ascii: "#")) } ?? false
    }

    /// For each list the share of its text that is links.
    private func linkDensities(ofListsIn lines: [Line]) -> [Int: Double] {
        var sums: [Int: (all: Int, linked: Int)] = [:]
        for line in lines {
            guard let list = line.list else { continue }
            sums[list, default: (0, 0)].all += line.leaf.length
            sums[list, default: (0, 0)].linked += line.leaf.linkLength
        }
        return sums.mapValues { Double($0.linked) / Double(max(1, $0.all)) }
    }

    private func isTitle(_ line: Line) -> Bool {
        line.headingLevel == 1 && metadata.headings.count == 1 && (!isPlain || metadata.isTitledByHeading)
            || (line.headingLevel != nil && metadata.isTitle(String(decoding: line.bytes, as: UTF8.self)))
    }

    /// Labels, lines that are nothing but a link, and calls to read or follow something else.
    private func isLeadAway(_ line: Line, isDescribed: Bool) -> Bool {
        let leaf = line.leaf
        if line.isInTable || line.isCode || line.isDefinition { return false }
        if !isDescribed, leaf.linkDensity > 0.8 || (leaf.linkDensity > 0.5 && !leaf.isProse) { return true }
        if leaf.words <= 6, HTMLPhrases.labels.contains(line.words) { return line.headingLevel == nil }
        if isCaption(line) { return true }
        guard leaf.linkLength > 0, leaf.length < 250 else { return false }
        return leaf.linkDensity > 0.2 && HTMLPhrases.callsToAction.begins(line.words[...])
    }

    /// "… in Rome. (AP Photo/Jane Doe)", "Photo: Jane Doe", "Image 1 of 9".
    private func isCaption(_ line: Line) -> Bool {
        guard line.leaf.length < 350, line.headingLevel == nil, !line.isInTable, !line.words.isEmpty else {
            return false
        }
        if line.words.count <= 4, line.leaf.letters < 8, line.leaf.stops == 0, !line.isListed {
            // "Note", "Tip": what a box of the article is.
            return !tree.ancestors(of: line.leaf.container, most: 4).contains { HTMLBoilerplate.isBox($0, in: tree) }
        }
        let end = line.words.suffix(7)
        guard HTMLPhrases.pictureCredits.occurs(in: end), !line.leaf.endsWithStop || line.leaf.length < 60 else {
            return false
        }
        // A credit is set apart from the sentence: in brackets, or behind a colon, a slash or a bar.
        return line.bytes.trimmed().suffix(60).contains(where: marks.contains)
            || HTMLPhrases.pictureCredits.begins(line.words[...])
    }

    /// `(`, `/`, `|`, `:`, `[` and the last byte of `©`.
    private var marks: [UInt8] { [0x28, 0x2F, 0x7C, 0x3A, 0x5B, 0xA9] }

    /// Cuts at a heading such as "Related stories", if little of the article lies behind it.
    private func withoutWhatFollows(_ lines: [Line]) -> [Line] {
        let total = lines.reduce(0) { $0 + ($1.isBody ? $1.leaf.length : 0) }
        var seen = 0
        for (index, line) in lines.enumerated() {
            if seen * 2 > total, line.leaf.words <= 8, line.isLabel, isEnding(line) {
                return Array(lines[..<index])
            }
            if line.isBody { seen += line.leaf.length }
        }
        return lines
    }

    /// Whether a line says that the article ends above it.
    private func isEnding(_ line: Line) -> Bool {
        HTMLPhrases.endings.contains(line.words)
            || (line.headingLevel != nil && HTMLPhrases.isEndingHeading(line.bytes))
    }

    /// Who wrote what stands below, and when, in an element that is named for it: "by Jane » May 4, 2020, 8:11 am".
    private func isAuthor(_ line: Line) -> Bool {
        isSignature(line, names: 0.5)
            && tree.ancestors(of: line.leaf.container, most: 2).contains { HTMLBoilerplate.isAuthor($0, in: tree) }
    }

    /// Without what stands before the first and after the last paragraph of prose, unless it stands in a row with them.
    private func withoutEnds(_ lines: [Line]) -> [Line] {
        guard var first = lines.firstIndex(where: \.isBody), var last = lines.lastIndex(where: \.isBody) else {
            return lines
        }
        // Who wrote it and when, in a line of names and numbers.
        while first < last, isSignature(lines[first]) {
            first = lines[(first + 1)...].firstIndex(where: \.isBody) ?? last
        }
        while last > first, isSignature(lines[last]) { last = lines[..<last].lastIndex(where: \.isBody) ?? first }
        // Credits and addresses at the very end are often sentences.
        while last > first, isClosingLine(lines[last]) { last = lines[..<last].lastIndex(where: \.isBody) ?? first }
        while first > 0, belongs(lines[first - 1], beside: lines[first]),
            lines[first - 1].leaf.length >= 40 || lines[first - 1].isSpeech, !isSignature(lines[first - 1])
        {
            first -= 1
        }
        while last + 1 < lines.count, belongs(lines[last + 1], beside: lines[last]), !isClosingLine(lines[last + 1]),
            !isSignature(lines[last + 1])
        {
            last += 1
        }
        last = includingPosts(behind: last, in: lines)
        last = includingData(behind: last, in: lines)
        if first > 0, lines[first - 1].headingLevel != nil, lines[first - 1].leaf.linkDensity > 0.8 { first -= 1 }
        first = includingHeading(before: first, in: lines)
        first = includingData(before: first, in: lines)
        // What a fold or a definition is of.
        if first > 0, let end = lines[first - 1].endOfWhatItNames, lines[first].leaf.container < end { first -= 1 }
        return Array(lines[first...last])
    }

    /// The heading of the first paragraph, in the same element and with at most two short lines between them. The title of the
    /// page was taken out before.
    private func includingHeading(before start: Int, in lines: [Line]) -> Int {
        let body = lines[start]
        for index in lines[max(0, start - 3)..<start].indices.reversed() {
            let line = lines[index]
            // In front of an element of paragraphs, where the heading and this are all of a section.
            let isOfSection =
                index == start - 1 && (tree.nodes[line.place].tag == .article || tree.nodes[line.place].tag == .section)
                && body.leaf.container < tree.nodes[line.place].end
            guard line.place == body.place || line.row == body.row || isOfSection, line.leaf.linkDensity < 0.3 else {
                break
            }
            if line.headingLevel != nil { return isEnding(line) ? start : index }
            if isSignature(line) || isClosingLine(line) { break }
        }
        return start
    }

    /// Short answers that end a thread, in elements of the name that the paragraphs before them stand in.
    private func includingPosts(behind end: Int, in lines: [Line]) -> Int {
        let names = Set(lines[...end].compactMap { $0.isBody ? $0.name : nil })
        let last = lines[(end + 1)...].lastIndex { line in
            line.name.map(names.contains) == true && line.headingLevel == nil && line.leaf.endsWithStop
                && line.leaf.linkDensity < 0.3 && !isClosingLine(line)
        }
        return last ?? end
    }

    /// Tables, code and lists without links under headings of their own, which end many pages of products and manuals.
    private func includingData(behind end: Int, in lines: [Line]) -> Int {
        var last = end
        // Code, with the names of its tabs, and tables in what holds the paragraphs.
        let place = lines[...end].reduce(0) { $1.isBody ? max($0, Int(tree.nodes[$1.place].end)) : $0 }
        var next = last + 1
        while next < lines.count, lines[next].isData, lines[next].leaf.container < place {
            if lines[next].isCode || lines[next].isInTable { last = next }
            next += 1
        }
        while last + 2 < lines.count, lines[last + 1].headingLevel != nil,
            !HTMLPhrases.endings.contains(lines[last + 1].words)
        {
            let rest = lines[(last + 2)...]
            let next = rest.firstIndex { !$0.isData } ?? rest.endIndex
            guard next > rest.startIndex, next == rest.endIndex || lines[next].headingLevel != nil else { break }
            last = next - 1
        }
        return last
    }

    /// Tables, code and lists without links under headings of their own, which stand before what is done with them: what is needed, above
    /// the steps of a recipe.
    private func includingData(before start: Int, in lines: [Line]) -> Int {
        var first = start
        while let heading = lines[..<first].lastIndex(where: { !$0.isData }), heading + 1 < first,
            lines[heading].headingLevel != nil, lines[heading].leaf.linkDensity < 0.3, !isEnding(lines[heading])
        {
            first = heading
        }
        return first
    }

    /// A line without a stop, of which nearly all words are names or numbers: "By Jane Doe, Staff Writer | May 4, 2020".
    ///
    /// - Parameter names: The share of such words.
    private func isSignature(_ line: Line, names share: Double = 0.7) -> Bool {
        let leaf = line.leaf
        guard line.headingLevel == nil, !line.isInTable, !line.isCode, !line.isListed, leaf.length < 160,
            !leaf.endsWithStop
        else { return false }
        var words = 0
        var names = 0
        for word in String(decoding: line.bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace) {
            guard let first = word.first(where: { $0.isLetter || $0.isNumber }) else { continue }
            words += 1
            if first.isUppercase || first.isNumber { names += 1 }
        }
        return words >= 3 && Double(names) >= Double(words) * share
    }

    private func isClosingLine(_ line: Line) -> Bool {
        let leaf = line.leaf
        guard line.headingLevel == nil, !line.isInTable else { return false }
        if leaf.length < 600, HTMLPhrases.solicitations.occurs(in: line.words[...]) { return true }
        return leaf.length < 400 && HTMLPhrases.callsToAction.begins(line.words[...])
            && (leaf.linkLength > 0 || leaf.length < 80)
    }

    /// Whether a line without prose stands in the same row of blocks as a paragraph, and is no label.
    private func belongs(_ line: Line, beside paragraph: Line) -> Bool {
        guard line.row == paragraph.row, line.headingLevel == nil else { return false }
        if line.isInTable || line.isCode { return true }
        guard line.leaf.linkDensity < 0.3 else { return false }
        if line.isListed { return line.leaf.length >= 3 }
        return line.leaf.endsWithStop || line.leaf.length >= 40
    }

    /// Without headings that no text follows.
    private func withoutEmptyHeadings(_ lines: [Line]) -> [Line] {
        var kept: [Line] = []
        for line in lines.reversed() {
            if let level = line.headingLevel {
                guard let next = kept.last else { continue }
                if let nextLevel = next.headingLevel, nextLevel <= level { continue }
            }
            kept.append(line)
        }
        return kept.reversed()
    }
}

extension HTMLArticleCleaner {
    /// A leaf with what cleaning asks of it.
    fileprivate struct Line {
        let leaf: HTMLLeaf
        let headingLevel: Int?
        let isListed: Bool
        let isInTable: Bool
        let isCode: Bool
        /// A term or what is said of it, in a list of definitions.
        let isDefinition: Bool
        /// The list that the line is an item of.
        let list: Int?
        /// For a summary and for a term, where the element ends whose content it names.
        let endOfWhatItNames: Int?
        /// Tag and class of ``place``, where it has a class.
        let name: UInt64?
        /// The element whose child the line is, or its list or table.
        let place: Int
        /// The same, outside of wrappers that hold nothing else.
        let row: Int
        /// The text, or the beginning of it.
        let bytes: [UInt8]
        /// The words of lines up to the length of a short paragraph, as ``HTMLPhrases`` compares them.
        let words: [UInt64]

        /// - Parameter lengths: Of the text in each node of the tree.
        init(leaf: HTMLLeaf, tree: HTMLTree, lengths: [Int]) {
            self.leaf = leaf
            var node = leaf.container
            var level: Int?
            var isListed = false
            var isInTable = false
            var isCode = false
            var isDefinition = false
            var list: Int?
            var named: Int?
            var row = node
            var length = leaf.length
            // Text of a block can stand a few elements deep in what makes it a heading, an item or a cell.
            for step in 0..<6 {
                let tag = tree.nodes[node].tag
                if let found = tag.headingLevel { level = level ?? found }
                if tag == .li || tag == .dd || tag == .dt { isListed = true }
                if tag == .td || tag == .th { isInTable = true }
                let parent = Int(tree.nodes[node].parent)
                if tag == .dd || tag == .dt { isDefinition = true }
                if tag == .summary || tag == .dt { named = named ?? Int(tree.nodes[parent].end) }
                if tag == .ul || tag == .ol { list = list ?? node }
                if step == 0, tag == .p || tag.headingLevel != nil || tag == .blockquote || tag == .pre { row = parent }
                if tag == .pre { isCode = true }
                if tag == .ul || tag == .ol || tag == .dl || tag == .table || tag == .pre {
                    row = parent
                    length = lengths[node]
                }
                if tag == .article || tag == .body || tag == .main { break }
                node = parent
            }
            place = row
            while row > 0, tree.nodes[row].tag != .body, lengths[row] <= length { row = Int(tree.nodes[row].parent) }
            headingLevel = level
            self.isListed = isListed
            self.isInTable = isInTable
            self.isCode = isCode
            self.isDefinition = isDefinition
            self.list = list
            endOfWhatItNames = named
            let names = tree.value(.class, of: place) ?? []
            name = names.isEmpty ? nil : HTMLTag.hash(names) &+ UInt64(tree.nodes[place].tag.rawValue)
            self.row = row
            var bytes: [UInt8] = []
            for index in leaf.nodes where tree.nodes[index].tag == .text {
                bytes += tree.bytes(of: index)
                if bytes.count > 1024 { break }
            }
            self.bytes = bytes
            words = leaf.length < 600 ? HTMLPhrases.words(bytes) : []
        }

        /// A paragraph of the article, to all appearances.
        var isBody: Bool { leaf.isProse && headingLevel == nil && leaf.linkDensity < 0.5 }

        /// What somebody says, however short: it stands in quotation marks, or behind a dash.
        var isSpeech: Bool {
            guard leaf.endsWithStop, let first = String(decoding: bytes.trimmed(), as: UTF8.self).first else {
                return false
            }
            return "\"“„«»‚‘「『—–".contains(first)
        }

        var isData: Bool { headingLevel == nil && (isInTable || isCode || isListed) && leaf.linkLength == 0 }

        var isLabel: Bool { headingLevel != nil || !leaf.endsWithStop }
    }
}
