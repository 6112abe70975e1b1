import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { ConditionalPrompt } from "./conditional-passkey";

const MINUTE = 60_000;
const asked: AbortSignal[] = [];
let prompt: ConditionalPrompt;

beforeEach(() => {
  vi.useFakeTimers();
  asked.length = 0;
  prompt = new ConditionalPrompt((canceled) => {
    asked.push(canceled);
    return Promise.resolve();
  });
});
afterEach(() => vi.useRealTimers());

it("prompt is renewed before the server's challenge expires", () => {
  prompt.start();
  vi.advanceTimersByTime(5 * MINUTE);
  expect(asked.map(({ aborted }) => aborted)).toEqual([true, false]);
  vi.advanceTimersByTime(20 * MINUTE);
  expect(asked.length).toBe(7);
  expect(asked.filter(({ aborted }) => !aborted)).toHaveLength(1);
});

it("prompt that is started again replaces the active one", () => {
  prompt.start();
  prompt.start();
  expect(asked.map(({ aborted }) => aborted)).toEqual([true, false]);
  vi.advanceTimersByTime(4 * MINUTE);
  expect(asked).toHaveLength(3);
});

it("stopped prompt is not renewed", () => {
  prompt.start();
  prompt.stop();
  vi.advanceTimersByTime(20 * MINUTE);
  expect(asked.map(({ aborted }) => aborted)).toEqual([true]);
});
