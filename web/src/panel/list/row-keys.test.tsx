import { cleanup, render } from "@testing-library/react";
import user_event from "@testing-library/user-event";
import { afterEach, expect, it } from "vitest";

import { useRowKeys } from "./row-keys";

afterEach(cleanup);

function Rows() {
  useRowKeys(true);
  return (
    <>
      <a href="#new" data-record="new">
        Adicionar
      </a>
      <ul hidden>
        <li>
          <button data-record="hidden">Editar</button>
        </li>
      </ul>
      <ul>
        {["a", "b"].map((id) => (
          <li key={id}>
            <button data-record={id}>Editar</button>
            <button>Excluir</button>
          </li>
        ))}
      </ul>
    </>
  );
}

it("j and k move between rows without a link, and skip hidden lists and links outside of rows", async () => {
  render(<Rows />);
  const user = user_event.setup();
  const focused = () => (document.activeElement as HTMLElement).dataset["record"];
  await user.keyboard("j");
  expect(focused()).toBe("a");
  await user.tab();
  await user.keyboard("j");
  expect(focused()).toBe("b");
  await user.keyboard("k");
  expect(focused()).toBe("a");
});
