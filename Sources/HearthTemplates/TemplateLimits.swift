/// What a template may use up. Templates come with model files, from anywhere, so all of them are strangers.
public struct TemplateLimits: Sendable {
    /// Bytes of template text. The longest in use have some 40,000.
    public var sourceBytes = 1 << 20
    /// Operations; those on long texts count more.
    public var steps = 5_000_000
    /// Bytes that are written, and bytes of any one text on the way. No model reads a prompt of so many.
    public var outputBytes = 8 << 20
    /// Expressions, blocks and macro calls inside each other.
    public var depth = 250
    /// Lists and mappings inside each other.
    public var valueDepth = 100

    public init() {}
}

/// Watches how much stack a recursion has used since it began.
///
/// How deep is too deep depends on the build and on the thread: frames of a debug build are several times larger, and
/// threads of a pool may have 512 KiB. A count alone is too high for one or too low for the other.
struct StackGuard {
    private static let budget: UInt = 224 * 1024
    private let base = Self.position()

    /// - Throws: ``TemplateError`` when little is left.
    func check() throws {
        let here = Self.position()
        guard max(base, here) - min(base, here) < Self.budget else {
            throw TemplateError(.limit, "the template nests or calls itself too deeply.")
        }
    }

    @inline(never)
    private static func position() -> UInt {
        var mark: UInt8 = 0
        return withUnsafePointer(to: &mark) { UInt(bitPattern: $0) }
    }
}
