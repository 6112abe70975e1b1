import { expect, it } from "vitest";

import { pageName } from "./source-page";

it("pages have their names; articles, services and other pages also their paths", () => {
  const paths = [
    "/",
    "/servicos",
    "/contato",
    "/blog/backup",
    "/servicos/redes",
    "/blog/tag/nuvem",
    "/conta",
  ];
  expect(paths.map(pageName)).toEqual([
    "página inicial",
    "página Serviços",
    "página Contato",
    "página do artigo /blog/backup",
    "página do serviço /servicos/redes",
    "página /blog/tag/nuvem",
    "página /conta",
  ]);
});
