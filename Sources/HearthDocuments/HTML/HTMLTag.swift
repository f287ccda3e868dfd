/// The elements whose meaning the reader knows. All others are `other` and are told apart by the hash of their name.
enum HTMLTag: UInt8, Sendable, CaseIterable {
    /// A run of text.
    case text
    /// The root, which stands in no file.
    case document
    case other
    case html, head, body, title, meta, base, link, script, style, noscript, template
    case main, article, section, header, footer, nav, aside, address, hgroup, search
    case h1, h2, h3, h4, h5, h6
    case p, div, center, blockquote, pre, hr, figure, figcaption, details, summary, dialog, fieldset, legend
    case ul, ol, menu, li, dl, dt, dd
    case table, caption, thead, tbody, tfoot, tr, td, th, colgroup, col
    case form, input, button, select, option, optgroup, textarea, label, datalist, output, progress, meter
    case a, abbr, acronym, b, bdi, bdo, big, cite, code, del, dfn, em, font, i, ins, kbd, mark, q, rp, rt, ruby, s, samp
    case small, span, strike, strong, sub, sup, time, tt, u, `var`, wbr, br
    case img, picture, source, track, audio, video, iframe, frame, frameset, noframes, object, embed, param, applet
    case area, map, canvas, svg, math

    /// Elements that never have content.
    var isVoid: Bool {
        switch self {
        case .area, .base, .br, .col, .embed, .hr, .img, .input, .link, .meta, .param, .source, .track, .wbr, .frame:
            true
        default: false
        }
    }

    /// Elements whose content is not markup: it ends only at their own end tag.
    var isRawText: Bool {
        switch self {
        case .script, .style, .noscript, .iframe, .noframes, .textarea, .title: true
        default: false
        }
    }

    /// Elements that stand in a line of text.
    var isInline: Bool {
        switch self {
        case .text, .a, .abbr, .acronym, .b, .bdi, .bdo, .big, .cite, .code, .del, .dfn, .em, .font, .i, .ins, .kbd,
            .mark,
            .q, .rp, .rt, .ruby, .s, .samp, .small, .span, .strike, .strong, .sub, .sup, .time, .tt, .u, .var, .wbr,
            .br,
            .img, .picture, .label, .button, .input, .select, .option, .textarea, .output, .math, .svg, .map, .audio,
            .video, .iframe, .object, .embed, .canvas, .other, .progress, .meter, .link, .meta, .script, .style,
            .noscript, .template:
            true
        default: false
        }
    }

    /// Elements whose start ends an open paragraph (HTML Living Standard, 13.2.6.4.7).
    var endsParagraph: Bool {
        switch self {
        case .address, .article, .aside, .blockquote, .center, .details, .dialog, .dl, .fieldset, .figcaption, .figure,
            .footer, .form, .h1, .h2, .h3, .h4, .h5, .h6, .header, .hgroup, .hr, .main, .menu, .nav, .ol, .p, .pre,
            .search, .section, .summary, .table, .ul, .div, .li, .dt, .dd:
            true
        default: false
        }
    }

    /// Elements whose content is no text of the page: programs, styles, controls and embedded things.
    var isNeverText: Bool {
        switch self {
        case .script, .style, .noscript, .template, .head, .iframe, .object, .embed, .applet, .audio, .video, .canvas,
            .svg, .select, .datalist, .textarea, .button, .progress, .meter, .frameset, .noframes, .map, .rp, .title:
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

    /// 64-bit FNV-1a of the lower-case name.
    static func hash(_ name: some Sequence<UInt8>) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in name {
            let lower = byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte
            hash = (hash ^ UInt64(lower)) &* 0x100_0000_01B3
        }
        return hash
    }

    static func named(_ hash: UInt64) -> HTMLTag { byHash[hash] ?? .other }

    private static let byHash: [UInt64: HTMLTag] = {
        var table: [UInt64: HTMLTag] = [:]
        for tag in allCases where tag.rawValue > HTMLTag.other.rawValue { table[hash("\(tag)".utf8)] = tag }
        return table
    }()
}
