import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useEffect } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

import type { Post } from "@/api/types";
import { notify } from "@/lib/notify";
import { CoverAddress } from "./details";
import { POST } from "./post.fixture";
import { type PostEditor, usePostEditor } from "./use-post-editor";

const TYPED_URL = "https://exemplo.com/capa.png";
const post: Post = {
  ...POST,
  title: "Um",
  slug: "um",
  content: "Texto",
  published_at: "2026-11-20T12:00:00Z",
  is_published: true,
};

let editor: PostEditor;
let sent: unknown[];

function Form() {
  const now = usePostEditor({ value: post, etag: '"1"' }, null);
  useEffect(() => {
    editor = now;
  });
  return <CoverAddress editor={now} />;
}

beforeEach(() => {
  localStorage.clear();
  sent = [];
  vi.spyOn(notify, "success").mockReturnValue(() => undefined);
  vi.spyOn(notify, "error").mockReturnValue();
  vi.stubGlobal("fetch", async (request: Request) => {
    if (request.method === "PUT") sent.push(await request.json());
    return Response.json(post, { headers: { ETag: '"2"' } });
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Form />
    </QueryClientProvider>,
  );
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const field = () => screen.getByRole<HTMLInputElement>("textbox", { name: "Endereço em outro site" });

it.each([
  ["leaving the field", "{Tab}"],
  ["Enter", "{Enter}"],
])("%s makes the typed address the featured image", async (_, keys) => {
  const user = userEvent.setup();
  await user.type(field(), TYPED_URL);
  await user.keyboard(keys);
  expect([editor.fields.featured_image, field().value]).toEqual([TYPED_URL, ""]);
});

it("saving sends the typed address as the featured image", async () => {
  await userEvent.setup().type(field(), ` ${TYPED_URL}`);
  await act(() => editor.save());
  expect(sent).toMatchObject([{ featured_image: TYPED_URL }]);
});

it("invalid address of a featured image shows an error and prevents saving and leaving", async () => {
  const user = userEvent.setup();
  await user.type(field(), "http://exemplo.com/capa.png");
  await user.tab();
  const described = () =>
    document.getElementById(field().getAttribute("aria-describedby")?.split(" ").at(-1) ?? "");
  expect(described()?.textContent).toContain("https://");
  await act(async () => expect(await editor.save()).toBeNull());
  await act(async () => expect(await editor.saveBeforeLeaving()).toBe(false));
  expect(sent).toEqual([]);
  expect([field().value, document.activeElement]).toEqual(["http://exemplo.com/capa.png", field()]);
});
