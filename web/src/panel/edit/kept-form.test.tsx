import { act, cleanup, render, renderHook, screen } from "@testing-library/react";
import { useForm } from "react-hook-form";
import { afterEach, beforeEach, expect, it } from "vitest";

import { dropKept, keep, readKept } from "./kept";
import { readKeptFields, useKeptDraft } from "./kept-form";

interface Fields {
  title: string;
  lines: { text: string }[];
}

const BLANK: Fields = { title: "", lines: [] };

function open() {
  const { result } = renderHook(() => {
    const form = useForm<Fields>({ defaultValues: BLANK });
    return { form, isDirty: form.formState.isDirty, kept: useKeptDraft("thing:new", form) };
  });
  const type = (title: string) =>
    act(() => result.current.form.setValue("title", title, { shouldDirty: true }));
  return { type, now: () => result.current };
}

beforeEach(() => localStorage.clear());
afterEach(cleanup);

it("keeps what is typed, and nothing once it reads as before", () => {
  const { type } = open();
  type("Rede");
  expect(readKept("thing:new")).toMatchObject({ fields: { title: "Rede", lines: [] } });
  type("");
  expect(readKept("thing:new")).toBeNull();
});

it("is in the form again, until it is discarded", () => {
  const fields = { title: "Rede", lines: [{ text: "a" }] };
  keep("thing:new", { fields });
  const { now } = open();
  expect(now().form.getValues()).toEqual(fields);
  expect(now().isDirty).toBe(true);
  render(now().kept.notice);
  act(() => screen.getByRole("button", { name: "Descartar" }).click());
  expect(now().form.getValues()).toEqual(BLANK);
  expect(now().kept.notice).toBeNull();
  expect(readKept("thing:new")).toBeNull();
});

it("is not taken from a form of another kind, nor where it says nothing new", () => {
  const shown = { title: "Rede", lines: [] };
  for (const fields of [null, "Rede", {}, { title: 3, lines: [] }, { title: "a", lines: {} }, shown]) {
    keep("thing:1", { fields });
    expect(readKeptFields("thing:1", shown)).toBeNull();
  }
  keep("thing:1", { fields: { ...shown, title: "Redes" } });
  expect(readKeptFields("thing:1", shown)?.fields.title).toBe("Redes");
  dropKept("thing:1");
  expect(readKeptFields("thing:1", shown)).toBeNull();
});
