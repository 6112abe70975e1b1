/** Fills large tables by SQL, the same rows in every run. The server must not run meanwhile. */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { need } from "./machine.mjs";
import { contact, plain } from "./records.mjs";

/** Number of different texts. Rows repeat them with their own number. */
const TEXTS = 2000;
const DAYS = 730;
const DAY_S = 24 * 3600;
/** Stands for the number of a row. Not a letter, so that it remains in searched text. */
const NUMBER = "§";

/** Runs SQL on the database of a stopped server. `postgres` is the URL of the server; without it, the database is SQLite. */
export class Seeder {
  constructor({ home, postgres }) {
    need(postgres ? "psql" : "sqlite3");
    this.postgres = postgres;
    this.path = join(home, "data/vitrine.db");
  }

  /** Runs statements in one transaction and returns what they select, as text. */
  run(statements) {
    const input = [...statements.map((statement) => `${statement};`)].join("\n");
    const options = { encoding: "utf8", maxBuffer: 2 ** 30 };
    if (this.postgres) {
      const args = [this.postgres, "--no-psqlrc", "-qAt", "-v", "ON_ERROR_STOP=1"];
      return execFileSync("psql", args, { ...options, input: `BEGIN;${input}COMMIT;` });
    }
    const settings = "PRAGMA cache_size=-1000000; PRAGMA synchronous=OFF; PRAGMA temp_store=MEMORY;";
    return execFileSync("sqlite3", ["-batch", "-bail", this.path], {
      ...options,
      input: `.timeout 30000\n${settings}BEGIN;${input}COMMIT;`,
    });
  }

  /** Returns a query `numbers` with the column `n` from `from` to `to`, to start a statement. */
  numbers(from, to) {
    return this.postgres
      ? `WITH numbers(n) AS (SELECT generate_series(${from}::bigint, ${to}))`
      : `WITH RECURSIVE numbers(n) AS (SELECT ${from} UNION ALL SELECT n + 1 FROM numbers WHERE n < ${to})`;
  }

  /** Returns an expression of a time, from one of the seconds since 1970. */
  at(seconds) {
    return this.postgres
      ? `to_timestamp(${seconds})`
      : `strftime('%Y-%m-%dT%H:%M:%f000+00:00', ${seconds}, 'unixepoch')`;
  }

  /** Returns an expression of the id of a row. Larger numbers have larger ids, which are smaller than those of the server. */
  id(n) {
    if (this.postgres) return `('00' || lpad(to_hex(${n}), 10, '0') || repeat('40', 10))::uuid`;
    const digits = [28, 21, 14, 7, 0].map((bits) => `((${n}) >> ${bits}) & 127`);
    return `CAST(char(0, ${digits}, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64) AS BLOB)`;
  }

  /** Runs `fill` without the indexes and triggers of a table, which are created again at once. This takes a fraction of the time. */
  #withoutIndexes(table, fill) {
    if (this.postgres) {
      const list = `SELECT indexdef || ';' FROM pg_indexes WHERE tablename = '${table}'
        AND indexname NOT IN (SELECT conname FROM pg_constraint)`;
      const drop = `SELECT 'DROP INDEX ' || indexname || ';' FROM pg_indexes WHERE tablename = '${table}'
        AND indexname NOT IN (SELECT conname FROM pg_constraint)`;
      const [create, remove] = [this.run([list]), this.run([drop])];
      this.run([remove, ...fill, "SET LOCAL maintenance_work_mem = '1GB'", create]);
      execFileSync("psql", [this.postgres, "-qc", `VACUUM ANALYZE ${table}`]);
      return;
    }
    const objects = `FROM sqlite_master WHERE tbl_name = '${table}' AND type IN ('index', 'trigger') AND sql IS NOT NULL`;
    const create = this.run([`SELECT sql || ';' ${objects} ORDER BY type`]);
    const remove = this.run([`SELECT 'DROP ' || type || ' ' || name || ';' ${objects}`]);
    this.run([remove, ...fill, create]);
  }

  /** Adds rows to a table. `columns` has an expression of each column, which may use the number `n`. */
  insert(table, from, to, columns, source = "numbers") {
    const names = Object.keys(columns).map((name) => `"${name}"`);
    this.#withoutIndexes(table, [
      `INSERT INTO ${table} (${names}) ${this.numbers(from + 1, to)} SELECT ${Object.values(columns)} FROM ${source}`,
    ]);
  }

  /**
   * Adds contacts with the numbers from `from + 1` to `to`, received over two years until now. 7 % wait for a reply, 30 % are
   * assigned to the user with the email `me`, 1 % are quarantined, and 1 of 200 is in the trash.
   */
  contacts(to, me) {
    const from = 0;
    const texts = Array.from({ length: TEXTS }, (_, index) => text(index));
    const literal = (value) => `'${String(value).replaceAll("'", "''")}'`;
    this.run([
      "DROP TABLE IF EXISTS seed_texts",
      `CREATE TABLE seed_texts (number integer PRIMARY KEY, ${Object.keys(texts[0]).map((name) => `${name} text`)})`,
      `INSERT INTO seed_texts VALUES ${texts.map((row, index) => `(${[index, ...Object.values(row).map(literal)]})`)}`,
    ]);
    const random = randomOf;
    const now = Math.floor(Date.now() / 1000);
    const received = `(${now} - (${to} - n) * ${(DAYS * DAY_S) / (to - from)})`;
    const later = (seconds) => `min_(${now}, ${received} + ${seconds})`;
    const waits = `${random(1)} % 100 < 7`;
    const replied = `${random(1)} % 100 BETWEEN 7 AND 64`;
    const stage = random(7) + " % 100";
    const source = random(5) + " % 100";
    const step = `${random(8)} % 100 < 3`;
    const isClosed = `NOT (${waits}) AND ${stage} >= 60`;
    const when = (condition, value) => `CASE WHEN ${condition} THEN ${value} END`;
    const due = this.at(`${received} + ${DAY_S}`);
    const answered = when(replied, this.at(later(`${random(9)} % 172800`)));
    const admin = `(SELECT id FROM users WHERE email = '${me}')`;
    const others = this.id(`1 + ${random(4)} % 4`);
    const service = `CASE WHEN n % 5000 = 11 THEN 'Raro' ELSE service END`;
    const numbered = (column) => `replace(${column}, '${NUMBER}', CAST(n AS text))`;
    const columns = {
      id: this.id("n"),
      name: "name",
      email: numbered("email"),
      phone: "phone",
      company: "company",
      message: numbered("message"),
      status: `CASE WHEN ${random(1)} % 100 < 4 THEN 'new' WHEN ${waits} THEN 'read' WHEN ${replied} THEN 'replied' ELSE 'archived' END`,
      quarantined: `${random(2)} % 1000 < 10`,
      search: numbered("search"),
      version: "1",
      created_at: this.at(received),
      updated_at: this.at(received),
      deleted_at: when(`${random(3)} % 1000 < 5`, this.at(now)),
      service,
      due_at: due,
      waits_until: when(waits, due),
      promise_noticed_for: when(waits, due),
      answered_at: answered,
      first_answered_at: answered,
      asked_at: this.at(received),
      first_due_at: due,
      assigned_to: `CASE WHEN ${random(4)} % 10 < 3 THEN ${admin} WHEN ${random(4)} % 10 < 7 THEN ${others} END`,
      email_key: numbered("email"),
      phone_key: "phone_key",
      delivery: when(`${random(10)} % 2000 = 0`, "'failed'"),
      announced: "TRUE",
      source_page: when(`${source} >= 40`, `'/blog/artigo-' || (${random(6)} % 80)`),
      source_referrer: `CASE WHEN ${source} < 40 THEN NULL WHEN ${source} < 60 THEN 'google.com'
        WHEN ${source} < 80 THEN 'instagram.com' WHEN ${source} < 90 THEN 'site-' || (${random(6)} % 500) || '.com.br' END`,
      utm_source: when(`${source} >= 90`, "'boletim'"),
      utm_campaign: when(`${source} >= 90`, `'campanha-' || (${random(6)} % 40)`),
      source: `CASE WHEN ${source} < 40 THEN 'unknown' WHEN ${source} < 60 THEN 'google.com' WHEN ${source} < 80 THEN 'instagram.com'
        WHEN ${source} < 90 THEN 'site-' || (${random(6)} % 500) || '.com.br' ELSE 'boletim' END`,
      channel: `CASE WHEN ${random(11)} % 100 < 70 THEN 'form' WHEN ${random(11)} % 100 < 85 THEN 'whatsapp'
        WHEN ${random(11)} % 100 < 95 THEN 'phone' ELSE 'import' END`,
      stage: `CASE WHEN ${waits} THEN 'new' WHEN ${stage} < 45 THEN 'talking' WHEN ${stage} < 60 THEN 'proposal'
        WHEN ${stage} < 75 THEN 'won' ELSE 'lost' END`,
      stage_changed_at: this.at(later(`${random(9)} % 1728000`)),
      closed_from: when(isClosed, "'proposal'"),
      value_cents: when(`NOT (${waits}) AND ${stage} BETWEEN 45 AND 74`, `${random(12)} % 1000000`),
      lost_reason: when(`NOT (${waits}) AND ${stage} >= 75`, "'price'"),
      next_step: when(step, "'Ligar'"),
      next_step_at: when(step, this.at(`${now} + ${random(9)} % 864000`)),
    };
    for (const [name, value] of Object.entries(columns)) {
      columns[name] = value.replaceAll("min_(", this.postgres ? "least(" : "min(");
    }
    this.run(staff(this));
    const texted = `numbers JOIN seed_texts ON number = ${random(13)} % ${TEXTS}`;
    this.insertSearched("contacts", from, to, columns, texted);
    this.run(["DROP TABLE seed_texts"]);
  }

  /** Like `insert`, for a table with an index of trigrams, which triggers of SQLite fill. */
  insertSearched(table, from, to, columns, source) {
    if (this.postgres) return this.insert(table, from, to, columns, source);
    const [last] = this.run([`SELECT coalesce(max(search_number), 0) FROM ${table}`]).split("\n");
    this.insert(table, from, to, { ...columns, search_number: `n + ${last}` }, source);
    this.run([
      `INSERT INTO ${table}_grams (rowid, search)
        SELECT search_number, search FROM ${table} WHERE search_number > ${last} ORDER BY search_number`,
    ]);
  }

  /** Adds `size` records to each of the other long lists, over two years until now. */
  others(size) {
    const random = randomOf;
    const now = Math.floor(Date.now() / 1000);
    const created = this.at(`${now} - (${size} - n) * ${(DAYS * DAY_S) / size}`);
    const when = (condition, value) => `CASE WHEN ${condition} THEN ${value} END`;
    const oneOf = (kind, ...values) =>
      `CASE ${random(kind)} % ${values.length} ${values.map((value, index) => `WHEN ${index} THEN '${value}'`).join(" ")} END`;
    const status = `CASE WHEN ${random(1)} % 100 < 70 THEN 'confirmed' WHEN ${random(1)} % 100 < 80 THEN 'pending'
      WHEN ${random(1)} % 100 < 90 THEN 'unsubscribed' WHEN ${random(1)} % 100 < 95 THEN 'paused' ELSE 'refused' END`;
    const first = oneOf(4, "maria", "joao", "ana", "pedro", "rafael", "juliana", "marcelo");
    const email = `${first} || n || '@exemplo.com.br'`;
    // Negative, so that the log continues after them.
    this.insert("audit_events", 0, size, {
      sequence: `n - ${size + 1}`,
      created_at: created,
      action: oneOf(1, "contact.updated", "contact.created", "contact.deleted", "session.opened", "post.updated"),
      source: "'web'",
      user_email: `'equipe' || (${random(2)} % 20) || '@exemplo.com.br'`,
      ip: "'192.0.2.' || (n % 250)",
      subject_kind: oneOf(1, "contact", "contact", "contact", "account", "post"),
      subject_id: `'registro-' || (${random(3)} % 100000)`,
      label: `${first} || ' silva ' || n`,
      search: `'alterou o contato equipe' || (${random(2)} % 20) || '@exemplo.com.br ' || ${first} || ' silva ' || n`,
      personal_mac: "'x'",
      mac: "'x'",
    });
    this.insertSearched("users", 0, size, {
      id: this.id("n"),
      email,
      full_name: `${first} || ' Silva'`,
      role: "CASE WHEN n % 1000 = 7 THEN 'writer' ELSE 'user' END",
      password_hash: "''",
      email_verified: "TRUE",
      created_at: created,
      updated_at: created,
      search: `${first} || ' silva ' || ${email}`,
    });
    this.insertSearched("media", 0, size, {
      id: this.id("n"),
      name: `'foto-' || n || '.jpg'`,
      alt: `${first} || ' no escritório'`,
      folder: oneOf(1, "blog", "blog", "blog", "company", "seo"),
      path: `'blog/' || n || '.jpg'`,
      content_type: oneOf(2, "image/jpeg", "image/jpeg", "image/jpeg", "image/png", "image/webp"),
      width: "1200",
      height: "800",
      bytes: "100000",
      variants: "'[]'",
      search: `'foto-' || n || '.jpg ' || ${first} || ' no escritorio'`,
      version: "1",
      created_by: this.id("1"),
      created_at: created,
      updated_at: created,
      deleted_at: when(`${random(3)} % 200 = 0`, this.at(`${now}`)),
    });
    this.insertSearched("newsletter_subscriptions", 0, size, {
      id: this.id("n"),
      email,
      status,
      consent_version: "'1'",
      consent_text: "'Aceito receber e-mails.'",
      consented_at: created,
      confirmed_at: created,
      search: email,
      created_at: created,
      updated_at: created,
    });
    this.insert(
      "newsletter_subscription_interests",
      0,
      size,
      { subscription_id: this.id("n"), slug: oneOf(5, "seguranca", "nuvem", "lgpd") },
      "numbers WHERE n % 2 = 0",
    );
    this.insert("outbox", 0, size, {
      id: this.id("n"),
      kind: "'contact_receipt'",
      state: `CASE WHEN ${random(1)} % 100 < 2 THEN 'failed' ELSE 'sent' END`,
      to_email: email,
      subject: "'Recebemos a sua mensagem'",
      has_link: "FALSE",
      attempts: "1",
      created_at: created,
      due_at: created,
      sent_at: created,
    });
    // Their number is limited.
    const few = Math.min(size, 5000);
    this.insert("redirects", 0, few, {
      id: this.id("n"),
      from_path: "'/antiga/' || n",
      to_url: "'/servicos'",
      is_permanent: "TRUE",
      hits: "n % 50",
      search: "'/antiga/' || n || ' /servicos'",
      version: "1",
      created_at: created,
      updated_at: created,
    });
  }
}

/** Returns an expression of a pseudorandom number that depends on `n` and on `kind`, from 1 to 20. */
export function randomOf(kind) {
  const factor = 1_103_515_245 + kind * 7_919_317;
  return `((n * ${factor} + ${kind * 12_345}) % 2147483647 / 7)`;
}

/** Returns statements that add four members of staff to whom contacts are assigned. */
function staff(seeder) {
  return [1, 2, 3, 4].map(
    (n) => `INSERT INTO users (id, email, full_name, role, password_hash, email_verified, created_at, updated_at)
      SELECT ${seeder.id(String(n))}, 'equipe${n}@exemplo.com.br', 'Equipe ${n}', 'support', '', TRUE,
        ${seeder.at("1700000000")}, ${seeder.at("1700000000")}
      WHERE NOT EXISTS (SELECT 1 FROM users WHERE email = 'equipe${n}@exemplo.com.br')`,
  );
}

/** Returns the texts of a contact, with `NUMBER` instead of its number. */
function text(index) {
  const { name, email, phone, company, message } = contact(index + 1);
  const numbered = { email: email.replace(/\d+@/, `${NUMBER}@`), message: message.replace(/PD\d+X/, `PD${NUMBER}X`) };
  const search = [name, numbered.email, company, phone, numbered.message].join(" ");
  return {
    name,
    email: numbered.email,
    phone,
    company,
    message: numbered.message,
    service: /^Serviço de interesse: (.*)/.exec(message)[1],
    phone_key: phone.replaceAll(/\D/g, ""),
    search: plain(search).split(/\s+/).join(" "),
  };
}
