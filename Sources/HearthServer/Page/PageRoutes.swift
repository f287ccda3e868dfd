import HearthHTTP

/// The web page's files. They are in the program, so that there is no folder to find and nothing on the disk to swap.
struct PageRoutes: Sendable {
    var routes: [ServerRoute] { [] }
}
