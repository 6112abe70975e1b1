import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

import type { NewPostMode, Post } from "@/api/types";
import { POST } from "./post.fixture";
import { PostPublication } from "./publication";
import { usePostEditor } from "./use-post-editor";

function Form({ post }: { post: Post }) {
  return <PostPublication editor={usePostEditor({ value: post, etag: '"1"' }, null)} />;
}

/** Shows the form of a post, and waits until the mode of the newsletter is known. */
async function show(post: Post, new_post: NewPostMode): Promise<void> {
  const cache = new QueryClient();
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json({ new_post })));
  render(
    <QueryClientProvider client={cache}>
      <Form post={post} />
    </QueryClientProvider>,
  );
  await vi.waitFor(() => expect(cache.isFetching()).toBe(0));
}

const note = () => screen.queryByText(/vai por e-mail/);

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

it("unpublished post has a note if its first publication mails the subscribers", async () => {
  await show(POST, "send");
  expect(note()).not.toBeNull();
});

it("unpublished post has no note if its first publication mails nobody", async () => {
  await show(POST, "draft");
  expect(note()).toBeNull();
});

it("post that was published before has no note about mail", async () => {
  await show({ ...POST, published_at: "2026-11-20T12:00:00Z" }, "send");
  expect(note()).toBeNull();
});
