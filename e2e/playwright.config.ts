import { defineConfig } from "@playwright/test";

const isRoot = process.getuid?.() === 0;

export default defineConfig({
  testDir: ".",
  outputDir: "results",
  fullyParallel: true,
  forbidOnly: Boolean(process.env["CI"]),
  // One more than the processors of the smallest machine, because tests often wait.
  workers: 3,
  timeout: 90_000,
  expect: { timeout: 7_000 },
  // A test that passes only in its second attempt is reported as flaky.
  retries: 1,
  reporter: [["list"], ["./support/failure-summary.ts"]],
  use: {
    contextOptions: { reducedMotion: "reduce" },
    locale: "pt-BR",
    timezoneId: "America/Sao_Paulo",
    viewport: { width: 1440, height: 900 },
    actionTimeout: 10_000,
    navigationTimeout: 15_000,
    launchOptions: {
      ...(process.env["CHROMIUM"] ? { executablePath: process.env["CHROMIUM"] } : {}),
      // Only the page under test may use the network. Chromium's sandbox doesn't work as root.
      args: [
        ...(isRoot ? ["--no-sandbox"] : []),
        "--disable-gpu",
        "--disable-quic",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--no-first-run",
        // Most pages end before optimized code would pay off.
        "--js-flags=--no-opt,--no-maglev",
      ],
    },
  },
});
