import { expect, it } from "vitest";

import type { Post } from "@/api/types";
import {
  BLANK,
  fieldsOf,
  inputOf,
  textOf,
  withCompletedTags,
  withShownDates,
} from "@/features/blog/panel/fields";
import { POST } from "./post.fixture";
import { isAutosavable, isChanged, isScheduleChanged, rebased, withoutSchedule } from "./record";

const post = (change: Partial<Post> = {}): Post => ({
  ...POST,
  title: "Título",
  slug: "titulo",
  content: "Texto",
  tags: ["a", "b"],
  ...change,
});
const opened = (change: Partial<Post> = {}) => ({ value: post(change), etag: '"1"' });

it("tags are sent as a list, and dates in RFC 3339", () => {
  expect(inputOf({ tags: " a,, b  c ,", publish_at: "2026-11-21T10:00", unpublish_at: "" })).toEqual({
    tags: ["a", "b c"],
    publish_at: "2026-11-21T13:00:00.000Z",
    unpublish_at: null,
  });
  expect(inputOf({ title: "A" })).toEqual({ title: "A" });
});

it.each([
  ["redes", "redes, "],
  ["redes, nuvem", "redes, nuvem, "],
  ["redes, Redes ", "redes, "],
  [" , ", ""],
])("Enter in the field of tags turns %j into %j", (typed, expected) => {
  expect(withCompletedTags(typed)).toBe(expected);
});

it("prefilled author of a new post isn't a change", () => {
  expect(isChanged(null, { ...BLANK, author: "Ana Lima" })).toBe(false);
  expect(isChanged(opened({ author: "Admin" }), { ...fieldsOf(post()), author: "Ana Lima" })).toBe(true);
});

it("surrounding spaces aren't a change", () => {
  const fields = { ...fieldsOf(post()), content: "Texto \n", tags: "a,b, ", title: " Título" };
  expect(isChanged(opened(), fields)).toBe(false);
  expect(isChanged(opened(), { ...fields, content: "Texto." })).toBe(true);
  expect(textOf(fields, "tags")).toBe("a, b");
});

const dates = { publish_at: "2027-01-01T10:00", unpublish_at: "2025-01-01T10:00" };

it("dates are emptied if their fields are hidden", () => {
  const typed = { ...fieldsOf(post()), ...dates };
  expect(withShownDates(typed)).toMatchObject(dates);
  expect(withShownDates({ ...typed, is_published: true })).toMatchObject({ ...dates, publish_at: "" });
  expect(withShownDates({ ...typed, publish_at: "" })).toMatchObject({ publish_at: "", unpublish_at: "" });
});

it("date of a hidden field isn't a change of the schedule", () => {
  const typed = { ...fieldsOf(post()), unpublish_at: dates.unpublish_at };
  expect([isChanged(opened(), typed), isScheduleChanged(opened(), typed)]).toEqual([false, false]);
  expect(isScheduleChanged(opened(), { ...typed, ...dates })).toBe(true);
  expect(isScheduleChanged(opened(), { ...typed, content: "Outro" })).toBe(false);
});

it("only changed drafts with all required fields are autosaved", () => {
  const typed = { ...fieldsOf(post()), content: "Mais" };
  expect(isAutosavable(opened(), typed)).toBe(true);
  expect(isAutosavable(opened(), { ...typed, title: " " })).toBe(false);
  expect(isAutosavable(opened(), fieldsOf(post()))).toBe(false);
  expect(isAutosavable(opened({ is_published: true }), typed)).toBe(false);
  expect(isAutosavable(opened({ publish_at: "2026-11-21T13:00:00Z" }), typed)).toBe(false);
  expect(isAutosavable(null, { ...BLANK, title: "A", slug: "a", content: "b" })).toBe(true);
  expect(isAutosavable(null, { ...BLANK, title: "A" })).toBe(false);
});

it("change of the schedule isn't autosaved", () => {
  const typed = { ...fieldsOf(post()), is_published: true };
  expect(isAutosavable(opened(), typed)).toBe(false);
  expect(withoutSchedule(opened(), typed).is_published).toBe(false);
});

const sent = { ...fieldsOf(post()), content: "Um ", slug: "Outro Slug" };

it("text typed during a save and spaces at the end of a text stay in the form", () => {
  const after = opened({ content: "Um", slug: "outro-slug" });
  const typed = { ...sent, title: "Título novo" };
  const fields = rebased(after, sent, typed);
  expect([fields.content, fields.slug, fields.title]).toEqual(["Um ", "outro-slug", "Título novo"]);
  expect(isChanged(after, { ...fields, title: "Título" })).toBe(false);
});

it("another person's changes of fields that the user didn't change are shown after a save", () => {
  const after = opened({ content: "Um", slug: "outro-slug", excerpt: "De outra pessoa" });
  expect(rebased(after, sent, sent).excerpt).toBe("De outra pessoa");
  const typed = { ...sent, excerpt: "Meu" };
  expect(rebased(after, sent, typed).excerpt).toBe("Meu");
});

it("change that is undone during its save stays undone", () => {
  const after = opened({ content: "Um", slug: "outro-slug" });
  expect(rebased(after, sent, fieldsOf(post()))).toEqual(fieldsOf(post()));
});
