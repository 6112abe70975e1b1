import { expect, it } from "vitest";

import { factsOf, withFacts } from "./facts";

const company = { name: "Nova & Cia", location: "Recife, PE - Brasil", founded: "" };
const facts = factsOf(company, { phone: "(81) 3333-4444", promised_hours: "48" }, 2026);

it.each([
  ["{company}: resposta em até {promise}.", "Nova & Cia: resposta em até 48 horas."],
  ["Presencial[ em {city}/{state}] ou por vídeo.", "Presencial em Recife/PE ou por vídeo."],
  ["Uma empresa[ desde {founded}].", "Uma empresa."],
  ["Somos [de {city} desde {founded}|de {city}|do Brasil].", "Somos de Recife."],
  ["Bom dia. Desde {founded} em {city}. Até logo!", "Bom dia. Até logo!"],
  ["Desde {founded}.", ""],
  ["Veja [isto] e {city}.", "Veja [isto] e Recife."],
  ["{rating} de 5", "{rating} de 5"],
])("facts in %j are filled in as on the site", (text, expected) => {
  expect(withFacts(text, facts)).toBe(expected);
});

it.each([
  ["São Paulo, SP - Brasil", "São Paulo", "SP"],
  ["Recife/pe", "Recife", "PE"],
  ["Recife/PE/Brasil", "Recife", "PE"],
  ["Ji-Paraná, RO", "Ji-Paraná", "RO"],
  ["Rua das Flores, 10, Recife, PE", "Recife", "PE"],
  ["Recife, Brasil", "Recife", ""],
])("location %j names a city and perhaps a state", (location, city, state) => {
  expect(factsOf({ location }, {}, 2026)).toMatchObject({ "{city}": city, "{state}": state });
});

it("years since the foundation are blank if there are fewer than two", () => {
  const years = (founded: string) => factsOf({ founded }, {}, 2026)["{years}"];
  expect(["2014", "2024", "2025", ""].map(years)).toEqual(["12", "2", "", ""]);
});
