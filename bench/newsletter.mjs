/**
 * Sends an edition of the newsletter to many subscribers, without a pace, through a failing mail server. Meanwhile kills and
 * restarts the server, and sends contacts. The run fails if a mail is missing or sent too often, or if a contact's receipt is late.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { startFailingSmtp } from "./lib/failing-smtp.mjs";
import { reportFailure, table } from "./lib/machine.mjs";
import { Vitrine, send } from "./lib/vitrine.mjs";

export const title = "A newsletter through a failing mail server";
const SUBSCRIBERS = Number(process.env.BENCH_SUBSCRIBERS ?? 50_000);
const LEADS = 5;
/** Maximum time in seconds until the receipt of a contact. Two attempts may fail before. */
const MAX_RECEIPT_S = 30;
/** Maximum number of mails of an edition that the server sends at once, so that a killed server can send them twice. */
const AT_ONCE = 3;
/** Time in minutes without mail after which the measurement ends. Retries wait for up to 15. */
const MAX_SILENCE_MIN = 20;

const address = (number) => `subscriber${number}@exemplo.com.br`;
/** The mail server refuses one of a thousand subscribers permanently. */
const isRefused = (email) => Number(/^subscriber(\d+)@/.exec(email)?.[1]) % 1000 === 70;

export async function measure() {
  const mails = new Mails();
  const smtp = await startFailingSmtp((to, id) => mails.add(to, id), isRefused);
  const vitrine = await new Vitrine().start({ env: smtp.variables });
  try {
    let call = await apiCaller(vitrine);
    await importSubscribers(call);
    const edition = await call("POST", "/api/newsletter/editions", {
      subject: "Novidades",
      body: "Uma *novidade* por semana. [Leia](/blog).\n\n".repeat(20),
    });
    const start = performance.now();
    await call("POST", `/api/newsletter/editions/${edition.id}/send`, {});
    await mails.waitUntil(() => mails.ids.size >= SUBSCRIBERS / 3);
    vitrine.isStopping = true;
    vitrine.process.kill("SIGKILL");
    await vitrine.ended;
    await vitrine.start({ env: smtp.variables });
    call = await apiCaller(vitrine);
    const leads = await sendLeads(vitrine, mails);
    const path = `/api/newsletter/editions/${edition.id}`;
    await mails.waitUntil(async () => (await call("GET", path)).state === "sent", 1000);
    const results = await call("GET", `${path}/results`);
    return report(mails.ids, leads, results, performance.now() - start);
  } finally {
    await vitrine.remove();
    smtp.stop();
  }
}

/** The mails that the mail server has accepted. */
class Mails {
  /** The Message-IDs of each recipient's mails. */
  ids = new Map();
  #newest = performance.now();

  add(to, id) {
    this.ids.set(to, [...(this.ids.get(to) ?? []), id]);
    this.#newest = performance.now();
  }

  /** Waits until a condition is true, and checks it every `interval` milliseconds. Throws if no mail arrives for too long. */
  async waitUntil(condition, interval = 100) {
    while (!(await condition())) {
      if (performance.now() - this.#newest > MAX_SILENCE_MIN * 60_000)
        throw new Error(`bench: no mail for ${MAX_SILENCE_MIN} minutes, after ${this.ids.size} recipients`);
      await sleep(interval);
    }
  }
}

/** Returns a function that calls the API as administrator. */
async function apiCaller(vitrine) {
  const headers = await vitrine.signIn();
  return (method, path, body) => send(`${vitrine.url}${path}`, method, body, headers);
}

async function importSubscribers(call) {
  const rows = Array.from(
    { length: SUBSCRIBERS },
    (_, index) => `${address(index)};2026-01-15;Evento`,
  );
  const csv = `email;data;consentimento\n${rows.join("\n")}\n`;
  const input = {
    csv,
    source: "Medição",
    declares_consent: true,
    dry_run: false,
  };
  await call("POST", "/api/newsletter/subscriptions/import", input);
  const { confirmed } = await call(
    "GET",
    "/api/newsletter/subscriptions/summary",
  );
  if (confirmed !== SUBSCRIBERS)
    throw new Error(`bench: ${confirmed} of ${SUBSCRIBERS} are subscribed`);
}

/** Sends contacts while the edition is being sent. Returns how many seconds each sender waited for the receipt. */
async function sendLeads(vitrine, mails) {
  const seconds = [];
  for (let number = 0; number < LEADS; number++) {
    const email = `lead${number}@exemplo.com.br`;
    const start = performance.now();
    await send(`${vitrine.url}/api/contacts`, "POST", {
      name: "Ana Souza",
      email,
      phone: "(11) 98765-4321",
      company: "Padaria Souza",
      message: "Serviço de interesse: Outro\n\nPreciso de ajuda.",
    });
    await mails.waitUntil(() => mails.ids.has(email));
    seconds.push((performance.now() - start) / 1000);
  }
  return seconds;
}

/** Returns a table with the figures and their limits. A figure beyond its limits makes the run fail. */
function report(ids, leads, results, elapsed) {
  const all = Array.from({ length: SUBSCRIBERS }, (_, index) => address(index));
  const refused = all.filter(isRefused).length;
  const count = (isCounted) => all.filter((email) => isCounted(ids.get(email) ?? [], email)).length;
  const exactly = (value) => [value, value];
  const figures = [
    ["subscribers", SUBSCRIBERS],
    ["subscribers whom the mail server refuses", refused],
    ["missed the edition", count((found, email) => found.length === 0 && !isRefused(email)), exactly(0)],
    ["received it although refused", count((found, email) => found.length > 0 && isRefused(email)), exactly(0)],
    ["received it twice", count((found) => found.length === 2), [0, AT_ONCE]],
    ["received it more than twice", count((found) => found.length > 2), exactly(0)],
    ["received it with different Message-IDs", count((found) => new Set(found).size > 1), exactly(0)],
    ["delivered according to the edition's results", results.delivered, exactly(SUBSCRIBERS - refused)],
    ["bounced according to the edition's results", results.bounced, exactly(refused)],
    ["minutes until all were sent", round(elapsed / 60_000)],
    ["seconds until the slowest receipt of a contact", round(Math.max(...leads)), [0, MAX_RECEIPT_S]],
  ];
  const rows = figures.map(([name, value, limits = []]) => {
    const [min = value, max = value] = limits;
    const expected = [...new Set(limits)].join(" to ");
    if (value < min || value > max) reportFailure(`newsletter: ${name}: ${value}, expected ${expected}`);
    return [name, value, expected];
  });
  return `${table(["Figure", "Value", "Expected"], rows)}

The mail server refuses temporarily, delays or drops on a quarter of the connections, at each command, and refuses one of a thousand
recipients permanently. The server was killed after a third of the messages.`;
}

const round = (value) => Math.round(value * 10) / 10;
