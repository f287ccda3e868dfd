/// What becomes of an argument of a command of LaTeX.
enum LaTeXArgument: Equatable {
    /// In brackets, and may be missing: left out, or kept.
    case option, keptOption
    /// In brackets: what stands before an item.
    case itemLabel
    /// In braces: left out; the same of what may have several paragraphs, as definitions do.
    case dropped, body
    /// An address that is left out, in which signs are letters.
    case address
    case kept
    /// The name of a place or of a work, in which signs are letters; of a work in brackets.
    case key, cited
    case heading(level: Int)
    /// The title of the whole, and what stands below it with a word before it: "Author: ".
    case title, named(String)
    /// A paragraph of its own behind the one that it stands in.
    case note
    /// A paragraph of its own.
    case caption
    /// A unit, of which the parts are commands: `\milli\metre`.
    case unit

    var isOptional: Bool { self == .option || self == .keptOption || self == .itemLabel }

    /// Whether it ends with its paragraph at the latest.
    var isShort: Bool { isOptional || self == .dropped || self == .key || self == .cited || self == .address }

    var isMuted: Bool { self == .option || self == .dropped || self == .body || self == .address }
}

/// A command of LaTeX that is known; the arguments of others are text like what is around them.
struct LaTeXCommand {
    /// Stands before its arguments.
    var opening = ""
    var arguments: [LaTeXArgument] = []

    /// `nil` for commands that are not known.
    static func named(_ name: String) -> LaTeXCommand? { all[name] }

    private static let all: [String: LaTeXCommand] = {
        var all: [String: LaTeXCommand] = [:]
        func add(_ names: String, _ arguments: [LaTeXArgument], opening: String = "") {
            for name in names.split(separator: " ") {
                all[String(name)] = LaTeXCommand(opening: opening, arguments: arguments)
            }
        }
        for (name, level) in [
            ("part", 1), ("chapter", 2), ("section", 3), ("subsection", 4), ("subsubsection", 5), ("paragraph", 6),
            ("subparagraph", 6), ("frametitle", 5), ("addchap", 2), ("addsec", 3),
        ] {
            add(name, [.option, .heading(level: level)])
        }
        add("title", [.option, .title])
        add("author", [.option, .named("Author: ")])
        add("date", [.option, .named("Date: ")])
        add("institute publishers", [.option, .caption])
        add("subtitle", [.option, .caption])
        add("caption captionof", [.option, .caption])
        add("footnote footnotetext thanks marginpar sidenote endnote todo", [.option, .note])
        add("footnotemark", [.option])
        // Works and places.
        add(
            "cite citep citet citealp citealt citeauthor citeyear citeyearpar parencite textcite autocite footcite "
                + "fullcite smartcite supercite Cite Citep Citet Parencite Textcite Autocite footfullcite nptextcite",
            [.keptOption, .keptOption, .cited], opening: "[")
        add("nocite label bibliographystyle bibliography addbibresource", [.option, .dropped])
        add("ref eqref autoref cref Cref pageref nameref vref Vref fref labelcref", [.key])
        add("hyperref", [.option, .kept])
        add("href", [.option, .address, .kept])
        add("url path nolinkurl", [.key])
        add("gls Gls glspl Glspl ac acs acl acp Ac", [.option, .key])
        add("texorpdfstring", [.kept, .dropped])
        add("twocolumn", [.keptOption])
        // They have no arguments: what stands in brackets behind them is text.
        add(
            "hfill vfill noindent indent centering raggedright raggedleft bfseries itshape ttfamily scshape tiny "
                + "scriptsize footnotesize small normalsize large Large LARGE huge Huge bf it tt sc rm em", [])
        // What looks in some way.
        add("textcolor colorbox", [.option, .dropped, .kept])
        add("fcolorbox", [.option, .dropped, .dropped, .kept])
        add("parbox", [.option, .option, .option, .dropped, .kept])
        add("makebox framebox", [.option, .option, .kept])
        add("raisebox", [.dropped, .option, .option, .kept])
        add("resizebox", [.dropped, .dropped, .kept])
        add("scalebox rotatebox", [.option, .dropped, .option, .kept])
        add("multirow", [.option, .dropped, .option, .dropped, .option, .kept])
        add("foreignlanguage textenglish", [.dropped, .kept])
        add("selectlanguage", [.dropped])
        // Numbers with their units.
        add("SI qty", [.option, .kept, .unit])
        add("si unit", [.option, .unit])
        add("num ang", [.option, .kept])
        // What is for the program.
        add(
            "documentclass documentstyle usepackage RequirePackage usetheme usecolortheme usefonttheme usetikzlibrary "
                + "PassOptionsToPackage",
            [.option, .dropped, .option])
        add(
            "vspace hspace pagestyle thispagestyle pagenumbering hypersetup graphicspath geometry color pagecolor "
                + "linespread fontfamily fontseries fontshape stepcounter refstepcounter newcounter newlength index "
                + "hyphenation captionsetup lstset sisetup setlist cline cmidrule markright bibliographyunit "
                + "phantom hphantom vphantom itemsep usebox newsavebox includeonly nobibliography",
            [.option, .dropped])
        add(
            "setlength addtolength setcounter addtocounter fontsize setbeamertemplate markboth "
                + "settowidth rule DeclareMathOperator "
                + "titleformat titlespacing",
            [.option, .dropped, .dropped])
        add("addcontentsline definecolor", [.dropped, .dropped, .dropped])
        add("newtheorem", [.dropped, .option, .dropped, .option])
        add("newenvironment renewenvironment", [.dropped, .option, .option, .body, .body])
        add("AtBeginDocument AtEndDocument", [.body])
        add("theoremstyle", [.dropped])
        add("setmainfont setsansfont setmonofont", [.option, .dropped, .option])
        return all
    }()
}

/// An environment of LaTeX.
enum LaTeXEnvironment: Equatable {
    /// Read as it is written: program text, or mathematics.
    case verbatim, mathematics
    /// Left out: remarks; drawings, which are counted.
    case comment, drawing
    case quote
    /// A list; whether its items are counted.
    case list(isNumbered: Bool)
    case works
    case table
    case abstract
    /// Any other: its text is read like what is around it.
    case other

    init(_ name: String) {
        let bare = name.hasSuffix("*") ? String(name.dropLast()) : name
        self =
            switch bare {
            case "verbatim", "Verbatim", "BVerbatim", "lstlisting", "minted", "alltt": .verbatim
            case "equation", "align", "gather", "multline", "eqnarray", "displaymath", "math", "flalign", "alignat":
                .mathematics
            case "comment", "filecontents": .comment
            case "tikzpicture", "picture", "pgfpicture", "axis", "forest", "circuitikz": .drawing
            case "quote", "quotation", "verse", "displayquote": .quote
            case "itemize", "description", "compactitem", "tasks", "todolist": .list(isNumbered: false)
            case "enumerate", "compactenum": .list(isNumbered: true)
            case "thebibliography": .works
            case "tabular", "tabularx", "tabulary", "longtable", "supertabular", "tblr": .table
            case "abstract": .abstract
            default: .other
            }
    }

    /// What stands behind `\begin{name}`.
    static func arguments(of name: String) -> [LaTeXArgument] {
        switch name {
        case "tabular", "longtable", "supertabular", "tblr": [.option, .dropped]
        case "tabular*", "tabularx", "tabulary": [.dropped, .option, .dropped]
        case "minipage": [.option, .option, .option, .dropped]
        case "thebibliography", "multicols", "spacing", "adjustbox", "otherlanguage": [.dropped]
        case "wrapfigure", "wraptable": [.option, .dropped, .option, .dropped]
        case "frame": [.option, .heading(level: 5)]
        case "itemize", "enumerate", "description", "figure", "figure*", "table", "table*", "tasks", "compactitem",
            "compactenum":
            [.option]
        // "[T]he roof": these have no options.
        case "quote", "quotation", "verse", "center", "flushleft", "flushright": []
        // `\begin{theorem}[Euler]` has a name.
        default: [.keptOption]
        }
    }
}
