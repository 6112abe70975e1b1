import { render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";

import { onStepUpRequired, send } from "@/api/reauthentication";
import { usePrompt } from "./proof-prompt";

afterEach(() => vi.unstubAllGlobals());

function Prompt() {
  const { isOpen } = usePrompt(onStepUpRequired);
  return isOpen ? <p>Confirme que é você</p> : null;
}

it("call is refused when its prompt disappears, and the next call gets another prompt", async () => {
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json({ code: "step_up_required" }, { status: 403 })));
  const change = () => send(new Request(new URL("/api/services", location.origin), { method: "POST" }));
  const { unmount } = render(<Prompt />);
  const answer = change();
  await screen.findByText("Confirme que é você");
  unmount();
  expect((await answer).status).toBe(403);
  render(<Prompt />);
  void change();
  expect(await screen.findByText("Confirme que é você")).toBeTruthy();
});
