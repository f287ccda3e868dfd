#if Llama
internal import CLlama
import HearthCore
import HearthSystem

/// A picture in what a sequence holds.
struct HeldPicture {
    /// The first of its rows, in the list of tokens.
    var start: Int
    var count: Int
    /// See ``SeenPicture/positions``.
    var positions: Int
}

extension LlamaEngine {
    /// Reads the next picture of an answer that has come to one, alone: all else waits for as long as that takes.
    ///
    /// - Parameter insists: Whether it is read although others wait for a step of their own.
    /// - Returns: Whether there was one.
    func lookAtPicture(_ session: LlamaSession, insists: Bool = false) -> Bool {
        func picture(of answer: RunningAnswer) -> SeenPicture? {
            guard !answer.isPaused, !answer.isHeld else { return nil }
            return answer.pendingPicture(after: session.evaluated[answer.sequence].count)
        }
        // Every other step, so that answers under way go on between two pictures.
        let someoneElse = running.contains { !$0.isPaused && !$0.isHeld && picture(of: $0) == nil }
        guard insists || !someoneElse || turn.isMultiple(of: 2),
            let answer = running.first(where: { picture(of: $0) != nil }),
            let next = picture(of: answer)
        else { return false }
        makeRoom(next.count, in: session, for: answer.sequence)
        if session.freeCells < next.count, running.count > 1 {
            // An older one needs them; this one begins anew when it has ended.
            session.forget(answer.sequence)
            answer.isPaused = true
            pauses += 1
            return true
        }
        do {
            let vision = try session.model.vision.model(for: session.model, threads: configuration.threads)
            try session.evaluate(next, in: answer.sequence, with: vision, until: answer.order.flag)
        } catch {
            end(answer, error)
        }
        return true
    }
}

/// Pictures among the tokens that a context has evaluated.
extension LlamaSession {
    /// The position of a token, or of the row with which a picture begins: as many as stand before it, but that a picture may take fewer.
    func position(_ index: Int, in sequence: Int) -> llama_pos {
        llama_pos(pictures[sequence].reduce(index) { $1.start < index ? $0 - $1.count + $1.positions : $0 })
    }

    /// The most tokens up to `count` that end in no picture.
    func wholePictures(_ count: Int, in sequence: Int) -> Int {
        pictures[sequence].first { $0.start < count && count < $0.start + $0.count }?.start ?? count
    }

    /// Encodes a picture and reads it after what its sequence holds. Nothing else happens meanwhile; encoding cannot be broken off.
    ///
    /// - Throws: `CancellationError` when `flag` was set meanwhile, or ``LlamaError``. The sequence is then what it was before.
    func evaluate(_ picture: SeenPicture, in sequence: Int, with vision: VisionModel, until flag: Latch) throws {
        if flag.isSet { throw CancellationError() }
        guard picture.count > 0 else { return }
        guard !picture.isWhole || picture.count <= batchSize else {
            throw LlamaError.pictureTooLong(picture.count, batch: batchSize)
        }
        let start = evaluated[sequence].count
        do {
            try vision.encode(picture) { rows, width, hasPlaces in
                try read(rows, width, hasPlaces, of: picture, in: sequence, until: flag)
            }
        } catch {
            // Some of it may be in the context, and nothing tells how much.
            evaluated[sequence] += picture.tokens
            pictures[sequence].append(.init(start: start, count: picture.count, positions: picture.positions))
            truncate(sequence, to: start)
            throw error
        }
        evaluated[sequence] += picture.tokens
        pictures[sequence].append(.init(start: start, count: picture.count, positions: picture.positions))
    }

    private func read(
        _ rows: UnsafePointer<Float>, _ width: Int, _ hasPlaces: Bool, of picture: SeenPicture, in sequence: Int,
        until flag: Latch
    ) throws {
        guard let batch = llama_batch_ext_init(raw) else {
            throw LlamaError.decodeFailed(0, detail: "no batch for a picture")
        }
        defer { llama_batch_ext_free(batch) }
        let start = Int(position(evaluated[sequence].count, in: sequence))
        if picture.isWhole { llama_set_causal_attn(raw, false) }
        defer { if picture.isWhole { llama_set_causal_attn(raw, true) } }
        let cancellation = CommonCancellation([flag])
        var next = 0
        while next < picture.count {
            let end = next + evenPart(of: picture.count - next)
            llama_batch_ext_clear(batch)
            for row in next..<end {
                let index = llama_batch_ext_add_embd(
                    batch, llama_seq_id(sequence), llama_embd(data: rows + row * width, n_rows: 1, n_embd: width))
                guard index >= 0 else { throw LlamaError.decodeFailed(index, detail: "a picture of the wrong size") }
                var place = hasPlaces ? picture.place(of: row, from: start) : [llama_pos(start + row), 0, 0, 0]
                llama_batch_ext_set_pos(batch, index, &place)
            }
            let (status, report) = withExtendedLifetime(cancellation) {
                llama_set_abort_callback(
                    raw, CommonCancellation.isSet, Unmanaged.passUnretained(cancellation).toOpaque())
                defer { llama_set_abort_callback(raw, nil, nil) }
                return LlamaLog.capturing { llama_process(raw, LLAMA_PROCESS_TYPE_DECODE, batch) }
            }
            guard status == 0 else {
                if flag.isSet { throw CancellationError() }
                throw LlamaError.decodeFailed(status, detail: report)
            }
            next = end
        }
    }
}
#endif
