import { act } from "@testing-library/react";
import { type ComponentType, type ReactNode, useEffect, useState } from "react";
import { renderToString } from "react-dom/server";
import { afterEach, expect, it, vi } from "vitest";

import { hydrate } from "./hydrate";

afterEach(() => {
  document.body.replaceChildren();
  window.early = undefined;
  vi.unstubAllGlobals();
});

/** Shows the HTML that the server renders. */
function serve(Component: ComponentType): HTMLElement {
  document.body.innerHTML = `<div>${renderToString(<Component />)}</div>`;
  return document.body.firstElementChild as HTMLElement;
}

/** Changes and wraps the texts of paragraphs and buttons, as translators do. */
function translate(container: Element): void {
  for (const element of container.querySelectorAll("p, button")) {
    const text = element.firstChild;
    if (!(text instanceof Text)) continue;
    const moved = document.createElement("span");
    text.replaceWith(moved);
    text.data += " (en)";
    moved.append(text);
  }
}

/** Adds an element after each field, as password managers do. */
function addElements(container: Element): void {
  for (const field of container.querySelectorAll("input")) field.after(document.createElement("div"));
}

/** Waits until React has applied what a function does. */
const apply = (change: () => void) =>
  act(() => {
    change();
    return Promise.resolve();
  });

const start = (container: Element, Component: ComponentType) =>
  apply(() => hydrate(container, Component, {}));

function field(selector: string) {
  const found = document.querySelector<HTMLInputElement>(selector);
  if (!found) throw new Error(`no ${selector}`);
  return found;
}

function Form() {
  return (
    <form>
      <p>Texto</p>
      <input type="radio" name="kind" value="access" defaultChecked />
      <input type="radio" name="kind" value="opposition" />
      <input type="checkbox" name="updates" value="1" />
      <input name="email" defaultValue="" />
      <textarea name="message" />
      <select name="service">
        <option value="">Nenhum</option>
        <option>Nuvem</option>
      </select>
      <details>
        <summary>Mais</summary>
      </details>
    </form>
  );
}

it.each([
  ["a translator", translate],
  ["a password manager", addElements],
])("input and focus survive changes of the HTML by %s", async (_, change) => {
  const container = serve(Form);
  const before = field("form");
  field("[value=opposition]").checked = true;
  field("[name=updates]").checked = true;
  field("[name=email]").value = "ana@exemplo.com";
  field("textarea").value = "Olá";
  field("select").value = "Nuvem";
  field("details").setAttribute("open", "");
  field("form").dataset["sent"] = "1";
  field("summary").focus();
  change(container);
  await start(container, Form);
  expect(before.isConnected).toBe(false);
  expect(field("[value=access]").checked).toBe(false);
  expect(field("[value=opposition]").checked).toBe(true);
  expect(field("[name=updates]").checked).toBe(true);
  expect(field("[name=email]").value).toBe("ana@exemplo.com");
  expect(field("textarea").value).toBe("Olá");
  expect(field("select").value).toBe("Nuvem");
  expect(field("details").hasAttribute("open")).toBe(true);
  expect(field("form").dataset["sent"]).toBe("1");
  expect(document.activeElement?.tagName).toBe("SUMMARY");
});

it("effects read the restored input", async () => {
  const seen = vi.fn();
  function Observed() {
    useEffect(() => void seen(field("[name=email]").value), []);
    return <Form />;
  }
  const container = serve(Observed);
  field("[name=email]").value = "ana@exemplo.com";
  translate(container);
  await start(container, Observed);
  expect(seen).toHaveBeenCalledExactlyOnceWith("ana@exemplo.com");
});

it("recorded presses and forms are those of the changed HTML's replacement", async () => {
  function Forms() {
    return (
      <>
        <form className="first">
          <button type="button">Mostrar</button>
          <button type="button">Ocultar</button>
        </form>
        <form className="second" />
      </>
    );
  }
  const container = serve(Forms);
  const elements = () => [...document.querySelectorAll("button, form.second")] as HTMLButtonElement[];
  const outside = document.body.appendChild(document.createElement("button"));
  const recorded = [...elements().slice(1, 3), outside];
  window.early = recorded;
  translate(container);
  await start(container, Forms);
  expect(recorded.map(({ isConnected }) => isConnected)).toEqual([false, false, true]);
  // Vitest would print whole elements.
  const expected = [...elements().slice(1, 3), outside];
  expect(window.early.map((element, index) => element === expected[index])).toEqual([true, true, true]);
});

it("island whose removed text was moved by a translator is shown again", async () => {
  function Steps() {
    const [step, setStep] = useState<ReactNode>("Um");
    return (
      <p>
        {step}
        <button type="button" onClick={() => setStep(<b>Dois</b>)} />
      </p>
    );
  }
  const report = vi.fn();
  vi.stubGlobal("reportError", report);
  const container = serve(Steps);
  await start(container, Steps);
  translate(container);
  // `act` would throw the error.
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", false);
  field("button").click();
  await vi.waitFor(() => expect(report).toHaveBeenCalledOnce());
  await vi.waitFor(() => expect(container.textContent).toBe("Um"));
  field("button").click();
  await vi.waitFor(() => expect(container.textContent).toBe("Dois"));
});

it.each([1, 3])("what was typed and focused after hydration survives %i failures", async (count) => {
  let failures = 0;
  function Unstable() {
    const [, setStep] = useState(0);
    if (failures > 0) throw new Error("not yet");
    return (
      <>
        <Form />
        <button type="button" onClick={() => setStep(1)} />
      </>
    );
  }
  const report = vi.fn(() => (failures -= 1));
  vi.stubGlobal("reportError", report);
  const container = serve(Unstable);
  field("[name=email]").value = "ana@exemplo.com";
  field("[name=email]").focus();
  translate(container);
  await start(container, Unstable);
  field("[name=email]").value = "bia@exemplo.com";
  field("textarea").focus();
  const before = field("form");
  failures = count;
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", false);
  field("button").click();
  await vi.waitFor(() => expect(report).toHaveBeenCalledTimes(count));
  await vi.waitFor(() => expect(document.querySelector("form")).toBeTruthy());
  expect(before.isConnected).toBe(false);
  expect(field("[name=email]").value).toBe("bia@exemplo.com");
  expect(document.activeElement?.tagName).toBe("TEXTAREA");
});

it("island that fails in the browser stays as the server rendered it", async () => {
  let isServer = true;
  function Failing() {
    if (!isServer) throw new Error("not in this browser");
    return <Form />;
  }
  const report = vi.fn();
  vi.stubGlobal("reportError", report);
  const container = serve(Failing);
  field("[name=email]").value = "ana@exemplo.com";
  isServer = false;
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", false);
  hydrate(container, Failing, {});
  await vi.waitFor(() => expect(document.querySelector("form")).toBeTruthy());
  expect(report).toHaveBeenCalled();
  expect(field("[name=email]").value).toBe("ana@exemplo.com");
});
