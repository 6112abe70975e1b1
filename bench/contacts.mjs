/** Response time of the list of contacts, short and long, and of the dashboard. */
import { middlePage, responseTimes } from "./lib/lists.mjs";
import { ADMIN, Vitrine } from "./lib/vitrine.mjs";

export const title = "The list of contacts";
const SIZES = (process.env.BENCH_CONTACTS ?? "1000,100000,1000000").split(",").map(Number);

/**
 * Paths by name. `middle` is the query of a page from the middle. `number` is the number of a contact; only this contact's
 * message contains it.
 */
export const calls = (middle, number) => ({
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
  "a service, newest first": "/api/contacts?service=Suporte+T%C3%A9cnico",
  "a rare service": "/api/contacts?service=Raro&order=late_first",
  "a missing service": "/api/contacts?service=Nenhum&order=late_first",
  "a missing service, waiting": "/api/contacts?view=waiting&service=Nenhum&order=late_first",
  "a source": "/api/contacts?source=unknown&order=late_first",
  "a frequent source": "/api/contacts?source=google.com&order=late_first",
  "a rare source": "/api/contacts?source=site-7.com.br&order=late_first",
  "a missing source": "/api/contacts?source=raro.example&order=late_first",
  "a channel": "/api/contacts?channel=whatsapp&order=late_first",
  "a campaign": "/api/contacts?campaign=campanha-7&order=late_first",
  "stage won": "/api/contacts?stage=won&order=late_first",
  "stage new, waiting": "/api/contacts?stage=new&view=waiting&order=late_first",
  "status replied": "/api/contacts?status=replied&order=late_first",
  "assigned to nobody, status read": "/api/contacts?assigned=nobody&status=read&order=late_first",
  "a person, archived, a source": `/api/contacts?assigned=me&status=archived&source=instagram.com`,
  "mine, newest first": "/api/contacts?view=mine",
  "spam of a source": "/api/contacts?view=spam&source=google.com",
  "trash of a service": "/api/contacts?view=trash&service=Outro",
  "two years": "/api/contacts?from=2020-01-01&order=late_first",
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
  "column talking": "/api/contacts/board/talking?",
  "column talking, mine": "/api/contacts/board/talking?view=mine",
  "columns of the board, mine": "/api/contacts/board?view=mine",
  "columns of the board, a service": "/api/contacts/board?service=Outro",
  "results of 30 days": "/api/contacts/results?period=30",
  "results of 365 days": "/api/contacts/results?period=365",
  "dashboard, 90 days": "/api/dashboard?days=90",
  dashboard: "/api/dashboard",
});

/** Returns the day in São Paulo, such as '2026-11-20'. */
const today = () => new Date().toLocaleDateString("sv-SE", { timeZone: "America/Sao_Paulo" });

export async function measure() {
  const tables = [];
  for (const size of SIZES) {
    const vitrine = await new Vitrine().start();
    try {
      await vitrine.fill((seeder) => seeder.contacts(size, ADMIN.email));
      const headers = await vitrine.signIn();
      const get = (path) => fetch(`${vitrine.url}${path}`, { headers });
      const middle = await middlePage(get, "/api/contacts?", Math.min(size / 2, 5000));
      const times = await responseTimes(get, calls(middle, size - 1));
      tables.push(`${size.toLocaleString("en")} contacts, ${vitrine.database}:\n\n${times}`);
    } finally {
      await vitrine.remove();
    }
  }
  return tables.join("\n\n");
}
