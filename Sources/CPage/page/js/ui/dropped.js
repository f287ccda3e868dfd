// The files of a drop, with what lies in folders; and what each is called, with its folder.

export const named = (file) => ({file, name: file.webkitRelativePath || file.name});

/**
 * The files of a drop, those in folders among them, hidden ones not.
 *
 * @param {DataTransfer} transfer Of the drop's event; it is read before anything is waited for.
 * @param {number} most Looking ends when more are found.
 * @returns {Promise<{file: File, name: string}[]>}
 */
export async function dropped(transfer, most) {
    const entries = [...transfer.items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
    if (!entries.length) return [...transfer.files].map(named);
    const found = [];
    const waiting = entries;
    while (waiting.length && found.length <= most) {
        const entry = waiting.shift();
        if (entry.isFile) {
            const file = await new Promise((resolve) => {
                entry.file(resolve, () => resolve(null));
            });
            if (file) found.push({file, name: entry.fullPath.replace(/^\//, "")});
        } else if (entry.isDirectory) {
            const reader = entry.createReader();
            for (;;) {
                const batch = await new Promise((resolve) => {
                    reader.readEntries(resolve, () => resolve([]));
                });
                if (!batch.length) break;
                waiting.push(...batch.filter((child) => !child.name.startsWith(".")));
            }
        }
    }
    return found;
}
