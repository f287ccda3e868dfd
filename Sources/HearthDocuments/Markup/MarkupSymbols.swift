import Foundation

/// What TeX's commands for single characters stand for, which Org knows as well (its manual, "Special Symbols").
enum MarkupSymbols {
    /// The text that a command stands for, by its name without the backslash; `nil` for any other command.
    static func text(of name: String) -> String? { all[name] }

    /// A letter with an accent of TeX on it, as in `\'e`; `nil` where the command is no accent.
    ///
    /// - Parameter command: The sign or the letter behind the backslash.
    static func accented(_ letter: Character, by command: UInt8) -> String? {
        combining(command).map { (String(letter) + $0).precomposedStringWithCanonicalMapping }
    }

    /// Whether a command of one sign or letter puts an accent on what follows.
    static func isAccent(_ command: UInt8) -> Bool { combining(command) != nil }

    private static func combining(_ command: UInt8) -> String? {
        switch command {
        case UInt8(ascii: "`"): "\u{300}"
        case UInt8(ascii: "'"): "\u{301}"
        case UInt8(ascii: "^"): "\u{302}"
        case UInt8(ascii: "~"): "\u{303}"
        case UInt8(ascii: "="): "\u{304}"
        case UInt8(ascii: "u"): "\u{306}"
        case UInt8(ascii: "."): "\u{307}"
        case UInt8(ascii: "\""): "\u{308}"
        case UInt8(ascii: "r"): "\u{30A}"
        case UInt8(ascii: "H"): "\u{30B}"
        case UInt8(ascii: "v"): "\u{30C}"
        case UInt8(ascii: "d"): "\u{323}"
        case UInt8(ascii: "c"): "\u{327}"
        case UInt8(ascii: "k"): "\u{328}"
        case UInt8(ascii: "b"): "\u{331}"
        default: nil
        }
    }

    private static let all: [String: String] = [
        // Letters.
        "ss": "ß", "szlig": "ß", "ae": "æ", "AE": "Æ", "oe": "œ", "OE": "Œ", "aa": "å", "AA": "Å", "o": "ø", "O": "Ø",
        "l": "ł", "L": "Ł", "i": "ı", "j": "ȷ", "dh": "ð", "DH": "Ð", "th": "þ", "TH": "Þ", "ng": "ŋ", "NG": "Ŋ",
        // Signs.
        "ldots": "…", "dots": "…", "textellipsis": "…", "hellip": "…", "S": "§", "textsection": "§", "sect": "§",
        "P": "¶", "para": "¶", "dag": "†", "ddag": "‡", "copyright": "©", "textcopyright": "©", "copy": "©",
        "textregistered": "®", "reg": "®", "texttrademark": "™", "trade": "™", "pounds": "£", "textsterling": "£",
        "pound": "£", "euro": "€", "EUR": "€", "texteuro": "€", "yen": "¥", "textyen": "¥", "cent": "¢",
        "textcent": "¢",
        "textdollar": "$", "textdegree": "°", "degree": "°", "deg": "°", "textbackslash": "\\", "backslash": "\\",
        "textasciitilde": "~", "textasciicircum": "^", "textunderscore": "_", "textbar": "|", "vert": "|",
        "textless": "<", "textgreater": ">", "textbraceleft": "{", "textbraceright": "}", "lbrace": "{", "rbrace": "}",
        "textbullet": "•", "bullet": "•", "bull": "•", "textperiodcentered": "·", "textendash": "–", "ndash": "–",
        "textemdash": "—", "mdash": "—", "slash": "/", "textonehalf": "½", "frac12": "½", "textmu": "µ",
        "textquoteleft": "‘", "lsquo": "‘", "lq": "‘", "textquoteright": "’", "rsquo": "’", "rq": "’",
        "textquotedblleft": "“", "ldquo": "“", "textquotedblright": "”", "rdquo": "”", "quotedblbase": "„",
        "glqq": "„", "grqq": "“", "guillemotleft": "«", "guillemotright": "»", "laquo": "«", "raquo": "»",
        "nbsp": " ", "space": " ", "quad": " ", "qquad": " ", "textvisiblespace": " ", "thinspace": " ",
        // Boxes and ticks, which lists have as their marks.
        "square": "☐", "Square": "☐", "Box": "☐", "CheckedBox": "☑", "XBox": "☒", "boxtimes": "☒", "checkmark": "✓",
        "Checkmark": "✓", "check": "✓",
        // Arrows and relations that stand in texts.
        "rightarrow": "→", "textrightarrow": "→", "rarr": "→", "to": "→", "leftarrow": "←", "larr": "←",
        "leftrightarrow": "↔", "harr": "↔", "Rightarrow": "⇒", "rArr": "⇒", "Leftarrow": "⇐", "times": "×",
        "div": "÷", "pm": "±", "plusmn": "±", "cdot": "·", "le": "≤", "leq": "≤", "ge": "≥", "geq": "≥", "neq": "≠",
        "ne": "≠", "approx": "≈", "infty": "∞", "infin": "∞",
        // Greek.
        "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ε", "zeta": "ζ", "eta": "η", "theta": "θ",
        "iota": "ι", "kappa": "κ", "lambda": "λ", "mu": "μ", "nu": "ν", "xi": "ξ", "pi": "π", "rho": "ρ",
        "sigma": "σ", "tau": "τ", "upsilon": "υ", "phi": "φ", "chi": "χ", "psi": "ψ", "omega": "ω", "Gamma": "Γ",
        "Delta": "Δ", "Theta": "Θ", "Lambda": "Λ", "Xi": "Ξ", "Pi": "Π", "Sigma": "Σ", "Phi": "Φ", "Psi": "Ψ",
        "Omega": "Ω",
        // Names of programs.
        "TeX": "TeX", "LaTeX": "LaTeX", "LaTeXe": "LaTeX2ε", "BibTeX": "BibTeX", "XeTeX": "XeTeX", "LuaTeX": "LuaTeX",
    ]
}
