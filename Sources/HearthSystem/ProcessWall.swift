import CSandbox

/// What this process does against being looked into.
package enum ProcessWall {
    /// No core dumps, and no other process of the same user may read this one's memory. For the start of a program that will
    /// hold a key.
    ///
    /// - Returns: Whether the system does it.
    @discardableResult
    package static func closeToOthers() -> Bool { csandbox_close_to_others() == 0 }

    /// What the wall around programs that parse files from outside is made of here.
    package static var aroundChildren: (filtersCalls: Bool, restrictsFiles: Bool) {
        let walls = csandbox_walls()
        return (walls & CSANDBOX_HAS_FILTER != 0, walls & CSANDBOX_HAS_LANDLOCK != 0)
    }
}
