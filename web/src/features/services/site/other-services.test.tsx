import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";

import { OtherServices } from "./other-services";

it("section without other services is left out", () => {
  expect(renderToStaticMarkup(<OtherServices title="Outras especialidades" others={[]} />)).toBe("");
});
