/** Interval at which the prompt is renewed. It is shorter than the five minutes after which a challenge expires. */
const RENEWAL_MS = 4 * 60 * 1000;

/** The prompt by which the browser offers passkeys in a form's fields. It is renewed until `stop` is called. */
export class ConditionalPrompt {
  readonly #ask: (canceled: AbortSignal) => Promise<void>;
  #active: AbortController | undefined;
  #renewal: ReturnType<typeof setTimeout> | undefined;

  constructor(ask: (canceled: AbortSignal) => Promise<void>) {
    this.#ask = ask;
  }

  /** Starts the prompt, and cancels an active one. */
  start(): void {
    this.stop();
    const active = new AbortController();
    this.#active = active;
    this.#renewal = setTimeout(() => this.start(), RENEWAL_MS);
    void this.#ask(active.signal);
  }

  stop(): void {
    clearTimeout(this.#renewal);
    this.#active?.abort();
  }
}
