/** A server forgets its question to passkeys after five minutes; before that another takes its place. */
const FRESH_MS = 4 * 60 * 1000;

/**
 * The question that stands in a form for as long as it is there, to be answered by whatever passkey the browser fills
 * in. It is never one that the server has forgotten.
 */
export class StandingQuestion {
  readonly #ask: (given_up: AbortSignal) => Promise<void>;
  #asked: AbortController | undefined;
  #again: ReturnType<typeof setTimeout> | undefined;

  constructor(ask: (given_up: AbortSignal) => Promise<void>) {
    this.#ask = ask;
  }

  /** Asks, in place of what was asked before. */
  put(): void {
    this.withdraw();
    const asked = new AbortController();
    this.#asked = asked;
    this.#again = setTimeout(() => this.put(), FRESH_MS);
    void this.#ask(asked.signal);
  }

  withdraw(): void {
    clearTimeout(this.#again);
    this.#asked?.abort();
  }
}
