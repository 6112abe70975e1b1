/** Response time of the list of contacts, short and long, and of the dashboard. */
import { createNumbered, middlePage, responseTimes } from "./lib/lists.mjs";
import { contact } from "./lib/records.mjs";
import { Vitrine, send } from "./lib/vitrine.mjs";

export const title = "The list of contacts";
const SIZES = (process.env.BENCH_CONTACTS ?? "1000,100000").split(",").map(Number);

/**
 * Paths by name. `middle` is the query of a page from the middle. `number` is the number of a contact; only this contact's
 * message contains it.
 */
const calls = (middle, number) => ({
  "first page, late first": "/api/contacts?order=late_first",
  "first page, newest first": "/api/contacts?",
  "page from the middle": `/api/contacts?${middle}`,
  "status new": "/api/contacts?status=new&order=late_first",
  "status archived": "/api/contacts?status=archived&order=late_first",
  waiting: "/api/contacts?view=waiting&order=late_first",
  late: "/api/contacts?view=late&order=late_first",
  mine: "/api/contacts?view=mine&order=late_first",
  unassigned: "/api/contacts?view=unassigned&order=late_first",
  new: "/api/contacts?view=new&order=late_first",
  suspected: "/api/contacts?view=spam",
  trash: "/api/contacts?view=trash",
  "assigned to me": "/api/contacts?assigned=me&order=late_first",
  "a service": "/api/contacts?service=Suporte+T%C3%A9cnico&order=late_first",
  "a missing service, waiting": "/api/contacts?view=waiting&service=Raro&order=late_first",
  "a source": "/api/contacts?source=unknown&order=late_first",
  "a missing source": "/api/contacts?source=raro.example&order=late_first",
  "a day": `/api/contacts?from=${today()}&to=${today()}&order=late_first`,
  "a day without contacts": "/api/contacts?from=2020-01-01&to=2020-01-01&order=late_first",
  "a word in one record, waiting": `/api/contacts?view=waiting&order=late_first&search=pd${number}x`,
  "a word in one record": `/api/contacts?order=late_first&search=pd${number}x`,
  "a first name": "/api/contacts?order=late_first&search=joao",
  "a frequent word": "/api/contacts?order=late_first&search=backup",
  "words in all records": "/api/contacts?order=late_first&search=servico+de+interesse",
  "name and surname": "/api/contacts?order=late_first&search=maria+silva",
  "frequent words, rarely together": "/api/contacts?order=late_first&search=servidor+de+notebook",
  "part of an email": "/api/contacts?order=late_first&search=ana.souza",
  "host of an email": "/api/contacts?order=late_first&search=%40gmail.com",
  "part of a phone": "/api/contacts?order=late_first&search=98765-4",
  "nothing found": "/api/contacts?order=late_first&search=ninguem+se+chama+assim",
  "two letters": "/api/contacts?order=late_first&search=jo",
  "two letters, rare": "/api/contacts?order=late_first&search=%23k",
  "one letter": "/api/contacts?order=late_first&search=j",
  "a frequent word, archived": "/api/contacts?order=late_first&search=backup&status=archived",
  "a first name, mine": "/api/contacts?order=late_first&search=joao&assigned=me",
  "a first name, newest first": "/api/contacts?search=joao",
  "counts of all views": "/api/contacts/summary",
  "services and sources": "/api/contacts/filter-values",
  "next steps": "/api/contacts?view=next_steps",
  "columns of the board": "/api/contacts/board?",
  "columns of the board, all outcomes": "/api/contacts/board?all_closed=true",
  "columns of the board, a first name": "/api/contacts/board?search=joao",
  "columns of the board, a frequent word": "/api/contacts/board?search=backup",
  "column new": "/api/contacts/board/new?",
  "column won": "/api/contacts/board/won?",
  "results of 30 days": "/api/contacts/results?period=30",
  dashboard: "/api/dashboard",
});

/** Returns the day in São Paulo, such as '2026-11-20'. */
const today = () => new Date().toLocaleDateString("sv-SE", { timeZone: "America/Sao_Paulo" });

export async function measure() {
  const vitrine = await new Vitrine().start();
  const tables = [];
  try {
    const headers = await vitrine.signIn();
    const get = (path) => fetch(`${vitrine.url}${path}`, { headers });
    const me = (await (await get("/api/auth/me")).json()).id;
    let created = 0;
    for (const size of SIZES) {
      await createNumbered(created, size, (number) => createContact(vitrine.url, headers, me, number));
      created = size;
      const middle = await middlePage(get, "/api/contacts?", size / 2);
      tables.push(
        `${size.toLocaleString("en")} contacts, ${vitrine.database}:\n\n${await responseTimes(get, calls(middle, size - 1))}`,
      );
    }
  } finally {
    await vitrine.remove();
  }
  return tables.join("\n\n");
}

/**
 * Creates a contact. Archives one of 50, assigns one of 20, wins one of 25, plans a step for one of 40 and deletes one of 200. The
 * server quarantines one of 100.
 */
async function createContact(url, headers, me, number) {
  const { id } = await send(`${url}/api/contacts`, "POST", contact(number));
  const address = `${url}/api/contacts/${id}`;
  if (number % 50 === 1) await send(address, "PUT", { status: "archived" }, headers);
  if (number % 20 === 2) await send(address, "PUT", { assigned_to: me }, headers);
  if (number % 25 === 4)
    await send(`${address}/stage`, "PUT", { stage: "won", value_cents: 1000 * number }, headers);
  if (number % 40 === 5) {
    await send(`${address}/next-step`, "PUT", { text: "Ligar", date: "2099-01-01" }, headers);
  }
  if (number % 200 === 3) await send(address, "DELETE", undefined, headers);
}
