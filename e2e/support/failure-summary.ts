/** Reporter that repeats each failure in one line at the end, because logs are often truncated at the start. */
import { stripVTControlCharacters } from "node:util";
import type { FullResult, Reporter, TestCase, TestResult } from "@playwright/test/reporter";

export default class FailureSummary implements Reporter {
  readonly #lines: string[] = [];

  onTestEnd(test: TestCase, result: TestResult): void {
    if (result.status === "skipped" || result.status === test.expectedStatus) return;
    const reason = result.errors.map(({ message }) => firstLines(message ?? "")).join(" + ");
    this.#lines.push(`${test.titlePath().slice(2).join(" › ")} (attempt ${result.retry + 1}): ${reason}`);
  }

  onEnd(_result: FullResult): void {
    if (this.#lines.length > 0) console.log(`\nFailed or flaky:\n  ${this.#lines.join("\n  ")}`);
  }
}

function firstLines(message: string): string {
  const lines = stripVTControlCharacters(message)
    .split("\n")
    .map((line) => line.trim());
  return lines.filter(Boolean).slice(0, 6).join(" | ").slice(0, 500);
}
