/** Response times for known and unknown emails. The calls alternate, so that both have the same conditions. */
import { median, quantile, table } from "./lib/machine.mjs";
import { ADMIN, Vitrine } from "./lib/vitrine.mjs";

export const title = "Known and unknown emails";
const ROUNDS = 300;
const UNKNOWN = "ninguem@exemplo.com.br";

export async function measure() {
  const vitrine = await new Vitrine().start();
  try {
    const signIn = await compare((email) => vitrine.trySignIn({ email, password: "uma senha que não é" }));
    const reset = await compare(async (email) => {
      const answer = await vitrine.post("/api/auth/password-reset", { email });
      await answer.arrayBuffer();
      return answer.status;
    });
    const head = ["Call", "Known, median", "Unknown, median", "Ratio", "Known, middle 50 %", "Unknown, middle 50 %"];
    return table(head, [
      ["a wrong password", ...signIn],
      ["a password reset link", ...reset],
    ]);
  } finally {
    await vitrine.remove();
  }
}

/** Returns the cells of a table row: medians, their ratio and the middle half of the times. */
async function compare(call) {
  const times = { [ADMIN.email]: [], [UNKNOWN]: [] };
  const statuses = new Set();
  for (let round = 0; round < ROUNDS; round++) {
    for (const email of Object.keys(times)) {
      const from = performance.now();
      statuses.add(await call(email));
      times[email].push(performance.now() - from);
    }
  }
  if (statuses.size !== 1) throw new Error(`bench: the statuses differ: ${[...statuses].join(", ")}`);
  const [known, unknown] = Object.values(times);
  const spread = (values) => [0.25, 0.75].map((part) => quantile(values, part).toFixed(2)).join(" to ") + " ms";
  const [a, b] = [median(known), median(unknown)];
  return [`${a.toFixed(2)} ms`, `${b.toFixed(2)} ms`, (a / b).toFixed(2), spread(known), spread(unknown)];
}
