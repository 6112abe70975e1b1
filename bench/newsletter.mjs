/**
 * Sends an edition of the newsletter to many subscribers, without a pace, through a failing mail server. Meanwhile kills and
 * restarts the server, and sends contacts.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { startFailingSmtp } from "./lib/failing-smtp.mjs";
import { table } from "./lib/machine.mjs";
import { Vitrine, send } from "./lib/vitrine.mjs";

export const title = "A newsletter through a failing mail server";
const SUBSCRIBERS = Number(process.env.BENCH_SUBSCRIBERS ?? 50_000);
const LEADS = 5;

export async function measure() {
  const received = new Map(); // the Message-IDs of each recipient's messages
  const onArrival = new Map(); // for some recipients, a function to call when a message arrives
  const smtp = await startFailingSmtp((to, id) => {
    const ids = received.get(to) ?? [];
    received.set(to, [...ids, id]);
    onArrival.get(to)?.();
  });
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
    while (received.size < SUBSCRIBERS / 3) await sleep(100);
    vitrine.isStopping = true;
    vitrine.process.kill("SIGKILL");
    await vitrine.ended;
    await vitrine.start({ env: smtp.variables });
    call = await apiCaller(vitrine);
    const leads = await sendLeads(vitrine, onArrival);
    const results = await resultsWhenSent(call, edition.id);
    return report(received, leads, results, performance.now() - start);
  } finally {
    await vitrine.remove();
    smtp.stop();
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
    (_, index) => `subscriber${index}@exemplo.com.br;2026-01-15;Evento`,
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
async function sendLeads(vitrine, onArrival) {
  const seconds = [];
  for (let number = 0; number < LEADS; number++) {
    const email = `lead${number}@exemplo.com.br`;
    const arrival = new Promise((done) => onArrival.set(email, done));
    const start = performance.now();
    await send(`${vitrine.url}/api/contacts`, "POST", {
      name: "Ana Souza",
      email,
      phone: "(11) 98765-4321",
      company: "Padaria Souza",
      message: "Serviço de interesse: Outro\n\nPreciso de ajuda.",
    });
    await arrival;
    seconds.push((performance.now() - start) / 1000);
  }
  return seconds;
}

/** Waits until the edition is sent, and returns its results. */
async function resultsWhenSent(call, id) {
  for (;;) {
    const { state } = await call("GET", `/api/newsletter/editions/${id}`);
    if (state === "sent")
      return call("GET", `/api/newsletter/editions/${id}/results`);
    await sleep(1000);
  }
}

function report(received, leads, results, elapsed) {
  const subscribers = [...received].filter(([to]) => to.startsWith("subscriber"));
  const twice = subscribers.filter(([, ids]) => ids.length > 1);
  const differing = twice.filter(([, ids]) => new Set(ids).size > 1);
  const rows = [
    ["Subscribers", SUBSCRIBERS],
    ["received the edition", subscribers.length],
    [
      "received it twice, with the same Message-ID",
      twice.length - differing.length,
    ],
    ["received it twice, with different Message-IDs", differing.length],
    ["delivered according to the edition's results", results.delivered],
    ["Minutes until all were sent", (elapsed / 60_000).toFixed(1)],
    [
      "Seconds until the slowest receipt of a contact",
      Math.max(...leads).toFixed(1),
    ],
  ];
  return `${table(["", "Figure"], rows)}\n\nThe mail server refuses, delays or drops on a quarter of the connections. The server was killed after a third of the messages.`;
}
