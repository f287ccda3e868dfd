#if Llama
import Foundation
import HearthCore

/// What is loaded where, and what goes when there is no room.
extension ModelPool {
    /// Where a model is, or will be, run so: room is made for it if it is not yet.
    ///
    /// - Throws: ``LlamaError`` `not-enough-memory`, and what reading the file's head throws.
    func place(_ path: String, _ setup: Setup) throws -> (PoolEntry, PoolEntry.Slot) {
        sweep()
        let resolved = PoolFiles.resolved(path)
        let stamp = FileStamp(resolved)
        if let known = entries[resolved],
            known.stamp != stamp || known.loading != setup.engine.model || known.isGone
        {
            // A file that was replaced meanwhile is another model, and so are weights that are loaded in another way, or whose
            // process ended; those who use the old one, or wait for it, keep it.
            entries[resolved] = nil
            known.slots.removeAll { !$0.isBusy }
            if known.isBusy { retired.append(known) }
        }
        if let entry = entries[resolved], let slot = entry.slots.first(where: { $0.setup.isSame(as: setup) }) {
            return (entry, slot)
        }
        let memory = MemoryEstimate(try files.head(of: resolved), setup.engine)
        let known = entries[resolved]
        try makeRoom(for: memory, besides: known, resolved)
        // What the same owner ran in another way before is of no use any more.
        known?.slots.removeAll { $0.setup.owner == setup.owner && !$0.isBusy }
        let entry =
            known ?? PoolEntry(path: resolved, stamp: stamp, loading: setup.engine.model, weights: memory.weights)
        let slot = PoolEntry.Slot(setup: setup, memory: memory)
        entry.slots.append(slot)
        entries[resolved] = entry
        return (entry, slot)
    }

    /// Unloads what nobody uses until there is room for one more. Nothing is unloaded where that would not be enough.
    ///
    /// - Parameter kept: The entry whose weights the new one shares.
    private func makeRoom(for memory: MemoryEstimate, besides kept: PoolEntry?, _ path: String) throws {
        let all = Array(entries.values) + retired
        func sum(_ bytes: [UInt64]) -> UInt64 { bytes.reduce(0) { $0.saturatingAdding($1) } }
        let others = held
        let busy = all.filter { $0.isBusy && $0 !== kept }
        let taken = sum(others.map(\.memory.total) + busy.map(\.busyBytes) + [kept.map(\.busyBytes) ?? 0])
        let budget = byteBudget
        let left = budget > taken ? budget - taken : 0
        let needed = kept == nil ? memory.total : memory.cache.saturatingAdding(memory.working)
        guard needed <= left else {
            throw LlamaError.overBudget(
                path, needs: needed, budget: budget, inUse: (busy.map(\.id) + others.map(\.id)).sorted(),
                fits: memory.whatFits(in: kept == nil ? left : left.saturatingAdding(memory.weights)))
        }
        var total = sum(others.map(\.memory.total) + all.map(\.bytes))
        let idle = all.flatMap { entry in entry.slots.filter { !$0.isBusy }.map { (entry, $0) } }
        for (entry, slot) in idle.sorted(by: { $0.1.lastUse < $1.1.lastUse }) {
            guard total.saturatingAdding(needed) > budget else { return }
            entry.slots.removeAll { $0 === slot }
            total -= min(total, slot.bytes)
            guard entry.slots.isEmpty, entry !== kept else { continue }
            // A replaced model is no longer the one of its path.
            if entries[entry.path] === entry { entries[entry.path] = nil }
            total -= min(total, entry.weights)
        }
    }

    /// Forgets models whose files were replaced, once nobody uses them.
    func sweep() { retired.removeAll { !$0.isBusy } }
}

extension UInt64 {
    fileprivate func saturatingAdding(_ other: UInt64) -> UInt64 {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? .max : sum
    }
}
#endif
