/** How long staff wait for the list of contacts, short and long. */
import { performance } from "node:perf_hooks";
import { quantile, table } from "./lib/machine.mjs";
import { Vitrine } from "./lib/vitrine.mjs";

export const title = "The list of contacts";
const SIZES = [1000, 100_000];
const REQUESTS = 400;
const AT_ONCE = 2;
const FIRST = ["João", "Maria", "José", "Ana", "Antônio", "Conceição", "Luís", "Márcia", "Íris", "Caio"];
const LAST = [
  "Silva",
  "Araújo",
  "Gonçalves",
  "Lima",
  "Peixoto",
  "Assunção",
  "Brandão",
  "Prado",
  "Nunes",
  "Cruz",
];
const QUERIES = {
  "first page": "",
  "late ones first": "order=late_first",
  "page from the middle": "cursor",
  "search that finds many": "search=joao",
  "search that finds one": "search=pessoa777@",
  "search that finds none": "search=ninguem+se+chama+assim",
  "by status": "status=archived",
  "search and status": "search=joao&status=archived",
};

export async function measure() {
  const vitrine = await new Vitrine().start();
  const rows = Object.keys(QUERIES).map((name) => [name]);
  try {
    const headers = await vitrine.signIn();
    const list = (query) => fetch(`${vitrine.url}/api/contacts?${query}`, { headers });
    for (const size of SIZES) {
      const middle = await seed(vitrine, list, headers, size);
      for (const [index, query] of Object.values(QUERIES).entries()) {
        const times = await time(() => list(query === "cursor" ? middle : query));
        rows[index].push(...[0.5, 0.99].map((part) => `${quantile(times, part).toFixed(1)} ms`));
      }
    }
  } finally {
    await vitrine.remove();
  }
  const head = SIZES.flatMap((size) =>
    ["p50", "p99"].map((part) => `${part} at ${size.toLocaleString("en")}`),
  );
  return `${table(["GET /api/contacts", ...head], rows)}\n\n${REQUESTS} requests each, ${AT_ONCE} at once, 100 contacts a page, total included.`;
}

/** Fills up to `size` contacts, one in fifty archived; answers the query of the page in the middle. */
async function seed(vitrine, list, headers, size) {
  let count = Number((await list("limit=1")).headers.get("x-total-count"));
  const worker = async () => {
    while (count < size) {
      count += 1;
      const { id } = await send(`${vitrine.url}/api/contacts`, "POST", contact(count), {
        "Idempotency-Key": `seed-${count}`,
      });
      if (count % 50 === 0) {
        await send(`${vitrine.url}/api/contacts/${id}`, "PUT", { status: "archived" }, headers);
      }
    }
  };
  await Promise.all(Array.from({ length: 8 }, worker));

  let query = "";
  for (let seen = 0; seen < size / 2; seen += 100) {
    const answer = await list(query);
    await answer.arrayBuffer();
    query = /[?&](cursor=[^&>]+)[^>]*>; rel="next"/.exec(answer.headers.get("link"))[1];
  }
  return query;
}

function contact(number) {
  const pick = (words) => words[number % words.length];
  const name = `${pick(FIRST)} ${LAST[Math.floor(number / FIRST.length) % LAST.length]}`;
  return {
    name,
    email: `pessoa${number}@exemplo.com.br`,
    phone: "(11) 98765-4321",
    company: `${pick(["Padaria", "Clínica", "Escola", "Oficina", "Farmácia"])} ${pick(LAST)} Ltda.`,
    message: `Serviço de interesse: Outro\n\nPedido ${number}: precisamos de ajuda com a rede da filial e com os backups do servidor de arquivos. Podem nos ligar na parte da tarde?`,
    elapsed_ms: 20_000,
  };
}

async function send(url, method, body, headers) {
  const answer = await fetch(url, {
    method,
    headers: { ...headers, "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`bench: ${method} ${url}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

async function time(request) {
  const times = [];
  const worker = async () => {
    while (times.length < REQUESTS) {
      const from = performance.now();
      const answer = await request();
      await answer.arrayBuffer();
      if (!answer.ok) throw new Error(`bench: ${answer.url}: ${answer.status}`);
      times.push(performance.now() - from);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return times;
}
