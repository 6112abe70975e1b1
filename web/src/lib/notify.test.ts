import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { notify } from "./notify";

const toaster = vi.hoisted(() => {
  const shown = new Map<string | number, string>();
  let last = 0;
  return {
    shown,
    draw: ({ title, key }: { title: string; key?: string }) => {
      const id = key ?? (last += 1);
      shown.set(id, title);
      return () => shown.delete(id);
    },
  };
});
vi.mock("@/ui/toaster", () => ({ draw: toaster.draw }));

beforeEach(() => toaster.shown.clear());
afterEach(() => vi.restoreAllMocks());

const shows = (...titles: string[]) => vi.waitFor(() => expect([...toaster.shown.values()]).toEqual(titles));

it("failures with the same title are shown once", async () => {
  notify.errorOnce("Erro ao carregar configurações");
  await shows("Erro ao carregar configurações");
  notify.errorOnce("Erro ao carregar configurações");
  await shows("Erro ao carregar configurações");
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
