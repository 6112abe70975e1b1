import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { StandingQuestion } from "./conditional-passkey";

const MINUTE = 60_000;
const asked: AbortSignal[] = [];
let question: StandingQuestion;

beforeEach(() => {
  vi.useFakeTimers();
  asked.length = 0;
  question = new StandingQuestion((given_up) => {
    asked.push(given_up);
    return Promise.resolve();
  });
});
afterEach(() => vi.useRealTimers());

it("is replaced before the server forgets it, for as long as it stands", () => {
  question.put();
  vi.advanceTimersByTime(5 * MINUTE);
  expect(asked.map(({ aborted }) => aborted)).toEqual([true, false]);
  vi.advanceTimersByTime(20 * MINUTE);
  expect(asked.length).toBe(7);
  expect(asked.filter(({ aborted }) => !aborted)).toHaveLength(1);
});

it("is put once at a time", () => {
  question.put();
  question.put();
  expect(asked.map(({ aborted }) => aborted)).toEqual([true, false]);
  vi.advanceTimersByTime(4 * MINUTE);
  expect(asked).toHaveLength(3);
});

it("is not put again once it was withdrawn", () => {
  question.put();
  question.withdraw();
  vi.advanceTimersByTime(20 * MINUTE);
  expect(asked.map(({ aborted }) => aborted)).toEqual([true]);
});
