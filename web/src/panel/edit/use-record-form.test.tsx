import { act, render, renderHook, screen } from "@testing-library/react";
import { useForm } from "react-hook-form";
import { beforeEach, expect, it } from "vitest";

import { LocalDraftNotice } from "./editor-frame";
import { readLocalDraft, removeLocalDraft, writeLocalDraft } from "./local-draft";
import { readFields, useNewRecordForm } from "./use-record-form";

interface Fields {
  title: string;
  lines: { text: string }[];
}

const BLANK: Fields = { title: "", lines: [] };

function open() {
  const { result } = renderHook(() => {
    const form = useForm<Fields>({ defaultValues: BLANK });
    return { form, isDirty: form.formState.isDirty, editor: useNewRecordForm("thing:new", form, false) };
  });
  const type = (title: string) =>
    act(() => result.current.form.setValue("title", title, { shouldDirty: true }));
  return { type, now: () => result.current };
}

beforeEach(() => localStorage.clear());

it("input is stored in the browser until it equals the blank form again", () => {
  const { type } = open();
  type("Rede");
  expect(readLocalDraft("thing:new")).toMatchObject({ fields: { title: "Rede", lines: [] } });
  type("");
  expect(readLocalDraft("thing:new")).toBeNull();
});

it("stored input is shown in the form until it is discarded", () => {
  const fields = { title: "Rede", lines: [{ text: "a" }] };
  writeLocalDraft("thing:new", { fields });
  const { now } = open();
  expect(now().form.getValues()).toEqual(fields);
  expect(now().isDirty).toBe(true);
  const { recovered, discard } = now().editor;
  if (!recovered) throw new Error("the draft was not recovered");
  render(<LocalDraftNotice draft={recovered} onDiscard={discard} />);
  act(() => screen.getByRole("button", { name: "Descartar" }).click());
  expect(now().form.getValues()).toEqual(BLANK);
  expect(now().editor.recovered).toBeNull();
  expect(readLocalDraft("thing:new")).toBeNull();
});

it("stored input of another shape, or equal to the form, is ignored", () => {
  const shown = { title: "Rede", lines: [] };
  for (const fields of [null, "Rede", {}, { title: 3, lines: [] }, { title: "a", lines: {} }, shown]) {
    writeLocalDraft("thing:1", { fields });
    expect(readFields("thing:1", shown)).toBeNull();
  }
  writeLocalDraft("thing:1", { fields: { ...shown, title: "Redes" } });
  expect(readFields("thing:1", shown)?.fields.title).toBe("Redes");
  removeLocalDraft("thing:1");
  expect(readFields("thing:1", shown)).toBeNull();
});
