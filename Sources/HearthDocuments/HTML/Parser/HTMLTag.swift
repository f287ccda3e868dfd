/// What a node is: text, a comment, or an element whose meaning the reader knows. All other elements are `other`, or `foreign`
/// in SVG and MathML, and are told apart by their names.
///
/// Elements of SVG and MathML have cases of their own, so that a rule about `title` or `p` never means one of them.
enum HTMLTag: UInt8, Sendable, CaseIterable {
    /// A run of text.
    case text
    case comment, doctype
    /// The root, which stands in no file.
    case document
    case other
    /// An element of SVG or MathML without a case of its own.
    case foreign
    case svg, math
    /// `mi`, `mo`, `mn`, `ms` and `mtext` of MathML.
    case mathText
    case annotationXML
    /// `annotation-xml` whose content is HTML by its attribute.
    case annotationHTML
    case svgForeignObject, svgDesc, svgTitle
    // The elements of HTML, by their names.
    case html, head, body, title, meta, base, basefont, bgsound, link, script, style, noscript, template
    case main, article, section, header, footer, nav, aside, address, hgroup, search
    case h1, h2, h3, h4, h5, h6
    case p, div, center, blockquote, pre, listing, plaintext, xmp, hr, figure, figcaption, details, summary, dialog
    case fieldset, legend
    case ul, ol, dir, menu, li, dl, dt, dd
    case table, caption, thead, tbody, tfoot, tr, td, th, colgroup, col
    case form, input, button, select, option, optgroup, textarea, label, datalist, output, progress, meter, keygen
    case a, abbr, acronym, b, bdi, bdo, big, cite, code, del, dfn, em, font, i, ins, kbd, mark, nobr, q, rb, rp, rt, rtc
    case ruby, s, samp
    case small, span, strike, strong, sub, sup, time, tt, u, `var`, wbr, br
    case img, image, picture, source, track, audio, video, iframe, frame, frameset, noframes, noembed, object, embed
    case param, applet, marquee, area, map, canvas

    /// Elements that stand in a line of text.
    var isInline: Bool {
        switch self {
        case .text, .comment, .doctype, .other, .foreign, .svg, .math, .mathText, .annotationXML, .annotationHTML, .a,
            .abbr, .acronym, .b, .bdi, .bdo, .big, .cite, .code, .del, .dfn, .em, .font, .i, .ins, .kbd, .mark, .nobr,
            .q, .rb, .rp, .rt, .rtc, .ruby, .s, .samp, .small, .span, .strike, .strong, .sub, .sup, .time, .tt, .u,
            .var, .wbr, .br, .img, .image, .picture, .label, .button, .input, .select, .option, .textarea, .output,
            .map, .audio, .video, .iframe, .object, .embed, .canvas, .progress, .meter, .link, .meta, .script, .style,
            .noscript, .template, .keygen, .basefont, .bgsound, .noembed:
            true
        default: false
        }
    }

    /// Elements whose content is no text of the page: programs, styles, controls and embedded things.
    var isNeverText: Bool {
        switch self {
        case .comment, .doctype, .script, .style, .noscript, .template, .head, .iframe, .object, .embed, .applet,
            .audio,
            .video, .canvas, .svg, .select, .datalist, .textarea, .button, .progress, .meter, .frameset, .noframes,
            .noembed, .map, .rp, .title, .annotationXML, .annotationHTML:
            true
        default: false
        }
    }

    var headingLevel: Int? {
        switch self {
        case .h1: 1
        case .h2: 2
        case .h3: 3
        case .h4: 4
        case .h5: 5
        case .h6: 6
        default: nil
        }
    }

    /// Elements of the table's grid, in which text and other elements cannot stand directly.
    var isTableGrid: Bool {
        switch self {
        case .table, .tbody, .thead, .tfoot, .tr: true
        default: false
        }
    }

    // MARK: What the tree's construction asks (HTML Living Standard, 13.2.4)

    /// The elements that the standard calls special: an end tag of another element does not reach out of them.
    var isSpecial: Bool {
        switch self {
        case .address, .applet, .area, .article, .aside, .base, .basefont, .bgsound, .blockquote, .body, .br, .button,
            .caption, .center, .col, .colgroup, .dd, .details, .dir, .div, .dl, .dt, .embed, .fieldset, .figcaption,
            .figure, .footer, .form, .frame, .frameset, .h1, .h2, .h3, .h4, .h5, .h6, .head, .header, .hgroup, .hr,
            .html, .iframe, .img, .input, .keygen, .li, .link, .listing, .main, .marquee, .menu, .meta, .nav, .noembed,
            .noframes, .noscript, .object, .ol, .p, .param, .plaintext, .pre, .script, .search, .section, .select,
            .source, .style, .summary, .table, .tbody, .td, .template, .textarea, .tfoot, .th, .thead, .title, .tr,
            .track, .ul, .wbr, .xmp, .mathText, .annotationXML, .annotationHTML, .svgForeignObject, .svgDesc, .svgTitle:
            true
        default: false
        }
    }

    /// Elements that a search for an open element never leaves.
    var endsScope: Bool {
        switch self {
        case .applet, .caption, .html, .table, .td, .th, .marquee, .object, .template, .mathText, .annotationXML,
            .annotationHTML, .svgForeignObject, .svgDesc, .svgTitle, .document:
            true
        default: false
        }
    }

    /// Elements that end where their parent does.
    var hasImpliedEnd: Bool {
        switch self {
        case .dd, .dt, .li, .optgroup, .option, .p, .rb, .rp, .rt, .rtc: true
        default: false
        }
    }

    /// Elements that never have content.
    var isVoid: Bool {
        switch self {
        case .area, .base, .basefont, .bgsound, .br, .col, .embed, .frame, .hr, .image, .img, .input, .keygen, .link,
            .meta, .param, .source, .track, .wbr:
            true
        default: false
        }
    }

    /// Tags whose text is no markup.
    var isRawText: Bool {
        switch self {
        case .script, .style, .noscript, .iframe, .noframes, .noembed, .textarea, .title, .xmp, .plaintext: true
        default: false
        }
    }

    // MARK: Names

    /// 64-bit FNV-1a of the lower-case name.
    static func hash(_ name: some Sequence<UInt8>) -> UInt64 { name.reduce(emptyHash) { hash($1, after: $0) } }

    static let emptyHash: UInt64 = 0xCBF2_9CE4_8422_2325

    @inline(__always)
    static func hash(_ byte: UInt8, after hash: UInt64) -> UInt64 {
        (hash ^ UInt64(lowercased(byte))) &* 0x100_0000_01B3
    }
}

/// The names of a page's elements, in lower case, as numbers. Those of ``HTMLTag`` are the same numbers in every page.
struct HTMLNames: Sendable {
    /// All names, one behind the other.
    private var bytes: [UInt8] = []
    private var starts: [Int32] = [0]
    private var numbers: [UInt64: Int32] = [:]

    /// The names that the reader knows.
    static let known: HTMLNames = {
        var names = HTMLNames()
        for tag in HTMLTag.allCases {
            // What is no name of an element keeps its number under one that cannot stand in a tag.
            let isElement = tag.rawValue >= HTMLTag.html.rawValue || tag == .svg || tag == .math
            _ = names.number(adding: Array((isElement ? "\(tag)" : ">\(tag)").utf8))
        }
        return names
    }()

    subscript(_ number: Int32) -> ArraySlice<UInt8> {
        bytes[Int(starts[Int(number)])..<Int(starts[Int(number) + 1])]
    }

    /// The number of a name; `nil` for one that has not been added.
    func number(of name: [UInt8]) -> Int32? { place(of: name).number }

    mutating func number(adding name: [UInt8]) -> Int32 {
        let (number, key) = place(of: name)
        if let number { return number }
        let new = Int32(starts.count - 1)
        bytes += name
        starts.append(Int32(bytes.count))
        numbers[key] = new
        return new
    }

    /// The element of HTML that a number names.
    func tag(_ number: Int32) -> HTMLTag {
        number < HTMLTag.allCases.count ? HTMLTag(rawValue: UInt8(number)) ?? .other : .other
    }

    /// A page may hold names whose hashes are the same on purpose: those are looked for behind each other.
    private func place(of name: [UInt8]) -> (number: Int32?, key: UInt64) {
        var key = HTMLTag.hash(name)
        while let number = numbers[key] {
            if self[number].elementsEqual(name) { return (number, key) }
            key = key &* 0x9E37_79B9_7F4A_7C15 &+ 1
        }
        return (nil, key)
    }
}

// MARK: - Document types

/// What a page says of the version of HTML that it is written in.
struct HTMLDoctype: Equatable, Sendable {
    var name: [UInt8]?
    var publicID: [UInt8]?
    var systemID: [UInt8]?
    var forcesQuirks = false

    /// Whether browsers read the page by the rules of old ones ("quirks mode", 13.2.6.4.1).
    var isOfOldPage: Bool {
        if forcesQuirks || name != Array("html".utf8) { return true }
        let publicID = self.publicID.map { String(decoding: $0.map(lowercased), as: UTF8.self) }
        let systemID = self.systemID.map { String(decoding: $0.map(lowercased), as: UTF8.self) }
        if systemID == "http://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd" { return true }
        guard let publicID else { return false }
        if ["-//w3o//dtd w3 html strict 3.0//en//", "-/w3c/dtd html 4.0 transitional/en", "html"].contains(publicID) {
            return true
        }
        if Self.oldBeginnings.contains(where: publicID.hasPrefix) { return true }
        let isTransitional = ["-//w3c//dtd html 4.01 frameset//", "-//w3c//dtd html 4.01 transitional//"]
            .contains { publicID.hasPrefix($0) }
        return isTransitional && systemID == nil
    }

    private static let oldBeginnings = [
        // Not "html i18n".
        "-//ietf//dtd html 2.", "-//ietf//dtd html 3", "-//ietf//dtd html level ", "-//ietf//dtd html strict",
        "-//ietf//dtd html//", "+//silmaril//dtd html pro v0r11 19970101//",
        "-//as//dtd html 3.0 aswedit + extensions//",
        "-//advasoft ltd//dtd html 3.0 aswedit + extensions//", "-//metrius//dtd metrius presentational//",
        "-//microsoft//dtd internet explorer 2.0 html strict//", "-//microsoft//dtd internet explorer 2.0 html//",
        "-//microsoft//dtd internet explorer 2.0 tables//", "-//microsoft//dtd internet explorer 3.0 html strict//",
        "-//microsoft//dtd internet explorer 3.0 html//", "-//microsoft//dtd internet explorer 3.0 tables//",
        "-//netscape comm. corp.//dtd html//", "-//netscape comm. corp.//dtd strict html//",
        "-//o'reilly and associates//dtd html 2.0//", "-//o'reilly and associates//dtd html extended 1.0//",
        "-//o'reilly and associates//dtd html extended relaxed 1.0//", "-//sq//dtd html 2.0 hotmetal + extensions//",
        "-//softquad software//dtd hotmetal pro 6.0::19990601::extensions to html 4.0//",
        "-//softquad//dtd hotmetal pro 4.0::19971010::extensions to html 4.0//",
        "-//spyglass//dtd html 2.0 extended//", "-//sun microsystems corp.//dtd hotjava html//",
        "-//sun microsystems corp.//dtd hotjava strict html//", "-//w3c//dtd html 3 1995-03-24//",
        "-//w3c//dtd html 3.2 draft//", "-//w3c//dtd html 3.2 final//", "-//w3c//dtd html 3.2//",
        "-//w3c//dtd html 3.2s draft//", "-//w3c//dtd html 4.0 frameset//", "-//w3c//dtd html 4.0 transitional//",
        "-//w3c//dtd html experimental 19960712//", "-//w3c//dtd html experimental 970421//",
        "-//w3c//dtd w3 html 3.0//",
        "-//w3o//dtd w3 html 3.0//", "-//webtechs//dtd mozilla html 2.0//", "-//webtechs//dtd mozilla html//",
    ]
}

/// Reads a document type from behind `<!DOCTYPE` on, over its ">" (HTML Living Standard, 13.2.5.53 to 13.2.5.68).
struct DoctypeScan {
    let bytes: [UInt8]
    private(set) var position: Int
    private var doctype = HTMLDoctype()

    init(bytes: [UInt8], position: Int) {
        self.bytes = bytes
        self.position = position
    }

    mutating func run() -> HTMLDoctype {
        read()
        while position < bytes.count, bytes[position] != 0x3E { position += 1 }
        if position < bytes.count { position += 1 }
        return doctype
    }

    private mutating func read() {
        skipSpace()
        var name: [UInt8] = []
        while let byte = byte(at: position), !byte.isHTMLSpace, byte != 0x3E {
            if byte == 0 { name += HTMLTokenizer.replacement } else { name.append(lowercased(byte)) }
            position += 1
        }
        guard !name.isEmpty else { return doctype.forcesQuirks = true }
        doctype.name = name
        skipSpace()
        guard let byte = byte(at: position) else { return doctype.forcesQuirks = true }
        if byte == 0x3E { return }
        let isPublic = bytes[position...].startsLowercased(with: "public")
        guard isPublic || bytes[position...].startsLowercased(with: "system") else {
            return doctype.forcesQuirks = true
        }
        position += 6
        skipSpace()
        if isPublic {
            guard readIdentifier(\.publicID) else { return doctype.forcesQuirks = true }
            skipSpace()
            if self.byte(at: position) == 0x3E { return }
        }
        guard readIdentifier(\.systemID) else { return doctype.forcesQuirks = true }
        skipSpace()
        // What else stands there is passed over, and no sign of an old page.
        doctype.forcesQuirks = position >= bytes.count
    }

    /// Reads an identifier between quotation marks; `false` where there is none, or where it is not closed.
    private mutating func readIdentifier(_ identifier: WritableKeyPath<HTMLDoctype, [UInt8]?>) -> Bool {
        guard let quote = byte(at: position), quote == 0x22 || quote == 0x27 else { return false }
        position += 1
        var value: [UInt8] = []
        defer { doctype[keyPath: identifier] = value }
        while let byte = byte(at: position), byte != 0x3E {
            position += 1
            if byte == quote { return true }
            if byte == 0 { value += HTMLTokenizer.replacement } else { value.append(byte) }
        }
        return false
    }

    private func byte(at index: Int) -> UInt8? { index < bytes.count ? bytes[index] : nil }

    private mutating func skipSpace() {
        while position < bytes.count, bytes[position].isHTMLSpace { position += 1 }
    }
}
