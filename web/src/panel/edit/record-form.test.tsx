import { QueryClient, QueryClientProvider, useMutation } from "@tanstack/react-query";
import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";

import { ApiError } from "@/api/api-error";
import { type Versioned, versionOf } from "@/api/versioned";
import type { RecordKind } from "./record-fields";
import { NewRecordForm, RecordForm } from "./record-form";
import type { Edit, Outcome } from "./versioned-record";

interface Thing {
  id: string;
  name: string;
}
type Fields = Pick<Thing, "name">;

const opened = { value: { id: "1", name: "um" }, etag: null };
const missing = () => Promise.reject(new ApiError(404, "not_found", ""));

const THING: RecordKind<Thing, Fields> = {
  key: "things",
  thisOne: "esta coisa",
  labels: { name: "Nome" },
  textOf: ({ name }) => name,
  fieldsOf: ({ name }) => ({ name }),
  find: missing,
  update: missing,
  lastSaver: () => Promise.resolve(undefined),
};

const restoreThing = vi.fn(() => Promise.resolve());

function Form({ canRestore }: { canRestore: boolean }) {
  const restore = useMutation<unknown, Error, Thing>({ mutationFn: restoreThing });
  return (
    <RecordForm
      layout="inline"
      kind={THING}
      opened={opened}
      resolver={(values) => ({ values, errors: {} })}
      send={missing}
      {...(canRestore && { restore })}
    >
      {(form) => <input aria-label="Nome" {...form.register("name")} />}
    </RecordForm>
  );
}

async function saveDeleted(canRestore: boolean) {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Form canRestore={canRestore} />
    </QueryClientProvider>,
  );
  const user = userEvent.setup();
  await user.type(screen.getByLabelText("Nome"), "2");
  await user.click(screen.getByRole("button", { name: "Salvar" }));
  return user;
}

const thing: Thing = { id: "2", name: "dois" };
const createThing = vi.fn<(fields: Fields) => Promise<Thing>>(() => Promise.resolve(thing));
const sendThing = vi.fn<(edit: Edit<Thing, Fields>) => Promise<Outcome<Thing>>>(() =>
  Promise.resolve({ status: "saved", saved: { value: thing, etag: null }, isMerged: false }),
);

function NewForm() {
  return (
    <NewRecordForm
      layout="inline"
      action="Salvar"
      draftName={null}
      blank={{ name: "" }}
      resolver={(values) => ({ values, errors: {} })}
      create={useMutation({ mutationFn: createThing })}
      onCreated={() => undefined}
    >
      {() => null}
    </NewRecordForm>
  );
}

function SavedForm() {
  return (
    <RecordForm
      layout="inline"
      kind={THING}
      opened={opened}
      resolver={(values) => ({ values, errors: {} })}
      send={sendThing}
      onSaved={() => undefined}
    >
      {() => null}
    </RecordForm>
  );
}

const version = (number: number, name: string) => ({ value: { id: "1", name }, etag: `"${number}"` });

/** Shows the form of a version, and returns a function that shows a newer one, as after fetching again. */
function showVersion(opened: Versioned<Thing>) {
  const cache = new QueryClient();
  const formOf = (opened: Versioned<Thing>) => (
    <QueryClientProvider client={cache}>
      <RecordForm
        layout="inline"
        kind={THING}
        opened={opened}
        resolver={(values) => ({ values, errors: {} })}
        send={sendThing}
      >
        {(form) => <input aria-label="Nome" {...form.register("name")} />}
      </RecordForm>
    </QueryClientProvider>
  );
  const { rerender } = render(formOf(opened));
  return (newer: Versioned<Thing>) => rerender(formOf(newer));
}

const shownName = () => screen.getByLabelText<HTMLInputElement>("Nome").value;

beforeEach(() => {
  localStorage.clear();
  sendThing.mockClear();
});

it("form without unsaved input shows a newer version, and saves changes of it", async () => {
  const show = showVersion(version(1, "um"));
  show(version(2, "dois"));
  expect(shownName()).toBe("dois");
  const user = userEvent.setup();
  await user.type(screen.getByLabelText("Nome"), "!");
  await user.click(screen.getByRole("button", { name: "Salvar" }));
  expect(sendThing).toHaveBeenCalledExactlyOnceWith({ base: version(2, "dois"), mine: { name: "dois!" } });
});

it("unsaved input remains when a newer version arrives, and is sent as a change of the version it was made from", async () => {
  const show = showVersion(version(1, "um"));
  const user = userEvent.setup();
  await user.type(screen.getByLabelText("Nome"), "!");
  show(version(2, "dois"));
  expect(shownName()).toBe("um!");
  await user.click(screen.getByRole("button", { name: "Salvar" }));
  expect(sendThing).toHaveBeenCalledExactlyOnceWith({ base: version(1, "um"), mine: { name: "um!" } });
});

it("form that stays open sends each change once, even if the button is clicked twice", async () => {
  sendThing.mockImplementation(({ base, mine }) =>
    Promise.resolve({ status: "saved", saved: version(versionOf(base) + 1, mine.name), isMerged: false }),
  );
  showVersion(version(1, "um"));
  const user = userEvent.setup();
  for (const [count, name] of [
    [1, "um!"],
    [2, "um!!"],
  ] as const) {
    await user.type(screen.getByLabelText("Nome"), "!");
    await user.dblClick(screen.getByRole("button", { name: "Salvar" }));
    expect(sendThing).toHaveBeenCalledTimes(count);
    expect(sendThing.mock.lastCall?.[0]).toMatchObject({ base: { etag: `"${count}"` }, mine: { name } });
  }
});

it("form without unsaved input ignores an older version", () => {
  const show = showVersion(version(2, "dois"));
  show(version(1, "um"));
  expect(shownName()).toBe("dois");
});

it("restoring a record that another person has deleted preserves the input", async () => {
  const user = await saveDeleted(true);
  expect((await screen.findByText(/^Outra pessoa excluiu esta coisa agora/)).textContent).toContain(
    "restaure para salvar",
  );
  await user.click(screen.getByRole("button", { name: "Restaurar" }));
  await vi.waitFor(() => expect(screen.queryByText(/^Outra pessoa/)).toBeNull());
  expect(restoreThing).toHaveBeenCalledOnce();
  expect(screen.getByLabelText<HTMLInputElement>("Nome").value).toBe("um2");
  expect(document.activeElement).toBe(document.querySelector("form"));
});

it("deleted record that can't be restored has a notice without a button", async () => {
  await saveDeleted(false);
  expect((await screen.findByText(/^Outra pessoa/)).textContent).toContain("Não há como restaurar");
  expect(screen.queryByRole("button", { name: "Restaurar" })).toBeNull();
});

it.each([
  ["new", NewForm, createThing],
  ["saved", SavedForm, sendThing],
])("%s record is sent once if the button is clicked twice before the next render", async (_, Form, send) => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Form />
    </QueryClientProvider>,
  );
  const button = screen.getByRole("button", { name: "Salvar" });
  act(() => {
    button.click();
    button.click();
  });
  await vi.waitFor(() => expect(send).toHaveBeenCalled());
  await act(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  expect(send).toHaveBeenCalledOnce();
});
