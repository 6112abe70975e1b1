import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { expect, it, vi } from "vitest";

import { ApiError } from "@/api/api-error";
import { choice, defineList, text } from "./list-codec";
import { pageQuery } from "./use-records";

const FRUITS = defineList("/", {
  filters: { search: text() },
  view: { folder: choice([{ value: "inbox" }, { value: "trash" }], "inbox") },
  part: "folder",
  size: 20,
});

const call = vi.fn(() => Promise.resolve({ data: ["a", "b"], response: new Response() }));
const fruitPage = pageQuery({ codec: FRUITS, key: ["fruits"], meta: { errorTitle: "Erro" }, call });

it("former rows are shown while others of the same folder load, but not for another folder", async () => {
  const cache = new QueryClient();
  const observer = new QueryObserver(cache, fruitPage(FRUITS.defaults));
  const unsubscribe = observer.subscribe(() => undefined);
  const rows = () => observer.getCurrentResult().data?.items;
  await vi.waitFor(() => expect(rows()).toEqual(["a", "b"]));
  expect(call).toHaveBeenLastCalledWith({ limit: 20 }, expect.any(AbortSignal));

  observer.setOptions(fruitPage({ ...FRUITS.defaults, search: "uva" }));
  expect(rows()).toEqual(["a", "b"]);
  expect(call).toHaveBeenLastCalledWith({ search: "uva", limit: 20 }, expect.any(AbortSignal));
  observer.setOptions(fruitPage({ ...FRUITS.defaults, search: "uva", folder: "trash" }));
  expect(rows()).toBeUndefined();
  unsubscribe();
});

it("first page replaces a page whose cursor the server refuses", async () => {
  call.mockRejectedValueOnce(new ApiError(400, "bad_request", "O cursor de paginação é inválido."));
  const observer = new QueryObserver(
    new QueryClient(),
    fruitPage({ ...FRUITS.defaults, cursor: "inventado" }),
  );
  const unsubscribe = observer.subscribe(() => undefined);
  await vi.waitFor(() => expect(observer.getCurrentResult().data).toMatchObject({ replacesInvalid: true }));
  expect(observer.getCurrentResult().data?.items).toEqual(["a", "b"]);
  expect(call).toHaveBeenLastCalledWith({ limit: 20 }, expect.any(AbortSignal));
  unsubscribe();
});
