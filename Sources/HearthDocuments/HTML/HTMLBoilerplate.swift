/// Elements that are not what a page is read for, told by their tag, role or the words of their class and id.
enum HTMLBoilerplate {
    enum Judgement {
        case keep
        /// By its words it may be beside the text: left out when it holds hardly any sentences, or mostly links.
        case weak
        /// It is probably beside the text: left out when it is a small part of the page.
        case doubtful
        /// It is beside the text, unless it holds most of the page.
        case leaveOut
        /// It is not shown at all.
        case hidden
    }

    static func judge(_ node: Int, in tree: HTMLTree) -> Judgement {
        let item = tree.nodes[node]
        // Components are named for what they are: <site-footer>, <amp-sidebar>.
        let name = item.tag == .other ? tree.names[item.name] : []
        if item.from == item.to, name.isEmpty { return judge(item.tag) }
        let role = tree.value(.role, of: node).map { HTMLTag.hash($0) }
        if isHidden(node, item.tag, in: tree) { return .hidden }
        if let role, roles.contains(role), !namesCode(node, role, in: tree) { return .leaveOut }
        // What a region is called by is a text in some language: it counts only where it is nothing but such a word.
        if let label = tree.value(.ariaLabel, of: node), !item.tag.isInline,
            strong.contains(HTMLTag.hash(label.filter(\.isASCIILetter))) || isNothingButNames(label)
        {
            return .leaveOut
        }
        if let type = itemType(of: node, in: tree), types.contains(type) { return .leaveOut }
        if let property = tree.value(.itemprop, of: node) {
            if HTMLTag.hash(property) == HTMLTag.hash("articleBody".utf8) { return .keep }
            if properties.contains(HTMLTag.hash(property)) { return .leaveOut }
        }
        var judgement = judge(item.tag)
        var isBox = false
        var isPullquote = false
        guard judgement != .leaveOut, item.tag != .body, item.tag != .html, item.tag != .main else { return judgement }
        for value in [name, tree.value(.class, of: node) ?? [], tree.value(.id, of: node) ?? []] {
            for word in NameWords(value) {
                if strong.contains(word) { return .leaveOut }
                if boxes.contains(word) { isBox = true }
                if pullquotes.contains(word) { isPullquote = true }
                if judgement == .keep, weak.contains(word) { judgement = .weak }
                if doubtful.contains(word) { judgement = .doubtful }
            }
        }
        if isPullquote { return .doubtful }
        if isBox { return .keep }
        return isReferences(node, in: tree) ? .leaveOut : judgement
    }

    /// For every node of a tree, whether its subtree is not shown; `nil` where everything is.
    static func hidden(in tree: HTMLTree) -> [Bool]? {
        let hidden = tree.nodes.indices.map { isHidden($0, tree.nodes[$0].tag, in: tree) }
        return hidden.contains(true) ? hidden : nil
    }

    /// Whether an element is not shown. What is hidden "until-found", as the panel of a tab or as a note is text that is folded.
    private static func isHidden(_ node: Int, _ tag: HTMLTag, in tree: HTMLTree) -> Bool {
        let item = tree.nodes[node]
        // Most elements have no attribute.
        guard tag != .text, item.from != item.to else { return false }
        if let role = tree.value(.role, of: node), folded.contains(HTMLTag.hash(role)) { return false }
        if let value = tree.value(.hidden, of: node), !isWord(value, "until-found") { return true }
        if let style = tree.value(.style, of: node), HTMLInlineStyle.hides(style) { return true }
        // In a line it is read, though not aloud.
        if let value = tree.value(.ariaHidden, of: node), isWord(value, "true"), !tag.isInline { return true }
        guard tree.value(.placeholder, of: node) != nil || tree.value(.fallback, of: node) != nil else { return false }
        let parent = tree.nodes[Int(tree.nodes[node].parent)]
        return parent.tag == .other && tree.names[parent.name].starts(with: "amp-")
    }

    /// The last part of schema.org's name for what an element describes: `Comment` of `https://schema.org/Comment`.
    static func itemType(of node: Int, in tree: HTMLTree) -> UInt64? {
        tree.value(.itemtype, of: node).flatMap { $0.split(separator: UInt8(ascii: "/")).last }
            .map { HTMLTag.hash($0.trimmed()) }
    }

    /// Whether a page is made of what its readers write, by what it says of itself: then comments are its text.
    static func isDiscussion(_ tree: HTMLTree) -> Bool {
        tree.nodes.indices.contains { itemType(of: $0, in: tree).map(discussions.contains) ?? false }
    }

    static func isCommentItem(_ node: Int, in tree: HTMLTree) -> Bool {
        itemType(of: node, in: tree).map(commentItems.contains) ?? false
    }

    /// Whether an element is named for the comments of readers.
    static func isComments(_ node: Int, in tree: HTMLTree) -> Bool {
        guard tree.nodes[node].tag != .body else { return false }
        return [HTMLAttribute.class, .id].contains { name in
            tree.value(name, of: node).map { NameWords($0).contains(where: comments.contains) } ?? false
        }
    }

    /// Whether an element says that it holds the text of an article: by schema.org's property, by the class of microformats
    /// (`e-content`, `entry-content`), or by what systems that publish call it.
    static func isArticleBody(_ node: Int, in tree: HTMLTree) -> Bool {
        if let property = tree.value(.itemprop, of: node), property.elementsEqual("articleBody".utf8) { return true }
        switch tree.nodes[node].tag {
        case .text, .comment, .html, .body: return false
        default: break
        }
        return [HTMLAttribute.class, .id].contains { name in
            tree.value(name, of: node).map { NameWords($0).contains(where: articleBodies.contains) } ?? false
        }
    }

    private static let articleBodies = hashes(
        """
        econtent entrycontent articlebody articlecontent articletext postbody postcontent posttext storybody storycontent \
        storytext
        """)
    private static let comments = hashes("comment comments commentlist commentarea disqus replies responses")

    private static func judge(_ tag: HTMLTag) -> Judgement {
        switch tag {
        case .nav, .footer, .menu, .dialog, .search, .figcaption: .leaveOut
        case .aside, .form, .header, .address, .figure: .doubtful
        default: .keep
        }
    }

    private static func isWord(_ value: ArraySlice<UInt8>, _ word: String) -> Bool {
        value.count == word.utf8.count && String(decoding: value, as: UTF8.self).lowercased() == word
    }

    static func hashes(_ words: String) -> Set<UInt64> {
        Set(words.split(separator: " ").map { HTMLTag.hash($0.utf8) })
    }

    private static let roles = hashes(
        """
        navigation complementary banner contentinfo search dialog alertdialog menu menubar toolbar tablist tooltip alert \
        doc-backlink doc-pagebreak doc-pagelist doc-toc doc-index
        """
    )
    /// What a reader opens where it stands.
    private static let folded = hashes("tabpanel doc-footnote doc-endnote doc-endnotes")
    /// Parts of pages by schema.org, and what readers say of an article.
    private static let types = hashes(
        "wpheader wpfooter wpsidebar wpadblock sitenavigationelement breadcrumblist comment usercomments")
    private static let commentItems = hashes("comment usercomments")
    private static let discussions = hashes("discussionforumposting qapage question socialmediaposting conversation")
    private static let properties = hashes("author datePublished dateModified publisher headline breadcrumb comment")

    /// Words of the trade for what surrounds an article; in a class or id they mean that almost always.
    static let strong = hashes(
        """
        nav navbar navigation subnav topnav sidenav navmenu menu submenu megamenu dropdown sidebar sidebars sidecol \
        rightrail leftrail siderail rail footer pagefooter sitefooter masthead topbar breadcrumb breadcrumbs crumbs \
        comments commentlist commentarea commentform commenting disqus livefyre respond replies share shares sharing \
        sharebar sharedaddy shareaholic sharethis sharetools socialshare social socials socialmedia addthis addtoany \
        ssba heateor jetpack related relatedposts relatedarticles relatedcontent relatedlinks relatedstories \
        recommended recommendation recommendations recommends recirc recirculation outbrain taboola zergnet \
        revcontent nativo newsletter newsletters newslettersignup subscribe subscription signup mailchimp promo \
        promos promotion promotions promoted promobox sponsor sponsors sponsored advert adverts advertisement \
        advertisements advertising advertorial adsense adsbygoogle adslot adunit adbox adwrapper dfp gpt gptad \
        banner banners cookie cookies cookiebar cookiebanner cookieconsent consent gdpr popup popups modal overlay \
        lightbox login logon signin register searchform searchbox pagination pager paginator tagcloud taglist byline \
        bylines authorbox authorbio aboutauthor copyright colophon trending mostread mostpopular mostviewed upnext \
        readnext nextprev prevnext postnav prevpost nextpost skiplink skip sronly screenreader visuallyhidden \
        noprint tooltip poll survey donate donation caption captions figcaption imagecaption wpcaption photocredit \
        credit credits thumbnails blogroll backtotop backlink toolbar postmeta entrymeta articlemeta metadata \
        dateline timestamp pubdate timestamps publishdate datetime flyout hovercard mostshared morefrom morestories \
        morenews morelike printfriendly navigational shoutbox trackback trackbacks pingback pingbacks reactions \
        fbcomments fblike editsection headerlink navbox postprofile userextras posthead postfoot comhead
        """)

    private static let doubtful = hashes(
        "author authors bio aside teaser teasers widget widgets")

    /// Words that mean it often, and often something else.
    private static let weak = hashes(
        """
        ad ads adv advert more next prev previous meta date time tags tag keywords topics categories category latest \
        popular most recent carousel slideshow slider gallery card cards tools actions utility links linklist list \
        side secondary tertiary bottom header head headline title subtitle dek subhead info about contact follow \
        print email comment reply rating ratings review votes vote likes facebook twitter instagram pinterest \
        whatsapp linkedin reddit youtube video player audio photo photos image images img media thumbnail thumb \
        legend button buttons btn cta feed storylist event events deals shop store product products offer offers \
        partner partners external disclaimer disclosure notice notification alert message messages correction kicker \
        eyebrow supplement inset embed toc minute app apps download legal terms overlaytext label labels user userinfo \
        profile avatar signature poster
        """)
}

/// The words of a class or id: `relatedPosts widget-area` gives related, posts, relatedposts, widget, area, widgetarea;
/// as hashes, in lower case.
struct NameWords: Sequence, IteratorProtocol {
    private let bytes: ArraySlice<UInt8>
    private var position: Int
    private var pending: [UInt64] = []

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes.prefix(512)
        position = bytes.startIndex
    }

    mutating func next() -> UInt64? {
        if let word = pending.popLast() { return word }
        while position < bytes.endIndex, bytes[position].isHTMLSpace { position += 1 }
        guard position < bytes.endIndex else { return nil }
        let from = position
        while position < bytes.endIndex, !bytes[position].isHTMLSpace { position += 1 }
        let name = bytes[from..<position]
        pending.append(HTMLTag.hash(name.filter { $0.isASCIILetter }))
        var word: [UInt8] = []
        var words: [[UInt8]] = []
        var previousIsLower = false
        for byte in name {
            let isUpper = byte >= 0x41 && byte <= 0x5A
            if !byte.isASCIILetter || (isUpper && previousIsLower) {
                if !word.isEmpty { words.append(word) }
                word = []
            }
            if byte.isASCIILetter { word.append(byte | 0x20) }
            previousIsLower = byte.isASCIILetter && !isUpper
        }
        if !word.isEmpty { words.append(word) }
        // What an element has or lacks it is not: "no-sidebar", "has-comments".
        let isOther = words.indices.map { $0 > 0 && Self.statements.contains(HTMLTag.hash(words[$0 - 1])) }
        for index in words.indices where !isOther[index] {
            pending.append(HTMLTag.hash(words[index]))
            if index > 0, !isOther[index - 1] { pending.append(HTMLTag.hash(words[index - 1] + words[index])) }
        }
        return pending.popLast()
    }

    private static let statements: Set<UInt64> = Set(
        ["no", "not", "non", "has", "with", "without", "hide"].map { HTMLTag.hash($0.utf8) })
}

// MARK: -

/// What a `style` attribute says of whether its element is seen (CSS 2.2, 9.2.4 and 11.2; CSS Overflow, Masking).
///
/// Text that nobody sees is how instructions are put into pages for programs that read them. What fades in or is painted in the colour
/// of its ground is not looked for: pages that are well meant do so, and style sheets of their own are not read here at all.
enum HTMLInlineStyle {
    /// Beyond every screen, in whatever unit.
    private static let farAway = -999.0

    /// Whether the element is not shown at all, or where no screen reaches.
    static func hides(_ style: some Sequence<UInt8>) -> Bool {
        let values = declarations(plain(style))
        if values["display"] == "none" || values["content-visibility"] == "hidden" { return true }
        if let value = values["visibility"], value == "hidden" || value == "collapse" { return true }
        if let value = values["text-indent"], number(value) <= farAway { return true }
        guard let position = values["position"], position == "absolute" || position == "fixed" else { return false }
        if let clip = values["clip"], clippedAway.contains(clip) { return true }
        return sides.contains { number(values[$0] ?? "") <= farAway }
    }

    private static let sides = ["left", "right", "top", "bottom", "margin-left", "margin-top"]
    private static let names = Set(
        sides + ["display", "content-visibility", "visibility", "text-indent", "position", "clip"])
    private static let clippedAway: Set<String> = [
        "rect(0,0,0,0)", "rect(0000)", "rect(0px,0px,0px,0px)", "rect(0px0px0px0px)", "rect(1px,1px,1px,1px)",
        "rect(1px1px1px1px)",
    ]

    /// Values by names; of several the last counts, and one that is important before one that is not.
    private static func declarations(_ style: String) -> [String: String] {
        let mark = "!important"
        var values: [String: (value: String, isImportant: Bool)] = [:]
        for declaration in style.split(separator: ";") {
            guard let colon = declaration.firstIndex(of: ":") else { continue }
            let name = String(declaration[..<colon])
            guard names.contains(name) else { continue }
            let value = declaration[declaration.index(after: colon)...]
            let isImportant = value.hasSuffix(mark)
            if values[name]?.isImportant == true, !isImportant { continue }
            values[name] = (String(isImportant ? value.dropLast(mark.count) : value), isImportant)
        }
        return values.mapValues(\.value)
    }

    /// The number that a length begins with; 0 where it begins with none.
    private static func number(_ length: String) -> Double {
        Double(length.prefix { $0 == "-" || $0 == "." || ("0"..."9").contains($0) }) ?? 0
    }

    /// The style in lower case, without white space and comments, and with escaped characters as they are meant (CSS Syntax 3, 4.3.7).
    private static func plain(_ style: some Sequence<UInt8>) -> String {
        var plain = ""
        let scalars = Array(String(decoding: Array(style), as: UTF8.self).unicodeScalars)
        var at = 0
        while at < scalars.count {
            let scalar = scalars[at]
            if scalar == "/", at + 1 < scalars.count, scalars[at + 1] == "*" {
                at += 2
                while at < scalars.count, !(scalars[at] == "/" && scalars[at - 1] == "*") { at += 1 }
                at += 1
            } else if scalar == "\\" {
                at += 1
                var code: UInt32 = 0
                let start = at
                while at < scalars.count, at - start < 6, let digit = Character(scalars[at]).hexDigitValue {
                    code = code * 16 + UInt32(digit)
                    at += 1
                }
                if at > start {
                    if let meant = Unicode.Scalar(code) { plain.unicodeScalars.append(meant) }
                    if at < scalars.count, scalars[at].properties.isWhitespace { at += 1 }
                } else if at < scalars.count {
                    plain.unicodeScalars.append(scalars[at])
                    at += 1
                }
            } else {
                if !scalar.properties.isWhitespace { plain.unicodeScalars.append(scalar) }
                at += 1
            }
        }
        return plain.lowercased()
    }
}
