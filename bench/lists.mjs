/** Response time of the long lists of the panel besides those of contacts and posts. */
import { middlePage, responseTimes } from "./lib/lists.mjs";
import { Vitrine } from "./lib/vitrine.mjs";

export const title = "Other lists";
const SIZES = (process.env.BENCH_RECORDS ?? "1000,1000000").split(",").map(Number);

/** Paths by name. `middle` is the query of a page of the audit log from the middle. `number` is the number of a record. */
export const calls = (middle, number) => ({
  "audit log": "/api/audit?",
  "audit log, page from the middle": `/api/audit?${middle}`,
  "audit log, a group": "/api/audit?group=contact",
  "audit log, a rare group": "/api/audit?group=settings",
  "audit log, a person": "/api/audit?person=equipe7%40exemplo.com.br",
  "audit log, a person without events": "/api/audit?person=ninguem%40exemplo.com.br",
  "audit log, a kind": "/api/audit?subject_kind=post",
  "audit log, a record": "/api/audit?subject_id=registro-7",
  "audit log, a day": "/api/audit?from=2026-11-20&to=2026-11-20",
  "audit log, a group of a person": "/api/audit?group=post&person=equipe7%40exemplo.com.br",
  "audit log, a frequent word": "/api/audit?search=silva",
  "audit log, a word in one record": `/api/audit?search=silva+${number}`,
  "audit log, nothing found": "/api/audit?search=ninguem+fez+isto",
  users: "/api/auth/users?",
  "users, a role": "/api/auth/users?role=user",
  "users, a rare role": "/api/auth/users?role=writer",
  "users, a role without users": "/api/auth/users?role=editor",
  "users, a frequent word": "/api/auth/users?search=silva",
  "users, a word in one record": `/api/auth/users?search=${number}%40exemplo`,
  "users, nothing found": "/api/auth/users?search=ninguem",
  pictures: "/api/media?",
  "pictures, a folder": "/api/media?folder=seo",
  "pictures, a format": "/api/media?type=png",
  "pictures, a rare format": "/api/media?type=svg",
  "pictures, trash": "/api/media?trash=true",
  "pictures, a frequent word": "/api/media?search=escritorio",
  "pictures, a word in one record": `/api/media?search=foto-${number}.jpg`,
  "pictures, nothing found": "/api/media?search=ninguem",
  subscribers: "/api/newsletter/subscriptions?",
  "subscribers, confirmed": "/api/newsletter/subscriptions?status=confirmed",
  "subscribers, refused": "/api/newsletter/subscriptions?status=refused",
  "subscribers, an interest": "/api/newsletter/subscriptions?interest=nuvem",
  "subscribers, a frequent word": "/api/newsletter/subscriptions?search=exemplo",
  "subscribers, a word in one record": `/api/newsletter/subscriptions?search=${number}%40`,
  "subscribers, nothing found": "/api/newsletter/subscriptions?search=ninguem",
  "subscribers, counts": "/api/newsletter/subscriptions/summary",
  mail: "/api/outbox?",
  "mail, sent": "/api/outbox?state=sent",
  "mail, failed": "/api/outbox?state=failed",
  "mail, queued": "/api/outbox?state=queued",
  "mail, counts": "/api/outbox/summary",
  redirects: "/api/redirects?",
  "redirects, a word": "/api/redirects?search=antiga",
  "missing pages": "/api/missing-pages?",
});

export async function measure() {
  const tables = [];
  for (const size of SIZES) {
    const vitrine = await new Vitrine().start();
    try {
      await vitrine.fill((seeder) => seeder.others(size));
      const headers = await vitrine.signIn();
      const get = (path) => fetch(`${vitrine.url}${path}`, { headers });
      const middle = await middlePage(get, "/api/audit?", Math.min(size / 2, 5000));
      const times = await responseTimes(get, calls(middle, size - 1));
      tables.push(`${size.toLocaleString("en")} records of each list, ${vitrine.database}:\n\n${times}`);
    } finally {
      await vitrine.remove();
    }
  }
  return tables.join("\n\n");
}
