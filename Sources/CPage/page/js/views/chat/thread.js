// The messages of one conversation, and the answer that is being written to it.

import {fill, h} from "../../lib/dom.js";
import {get, part, post, wasStopped} from "../../lib/api.js";
import {address} from "../../lib/router.js";
import {say} from "../../lib/words.js";
import {button, empty, linkButton, skeleton} from "../../ui/controls.js";
import {problemCard} from "../../ui/problem.js";
import {chooseAnother} from "./another-answer.js";
import {followUps} from "./follow-ups.js";
import {LiveAnswer, liveAnswer} from "./live-answer.js";
import {LiveView} from "./live-view.js";
import {messageView} from "./message.js";
import {welcome} from "./welcome.js";

export class Thread {
    /**
     * @param {{options: () => object, busy: (isBusy: boolean) => void, suggest: (text: string) => void, giveBack: (text: string) => void, forget: (id: string, text: string) => void, narrow: (id: string) => void, closeSource: () => void}} actions
     *   `giveBack` takes a question that was not stored; `forget` a conversation that came to nothing, with its question.
     */
    constructor(actions) {
        this.actions = actions;
        this.list = h("div.messages");
        this.tail = h("div.messages-tail");
        this.news = h("p.visually-hidden", {role: "status"});
        this.element = h("div.thread", {tabindex: "0", role: "region", "aria-label": say("Conversation")}, this.list,
            this.tail, this.news);
        this.messages = [];
        this.id = null;
    }

    /** Shows a conversation; null is one that is yet to begin, `isNew` one that has just begun. */
    async open(id, {isNew = false} = {}) {
        if (id === this.id && this.isLoaded) return;
        this.id = id;
        this.isNew = isNew;
        this.isLoaded = false;
        this.isAnsweredElsewhere = false;
        this.detach();
        this.stop?.abort();
        this.stop = new AbortController();
        fill(this.tail);
        if (!id) {
            this.messages = [];
            this.isLoaded = true;
            this.draw();
            this.showFailure();
            return;
        }
        fill(this.list, skeleton(6));
        await this.load();
        this.toEnd();
    }

    async load(before) {
        const {id} = this;
        try {
            const found = await get(`/api/conversations/${part(id)}`, {before, limit: 200}, {signal: this.stop.signal});
            if (id !== this.id) return;
            this.messages = before ? [...found.messages, ...this.messages] : found.messages;
            this.hasEarlier = found.hasEarlier;
            this.isAnsweredElsewhere = Boolean(found.isBeingAnswered) && !liveAnswer(id);
            this.isLoaded = true;
            const height = this.element.scrollHeight;
            this.draw();
            if (before) this.element.scrollTop += this.element.scrollHeight - height;
            this.attach();
            this.follow();
        } catch (error) {
            if (wasStopped(error) || id !== this.id) return;
            fill(this.list,
                error.status === 404
                    ? empty("chat", say("This conversation is gone"), say("It was deleted, here or elsewhere."),
                          linkButton(say("New conversation"), address(["chat"]), {kind: "primary"}))
                    : problemCard(error, {retry: () => this.load(before)}));
        }
    }

    draw() {
        const messages = this.messages.filter((message) => message.role !== "system" && message.role !== "tool");
        // While its answer comes, a question is not unanswered.
        const isLive = Boolean(liveAnswer(this.id)) || this.isAnsweredElsewhere;
        fill(this.list,
            this.hasEarlier
                && button(
                    say("Show earlier messages"), () => this.load(this.messages[0].id), {kind: "quiet", symbol: "up"}),
            messages.length === 0 && !isLive && !this.failure && welcome(this.actions.suggest, this.stop.signal),
            messages.map((message, index) => messageView(message, {
                isLast: index === messages.length - 1 && !isLive,
                isAwaited: index === messages.length - 1 && isLive,
                edit: (from, text) => this.ask(text, from.replaces ?? from.id),
                again: (from) => this.again(from),
                other: async (engine) => {
                    const chosen = await chooseAnother(engine);
                    if (chosen) this.again(undefined, {engine: chosen});
                },
            })));
        const last = messages.at(-1);
        if (last?.role === "assistant" && !isLive) this.list.append(this.goOn(last, messages));
    }

    /** How one could go on after the last answer; made once for each. */
    goOn(last, messages) {
        if (this.onward?.id !== last.id) {
            const asked = messages.filter(({role}) => role === "user").map(({content}) => content);
            const element = followUps(
                last, {asked, ask: (text) => this.ask(text), narrow: this.actions.narrow, signal: this.stop.signal});
            this.onward = {id: last.id, element};
        }
        return this.onward.element;
    }

    /** Why the first question of a conversation came to nothing. It is in the field again. */
    showFailure() {
        const {failure} = this;
        this.failure = null;
        if (failure) fill(this.tail, problemCard(failure, {title: say("There is no answer")}));
    }

    // Asking

    /** Asks; `replaceFrom` is the question that is asked anew, with everything after it; `options` stand above those of the field. */
    ask(text, replaceFrom = null, options = {}) {
        if (liveAnswer(this.id)) return;
        const last = this.messages.at(-1);
        if (replaceFrom !== null) {
            const at = this.messages.findIndex((message) => message.id === replaceFrom);
            if (at >= 0) this.messages.length = at;
            // The sources of what is replaced go with it.
            this.actions.closeSource();
        } else if (last?.role === "user") {
            // As the store has it: nobody answers it any more.
            last.state = "unanswered";
        }
        // One that never reached the server has nothing there to be replaced.
        const stored = replaceFrom !== null && replaceFrom >= 0 ? {replaceFrom} : {};
        const answer = new LiveAnswer(this.id, {text, ...this.actions.options(), ...options, ...stored});
        // The server's own copy takes its place in a moment. Until it has an answer, the store keeps what it replaces; another try replaces the same.
        this.messages.push({
            id: -1,
            role: "user",
            content: text,
            state: "complete",
            createdAt: new Date().toISOString(),
            replaces: stored.replaceFrom
        });
        this.draw();
        answer.run();
        this.attach();
        this.toEnd();
    }

    again(question, options) {
        const last = question ?? this.messages.findLast((message) => message.role === "user");
        if (last) this.ask(last.content, last.replaces ?? last.id, options);
    }

    /** The same once more, where it came to nothing. */
    retry() {
        fill(this.tail);
        this.again();
    }

    editLast() { [...this.list.querySelectorAll("[data-edit]")].pop()?.click(); }

    // The answer that is being written

    attach() {
        const answer = liveAnswer(this.id);
        if (!answer || this.live?.answer === answer) return;
        this.live = {answer, view: new LiveView(answer), stop: new AbortController()};
        fill(this.tail, this.live.view.element);
        this.news.textContent = say("Answering");
        this.actions.busy(true);
        let waiting = false;
        const change = () => {
            if (answer.isOver) return this.finish(answer);
            if (waiting) return;
            waiting = true;
            requestAnimationFrame(() => {
                waiting = false;
                this.drawLive(answer);
            });
        };
        answer.addEventListener("change", change, {signal: this.live.stop.signal});
        this.drawLive(answer);
    }

    /** An answer that another tab asked for, or this one before a reload: its words come when it is over. */
    follow() {
        clearTimeout(this.timer);
        if (this.elsewhere) {
            this.elsewhere.remove();
            this.elsewhere = null;
        }
        if (!this.isAnsweredElsewhere || liveAnswer(this.id)) return;
        const {id} = this;
        const path = `/api/conversations/${part(id)}`;
        const stop = button(say("Stop"), () => post(`${path}/stop`).catch(() => {}).then(() => this.load()));
        this.elsewhere = h("div.message-note", {role: "status"},
            h("p.writing", null, say("Being answered, in another tab perhaps…")), stop);
        this.tail.append(this.elsewhere);
        const ask = async () => {
            if (id !== this.id || !this.element.isConnected) return;
            try {
                const {isBeingAnswered} = await get(path, {limit: 1}, {signal: this.stop.signal});
                if (id !== this.id) return;
                if (!isBeingAnswered) return this.load();
            } catch (error) {
                if (wasStopped(error)) return;
            }
            this.timer = setTimeout(ask, 1500);
        };
        this.timer = setTimeout(ask, 1500);
    }

    drawLive(answer) {
        if (this.live?.answer !== answer || answer.isOver) return;
        const follows = this.isAtEnd();
        this.adopt(answer.question);
        this.live.view.draw();
        if (follows) this.toEnd();
    }

    /** Puts the stored question in the place of the one that was shown at once. */
    adopt(question) {
        if (!question) return;
        this.isNew = false;
        const at = this.messages.findIndex((message) => message.id === -1);
        if (at < 0) return;
        this.messages[at] = {...question, state: "complete"};
        this.draw();
    }

    finish(answer) {
        const follows = this.isAtEnd();
        this.detach();
        this.adopt(answer.question);
        if (answer.message) {
            this.messages.push(answer.message);
            this.draw();
            fill(this.tail);
            this.news.textContent = answer.message.state === "stopped" ? say("Stopped") : say("Answer complete");
        } else if (answer.error?.code === "interrupted" || answer.error?.code === "unreachable") {
            this.interrupted(answer);
        } else if (answer.error && this.isNew && !answer.question) {
            this.failure = answer.error;
            this.actions.forget(this.id, answer.request.text);
        } else if (answer.error) {
            fill(this.tail, problemCard(answer.error, {title: say("There is no answer"), retry: () => this.retry()}));
        } else {
            // Stopped before there was an answer, or by dropping the connection: the store has what came so far.
            fill(this.tail);
            this.showKept(answer);
        }
        if (follows) this.toEnd();
    }

    interrupted(answer) {
        this.news.textContent = say("The connection broke off");
        const view = new LiveView(answer);
        view.draw();
        view.status.remove();
        view.element.removeAttribute("aria-busy");
        fill(this.tail, answer.text && view.element, problemCard(answer.error, {
            title: answer.text ? say("The answer was interrupted") : say("The question did not get through"),
            retry: () => this.retry(),
            extra: [button(say("Show what was kept"),
                async () => {
                    fill(this.tail);
                    await this.showKept(answer);
                    this.toEnd();
                })],
        }));
    }

    /** Shows what the store has. A question that it does not have goes back to where it can be sent again. */
    async showKept({question, request}) {
        const {id} = this;
        this.messages = this.messages.filter((message) => message.id !== -1);
        await this.load();
        if (id !== this.id || question) return;
        const last = this.messages.findLast((message) => message.role === "user");
        if (last?.content !== request.text) this.actions.giveBack(request.text);
    }

    detach() {
        clearTimeout(this.timer);
        this.live?.stop.abort();
        this.live = null;
        this.actions.busy(false);
    }

    // Scrolling

    isAtEnd() { return this.element.scrollHeight - this.element.scrollTop - this.element.clientHeight < 120; }
    toEnd() { this.element.scrollTop = this.element.scrollHeight; }
}
