// Sound from the microphone as the kind of file that every build can read: WAV, one channel, 16,000 samples a second.

const rate = 16_000;

/** @param {Blob} sound What a browser recorded, in whatever format it likes. */
export async function asWav(sound) {
    const context = new AudioContext();
    try {
        const decoded = await context.decodeAudioData(await sound.arrayBuffer());
        const mixer = new OfflineAudioContext(1, Math.max(1, Math.ceil(decoded.duration * rate)), rate);
        const source = mixer.createBufferSource();
        source.buffer = decoded;
        source.connect(mixer.destination);
        source.start();
        return new Blob([wave((await mixer.startRendering()).getChannelData(0))], {type: "audio/wav"});
    } finally { context.close(); }
}

/** Samples from -1 to 1 as 16-bit PCM, with the head that says so. */
export function wave(samples) {
    const bytes = new DataView(new ArrayBuffer(44 + 2 * samples.length));
    const text = (at, word) => [...word].forEach((letter, index) => bytes.setUint8(at + index, letter.charCodeAt(0)));
    text(0, "RIFF");
    bytes.setUint32(4, 36 + 2 * samples.length, true);
    text(8, "WAVEfmt ");
    bytes.setUint32(16, 16, true);
    bytes.setUint16(20, 1, true);
    bytes.setUint16(22, 1, true);
    bytes.setUint32(24, rate, true);
    bytes.setUint32(28, 2 * rate, true);
    bytes.setUint16(32, 2, true);
    bytes.setUint16(34, 16, true);
    text(36, "data");
    bytes.setUint32(40, 2 * samples.length, true);
    samples.forEach(
        (sample, index) => bytes.setInt16(44 + 2 * index, Math.max(-1, Math.min(1, sample)) * 0x7fff, true));
    return bytes.buffer;
}
