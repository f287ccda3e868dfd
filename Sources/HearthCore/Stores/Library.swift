/// One owner's stores, whatever keeps them: an encrypted database on this machine, memory, a server that many share.
///
/// What uses a library names the parts that it needs (`any DocumentStore & SearchIndex`), and every part obeys the same rules:
///
/// - An operation happens as a whole or not at all, also after a crash. There is nothing between two operations: whoever reads,
///   computes and writes says in the write what must still hold.
/// - What belongs together goes over in one call: a store may be a round trip away. What may be long is read in pages, from the
///   last one's key on.
/// - Every read gives out what ``Reader/current`` may see, and says of the rest what it says of what is not there.
/// - Labels are computed when they are read, from sources and from the owner's words (``LabelStore``).
/// - Cancelling the task ends a read early, and a write before it has happened; never in between.
/// - Failures are ``StoreError``s, whatever their cause.
public protocol Library: DocumentStore, SearchIndex, LabelStore, ConversationStore, JournalStore,
    AnalysisStore, LedgerStore, ConsentStore
{}
