import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { useForm } from "react-hook-form";
import { afterEach, expect, it, vi } from "vitest";

import { TooltipProvider } from "@/panel/controls/tooltip";
import { PostsField } from "./posts-field";
import type { EditionFields } from "./record";

afterEach(() => vi.unstubAllGlobals());

function Form() {
  return <PostsField form={useForm<EditionFields>({ defaultValues: { post_ids: ["a"] } })} />;
}

/** Shows the field with one post. The server answers requests for it with `status`. */
function show(status: number) {
  const refusal = { error: "x", message: "Indisponível." };
  vi.stubGlobal("fetch", (request: Request) =>
    Promise.resolve(
      new URL(request.url).pathname === "/api/blog/a"
        ? Response.json(refusal, { status })
        : Response.json([]),
    ),
  );
  render(
    <QueryClientProvider client={new QueryClient()}>
      <TooltipProvider>
        <Form />
      </TooltipProvider>
    </QueryClientProvider>,
  );
}

it("post that doesn't exist is called deleted", async () => {
  show(404);
  expect(await screen.findByText("Artigo excluído")).toBeTruthy();
});

it("post that can't be loaded is not called deleted", async () => {
  show(503);
  expect(await screen.findByText("Não foi possível carregar o artigo")).toBeTruthy();
  expect(screen.queryByText("Artigo excluído")).toBeNull();
});
