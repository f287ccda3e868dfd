// Kinds of documents as people know them: a letter is a document, whether it is a PDF or was written with Word. The server knows formats.

import {get} from "../../lib/api.js";
import {isMail} from "../../lib/formats.js";
import {say} from "../../lib/words.js";

/** What each is called, and the server's formats that it has. A mail by itself is a text to the server: `only` tells which it is. */
const kinds = [
    ["documents", say("Documents"), ["pdf", "docx", "odt", "rtf", "epub", "text", "zip"]],
    ["mail", say("Mail"), ["mbox", "text"]],
    ["talks", say("Chats"), ["chat"]],
    ["sheets", say("Tables"), ["csv", "xlsx", "ods"]],
    ["slides", say("Slides"), ["pptx", "odp"]],
    ["notes", say("Notes"), ["markdown", "notes", "ipynb"]],
    ["calendar", say("Calendar and people"), ["ics", "vcf"]],
    ["web", say("Web pages"), ["html", "bookmarks"]],
    ["pictures", say("Pictures"), ["image"]],
    ["recordings", say("Recordings and subtitles"), ["srt", "vtt"]],
];

/** Documents that one request brings, and the most of a kind that are looked through one by one. */
export const atOnce = 500;

export const kindOf = ({format, path}) => format === "text" && isMail(path ?? "") ? "mail"
    : kinds.find(([key, , formats]) => key !== "mail" && formats.includes(format))?.[0] ?? (format === "mbox" ? "mail" : "documents");

/** Choices of a kind: those of these documents, and `chosen`. All, where nobody knows every document. @param {object[]|null} documents */
export function kindChoices(documents, chosen) {
    const there = documents && new Set(documents.map(kindOf)).add(chosen);
    return [["", say("All kinds")], ...kinds.filter(([key]) => !there || there.has(key)).map(([key, words]) => [key, words])];
}

/**
 * Documents of a kind, by pages, in the order of all documents.
 *
 * Which texts are mails only the names of their files tell. Where there are so few that one request brings them all, they are told apart
 * here. Else the server is asked for names that have the ending, and mails by themselves stand behind those of mailboxes.
 */
export class KindOfDocuments {
    /** @param {string} kind @param {object} values What else the server is asked for. */
    constructor(kind, values) {
        const formats = kinds.find(([key]) => key === kind)?.[2] ?? [];
        const isMailbox = kind === "mail" && !values.query;
        this.kind = kind;
        this.sources = isMailbox ? [{...values, formats: "mbox"}, {...values, formats: "text", query: ".eml"}] : [{...values, formats: formats.join(",")}];
    }

    async page(offset, limit, signal) {
        this.first ??= Promise.all(this.sources.map((source) => get("/api/documents", {...source, offset: 0, limit: atOnce}, {signal})));
        let first;
        try {
            first = await this.first;
        } catch (error) {
            this.first = null;
            throw error;
        }
        if (first.every(({documents, total}) => documents.length === total)) {
            this.found ??= first.flatMap(({documents}) => documents).filter((document) => kindOf(document) === this.kind)
                .sort((one, other) => Date.parse(other.ingestedAt) - Date.parse(one.ingestedAt));
            return {items: this.found.slice(offset, offset + limit), total: this.found.length};
        }
        const total = first.reduce((sum, piece) => sum + piece.total, 0);
        const items = [];
        let start = 0;
        for (const [at, piece] of first.entries()) {
            const from = Math.max(offset, start) - start;
            const to = Math.min(offset + limit, start + piece.total) - start;
            start += piece.total;
            if (from >= to) continue;
            items.push(...(to <= piece.documents.length ? piece.documents.slice(from, to)
                : (await get("/api/documents", {...this.sources[at], offset: from, limit: to - from}, {signal})).documents));
        }
        return {items, total};
    }
}
