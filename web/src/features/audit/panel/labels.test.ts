import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

import type { AuditEvent, Control, FormField } from "@/api/types";
import { changesOf, fieldName } from "./labels";

const event: AuditEvent = {
  sequence: 1,
  created_at: "2026-11-20T12:00:00Z",
  action: "contact.updated",
  summary: "alterou o contato",
  source: "web",
  user_id: null,
  user_email: "ana@exemplo.com.br",
  ip: "10.0.0.1",
  subject_kind: "contact",
  subject_id: "1",
  label: "João",
  before: { status: "new", "links.1.label": "A", is_active: true, tags: ["a", "b"] },
  after: { status: "read", "links.1.label": "B", is_active: false, user_name: 1 },
  erased_at: null,
};

it("changed fields are shown with their labels and values", () => {
  expect(changesOf(event)).toEqual([
    { path: "status", field: "Status", before: "Novo", after: "Lido" },
    { path: "links.1.label", field: "Links › 1 › Texto", before: "A", after: "B" },
    { path: "is_active", field: "Ativo", before: "Sim", after: "Não" },
    { path: "tags", field: "Tags", before: "a\nb", after: "" },
    { path: "user_name", field: "user name", before: "", after: "1" },
  ]);
  expect(changesOf({ ...event, before: null, after: null })).toEqual([]);
});

it("states, times and posts of an edition are shown in Portuguese", () => {
  const before = { state: "draft", send_at: null, post_ids: [] };
  const after = { state: "scheduled", send_at: "2026-12-01T12:00:00Z", post_ids: ["a", "b"] };
  expect(changesOf({ ...event, before, after })).toEqual([
    { path: "state", field: "Situação", before: "Rascunho", after: "Agendada" },
    { path: "send_at", field: "Enviar em", before: "", after: "01/12/2026, 09:00" },
    { path: "post_ids", field: "Artigos", before: "0 artigos", after: "2 artigos" },
  ]);
});

it("reason and reporter of a stopped subscription are shown in Portuguese", () => {
  const after = { reason: "bounce", by: "mail_server" };
  expect(changesOf({ ...event, before: null, after }).map((change) => change.after)).toEqual([
    "Devolução permanente",
    "Servidor de e-mail",
  ]);
});

it("texts of a page have the labels of the page's editor", () => {
  const line: Control = { kind: "line", max: 80, required: true };
  const field = (name: string, label: string, control: Control) => ({ name, label, control, hint: null });
  const group = (...fields: FormField[]): Control => ({ kind: "group", fields });
  const item = { label: "Pergunta", control: group(field("answer", "Resposta", line)) };
  const form = group(
    field("hero", "Topo", group(field("eyebrow", "Chamada", line))),
    field("questions", "Perguntas", { kind: "list", min: 0, max: 9, item }),
  );
  const before = { "hero.eyebrow": "A", "questions.2.answer": "A" };
  expect(changesOf({ ...event, before, after: null }, form).map((change) => change.field)).toEqual([
    "Topo › Chamada",
    "Perguntas › 2 › Resposta",
  ]);
});

/** Records whose fields the server stores in events, except the texts of pages. */
const AUDITED = [
  "Service FooterSection MenuItem Post Redirect Contact Edition EditionCounts Media PrivacyRequest",
  "ProcessingAdditions NewsletterSettings Company ContactInfo Social Seo Analytics Security DemoContent",
  "RetentionPeriod NewInvitation",
].flatMap((names) => names.split(" "));

it("every field of an audited record has a label", () => {
  const fields = AUDITED.flatMap((name) => fieldsOf({ $ref: name }, []));
  expect(fields.length).toBeGreaterThan(100);
  const unnamed = fields.filter((name) => fieldName(name) === name.replaceAll("_", " "));
  // The period that staff have seen is compared, but not stored.
  expect([...new Set(unnamed)]).toEqual(["seen"]);
});

const SERVER = join(import.meta.dirname, "../../../../../server");

/** Matches the fields of an event such as `event.after(&json!({"sessions": ended}))`. */
const EVENT_FIELDS = /\.(?:after|before)\(&(?:serde_json::)?json!\(\{(.*?)\}\)\)/gs;
/** Matches a deletion of `maintenance.rs` that is recorded in an event, such as `("posts", Some(Action::PostPurged), …`. */
const DELETION = /\("(.+)", Some\(Action::\w+\)/g;

it("every field that the server adds to an event has a label", () => {
  const files = readdirSync(join(SERVER, "src"), { recursive: true, encoding: "utf8" });
  const sources = files
    .filter((path) => path.endsWith(".rs"))
    .map((path) => readFileSync(join(SERVER, "src", path), "utf8"));
  const fields = sources.flatMap((text) =>
    [...text.matchAll(EVENT_FIELDS)].flatMap(([, list = ""]) =>
      [...list.matchAll(/"(\w+)":/g)].map(([, field = ""]) => field),
    ),
  );
  const maintenance = readFileSync(join(SERVER, "src/operations/maintenance.rs"), "utf8");
  const deletions = [...maintenance.matchAll(DELETION)].map(([, name = ""]) => name);
  expect([fields.length > 15, deletions.length > 5]).toEqual([true, true]);
  const unnamed = [...fields, ...deletions].filter((name) => fieldName(name) === name.replaceAll("_", " "));
  expect([...new Set(unnamed)]).toEqual([]);
});

it("kind of a message is shown in Portuguese", () => {
  const after = { kind: "password_reset" };
  expect(changesOf({ ...event, before: null, after })).toEqual([
    { path: "kind", field: "Tipo", before: "", after: "Redefinição de senha" },
  ]);
});

interface Schema {
  $ref?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  allOf?: Schema[];
  oneOf?: Schema[];
}

const { components } = JSON.parse(readFileSync(join(SERVER, "openapi.json"), "utf8")) as {
  components: { schemas: Record<string, Schema> };
};

/** Returns the names of all fields in a schema, at any depth, except `version`, which events don't contain. */
function fieldsOf(
  { $ref, properties = {}, items, allOf = [], oneOf = [] }: Schema,
  seen: string[],
): string[] {
  const name = $ref?.split("/").at(-1);
  if (name !== undefined) {
    const schema = components.schemas[name];
    if (!schema) throw new Error(`${name} is missing in the contract`);
    return seen.includes(name) ? [] : fieldsOf(schema, [...seen, name]);
  }
  const parts = [...allOf, ...oneOf, ...(items ? [items] : []), ...Object.values(properties)];
  const own = Object.keys(properties).filter((field) => field !== "version");
  return [...own, ...parts.flatMap((part) => fieldsOf(part, seen))];
}
