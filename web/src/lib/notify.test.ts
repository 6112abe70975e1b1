import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { notify, undoLatest } from "./notify";

const toaster = vi.hoisted(() => {
  const shown = new Map<string | number, string>();
  let last = 0;
  let drawn = 0;
  return {
    shown,
    drawn: () => drawn,
    clear: () => {
      shown.clear();
      drawn = 0;
    },
    draw: ({ title, key }: { title: string; key?: string }) => {
      drawn += 1;
      const id = key ?? (last += 1);
      shown.set(id, title);
      return () => shown.delete(id);
    },
  };
});
vi.mock("@/ui/toaster", () => ({ draw: toaster.draw }));

beforeEach(() => toaster.clear());
afterEach(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  // Later, the toaster would be the real one, which shows the messages in the page of another file.
  await vi.dynamicImportSettled();
});

const shows = (...titles: string[]) => vi.waitFor(() => expect([...toaster.shown.values()]).toEqual(titles));

it("failures with the same title are shown once", async () => {
  notify.errorOnce("Erro ao carregar configurações");
  await shows("Erro ao carregar configurações");
  notify.errorOnce("Erro ao carregar configurações");
  await shows("Erro ao carregar configurações");
});

it("identical error replaces the earlier one", async () => {
  notify.error("Erro ao salvar", "O nome já existe");
  await shows("Erro ao salvar");
  notify.error("Erro ao salvar", "Sem conexão");
  await shows("Erro ao salvar", "Erro ao salvar");
  notify.error("Erro ao salvar", "Sem conexão");
  await vi.waitFor(() => expect(toaster.drawn()).toBe(3));
  await shows("Erro ao salvar", "Erro ao salvar");
});

it("offer to restore a record disappears when the record is restored in another way", async () => {
  const restore = vi.fn<() => void>();
  notify.undoable("1", "Contato excluído", "Ana", restore);
  await shows("Contato excluído");
  notify.undoable("2", "Contato excluído", "João", restore);
  await shows("Contato excluído", "Contato excluído");
  notify.undone("1", "Contato restaurado", "Ana");
  await shows("Contato excluído", "Contato restaurado");
});

it("offer to undo an action disappears after a later one that would be undone instead", async () => {
  const undo = vi.fn<() => void>();
  notify.undoable("merge:1", "Contatos juntados", "Ana", undo);
  await shows("Contatos juntados");
  notify.undoable("merge:1", "Mais um contato juntado", "Ana", undo);
  await shows("Mais um contato juntado");
});

it("success dismisses earlier errors, but not those reported with it", async () => {
  const clock = vi.spyOn(Date, "now").mockReturnValue(1000);
  notify.error("Erro ao salvar");
  await shows("Erro ao salvar");
  clock.mockReturnValue(3000);
  notify.error("Erro ao enviar imagem");
  await shows("Erro ao salvar", "Erro ao enviar imagem");
  notify.success("Configurações salvas!");
  await shows("Erro ao enviar imagem", "Configurações salvas!");
});

it("offer to undo ends with its time, also if the toaster pauses its own", async () => {
  vi.useFakeTimers();
  notify.success("Enviando a resposta", undefined, { label: "Desfazer", run: () => undefined });
  await vi.advanceTimersByTimeAsync(9_999);
  await shows("Enviando a resposta");
  await vi.advanceTimersByTimeAsync(10_000);
  await shows();
});

it("key undoes the latest offer first, then the earlier ones that are still shown", () => {
  vi.useFakeTimers();
  const undone: string[] = [];
  const offer = (name: string) =>
    notify.success(name, undefined, { label: "Desfazer", run: () => undone.push(name) });
  offer("ended");
  vi.advanceTimersByTime(5_000);
  offer("first");
  const dismiss = offer("dismissed");
  offer("second");
  dismiss();
  vi.advanceTimersByTime(5_000);
  for (let press = 0; press < 3; press += 1) undoLatest();
  expect(undone).toEqual(["second", "first"]);
});
