// The messages of one conversation, and the answer that is being written to it.

import {fill, h} from "../../lib/dom.js";
import {get, part, wasStopped} from "../../lib/api.js";
import {say} from "../../lib/words.js";
import {whenNear} from "../../ui/blocks.js";
import {button, skeleton} from "../../ui/controls.js";
import {problemCard} from "../../ui/problem.js";
import {Elsewhere} from "./elsewhere.js";
import {interruptedCard, missingCard} from "./failures.js";
import {followUps} from "./follow-ups.js";
import {LiveAnswer, liveAnswer} from "./live-answer.js";
import {LiveView} from "./live-view.js";
import {messageView} from "./message.js";
import {messageActions} from "./message-actions.js";
import {joined, MessageList} from "./message-list.js";
import {welcome} from "./welcome.js";

export class Thread {
    /**
     * @param {{options: () => object, busy: (isBusy: boolean) => void, suggest: (text: string) => void, giveBack: (text: string) => void, forget: (id: string, text: string) => void, narrow: (id: string) => void, closeSource: () => void}} actions
     *   `giveBack` takes a question that was not stored; `forget` a conversation that came to nothing, with its question.
     */
    constructor(actions) {
        this.actions = actions;
        this.before = h("div.messages-before");
        this.list = h("div.messages");
        const doings = messageActions(this);
        this.messageList =
            new MessageList(this.list, (message, flags) => messageView(message, {...flags, ...doings}));
        this.tail = h("div.messages-tail");
        this.onwardPlace = h("div.messages-onward");
        this.news = h("p.visually-hidden", {role: "status"});
        this.element = h("div.thread", {tabindex: "0", role: "region", "aria-label": say("Conversation")}, this.before,
            this.list, this.onwardPlace, this.tail, this.news);
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
        this.isShown = this.hasEarlier = this.isLoadingEarlier = false;
        this.messages = [];
        this.title = null;
        fill(this.tail);
        if (!id) {
            this.isLoaded = true;
            this.draw();
            this.showFailure();
            return;
        }
        this.messageList.show([]);
        fill(this.onwardPlace);
        fill(this.before, skeleton(6));
        await this.load();
        this.toEnd();
        this.isShown = true;
        if (this.hasEarlier) this.offerEarlier();
    }

    async load(before) {
        const {id} = this;
        if (before && this.isLoadingEarlier) return;
        this.isLoadingEarlier = Boolean(before);
        try {
            const found = await get(`/api/conversations/${part(id)}`, {before, limit: 200}, {signal: this.stop.signal});
            if (id !== this.id) return;
            this.title = found.conversation.title;
            this.messages = joined(this.messages, found, before);
            // What is newest is fetched anew; whether there is more before what is there is then as it was.
            if (before || this.messages[0]?.id === found.messages[0]?.id) this.hasEarlier = found.hasEarlier;
            this.isAnsweredElsewhere = Boolean(found.isBeingAnswered) && !liveAnswer(id);
            this.isLoaded = true;
            const first = before && this.list.querySelector(".message");
            const top = first?.getBoundingClientRect().top;
            this.draw();
            // What is read stays where it is.
            if (first) this.element.scrollTop += first.getBoundingClientRect().top - top;
            this.attach();
            this.follow();
        } catch (error) {
            if (wasStopped(error) || id !== this.id) return;
            fill(this.before, missingCard(error, () => this.load(before)));
        } finally {
            if (id === this.id) this.isLoadingEarlier = false;
        }
    }

    draw() {
        const messages = this.messages.filter((message) => message.role !== "system" && message.role !== "tool");
        // While its answer comes, a question is not unanswered.
        const isLive = Boolean(liveAnswer(this.id)) || this.isAnsweredElsewhere;
        const isWelcome = messages.length === 0 && !isLive && !this.failure;
        fill(this.before, isWelcome && welcome(this.actions.suggest, this.stop.signal));
        if (this.hasEarlier) this.offerEarlier();
        const end = messages.length - 1;
        this.messageList.show(messages, (index) => ({isLast: index === end && !isLive, isAwaited: index === end && isLive}));
        const last = messages.at(-1);
        fill(this.onwardPlace, last?.role === "assistant" && !isLive && this.goOn(last, messages));
    }

    /** Earlier messages come when one scrolls to them; the button is for those who do not scroll. */
    offerEarlier() {
        const load = () => this.load(this.messages[0].id);
        const more = button(say("Show earlier messages"), load, {kind: "quiet", symbol: "up"});
        fill(this.before, more);
        // Not before its end was shown, to which a conversation opens.
        if (this.isShown) whenNear(more, load, this.stop.signal);
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
        this.elsewhere?.close();
        this.elsewhere = null;
        if (!this.isAnsweredElsewhere || liveAnswer(this.id)) return;
        const {id} = this;
        this.elsewhere = new Elsewhere(id, this.stop.signal, () => id === this.id && this.load());
        this.tail.append(this.elsewhere.element);
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
        fill(this.tail, interruptedCard(answer, {
            retry: () => this.retry(),
            showKept: async () => {
                fill(this.tail);
                await this.showKept(answer);
                this.toEnd();
            },
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
        this.elsewhere?.close();
        this.elsewhere = null;
        this.live?.stop.abort();
        this.live = null;
        this.actions.busy(false);
    }

    // Scrolling

    isAtEnd() { return this.element.scrollHeight - this.element.scrollTop - this.element.clientHeight < 120; }

    /** Messages that were not laid out yet have a guessed height: so it looks again. */
    toEnd(looks = 3) {
        this.element.scrollTop = this.element.scrollHeight;
        if (looks > 0 && this.list.classList.contains("long"))
            requestAnimationFrame(() => {
                if (this.isAtEnd()) this.toEnd(looks - 1);
            });
    }
}
