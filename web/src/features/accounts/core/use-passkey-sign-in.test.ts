import { act, cleanup, renderHook, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { ApiError, Failure } from "@/api/api-error";
import type { FindOptions } from "./passkeys";
import { usePasskeySignIn } from "./use-passkey-sign-in";

vi.mock("./passkeys", () => ({ canAutofill: () => Promise.resolve(true) }));
vi.mock("./log-failure");

const signIn = vi.fn<(how: FindOptions) => Promise<void>>();
const onFailure = vi.fn<(message: string) => void>();
/** Waits until settled promises have taken effect. */
const settle = () => act(() => Promise.resolve());
const pending = () => new Promise<void>(() => undefined);

beforeEach(() => vi.resetAllMocks());
afterEach(cleanup);

/** Shows a form, and waits until it offers passkeys in its fields. */
async function show() {
  const { result } = renderHook(() => usePasskeySignIn({ signIn, autofill: true, onFailure }));
  await waitFor(() => expect(signIn).toHaveBeenCalledOnce());
  return result;
}

it("button stays busy while its sign-in runs, although the prompt in the fields ends", async () => {
  signIn.mockImplementation(({ signal }) => {
    if (!signal) return pending();
    return new Promise((_, reject) =>
      signal.addEventListener("abort", () => reject(new Failure("Cancelado"))),
    );
  });
  const form = await show();
  act(() => void form.current.start());
  await settle();
  expect(form.current.isBusy).toBe(true);
  expect(onFailure).not.toHaveBeenCalled();
});

it("passkey picked in a field that the server refuses is reported, and the prompt starts again", async () => {
  let refuse: (error: Error) => void = () => undefined;
  signIn.mockReturnValueOnce(new Promise((_, reject) => (refuse = reject))).mockImplementation(pending);
  await show();
  refuse(new ApiError(401, "unauthorized", "Chave desconhecida"));
  await settle();
  expect(onFailure).toHaveBeenCalledExactlyOnceWith("Chave desconhecida");
  expect(signIn).toHaveBeenCalledTimes(2);
});

it("prompt that loads after the button was pressed doesn't start", async () => {
  signIn.mockImplementation(pending);
  const { result } = renderHook(() => usePasskeySignIn({ signIn, autofill: true, onFailure }));
  act(() => void result.current.start());
  await vi.dynamicImportSettled();
  await settle();
  expect(signIn).toHaveBeenCalledExactlyOnceWith({});
});
