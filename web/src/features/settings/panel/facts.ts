/** Fills in facts such as `{company}` in the texts of settings, as the server does for the site. */
import type { Company, ContactInfo } from "@/api/types";

/** Promised response time. The server has the same text. */
const PROMISE = "24 horas";

const STATES = /^(AC|AL|AM|AP|BA|CE|DF|ES|GO|MA|MG|MS|MT|PA|PB|PE|PI|PR|RJ|RN|RO|RR|RS|SC|SE|SP|TO)$/i;

export type Facts = Readonly<Record<string, string>>;

/** Returns the facts by name, such as `{city}`. Unknown facts are empty. */
export function factsOf(company: Partial<Company>, contact: Partial<ContactInfo>, year: number): Facts {
  const { city, state } = cityAndState(company.location ?? "");
  const years = /^\d+$/.test(company.founded ?? "") ? year - Number(company.founded) : 0;
  return {
    "{company}": company.name ?? "",
    "{legal_name}": company.full_name ?? "",
    "{cnpj}": company.cnpj ?? "",
    "{data_officer}": company.data_officer ?? "",
    "{data_officer_contact}": company.data_officer_contact ?? "",
    "{founded}": company.founded ?? "",
    "{location}": company.location ?? "",
    "{mission}": company.mission ?? "",
    "{vision}": company.vision ?? "",
    "{values}": company.values ?? "",
    "{email}": contact.email ?? "",
    "{address}": contact.address ?? "",
    "{phone}": contact.phone ?? "",
    "{city}": city,
    "{state}": state,
    "{year}": String(year),
    "{years}": years >= 2 ? String(years) : "",
    "{promise}": PROMISE,
  };
}

/**
 * Fills in the facts of a text. `[first|second]` becomes the first alternative without blank facts, or empty if all have one.
 * Outside of brackets, a sentence with a blank fact is omitted.
 */
export function withFacts(text: string, facts: Facts): string {
  const names = Object.keys(facts);
  const hasBlank = (part: string) => names.some((name) => facts[name] === "" && part.includes(name));
  const chosen = text.replace(/\[([^\]]*)\]/g, (whole, inside: string) =>
    names.some((name) => inside.includes(name))
      ? (inside.split("|").find((alternative) => !hasBlank(alternative)) ?? "")
      : whole,
  );
  const known = hasBlank(chosen)
    ? (chosen.match(/\S[^]*?(?:[.!?…](?=\s)\s|\n|$)/g) ?? [])
        .filter((sentence) => !hasBlank(sentence))
        .join("")
        .trim()
    : chosen;
  return names.reduce((filled, name) => filled.replaceAll(name, () => facts[name] ?? ""), known);
}

/** Parses 'Recife, PE - Brasil' into city and state. */
function cityAndState(location: string): { city: string; state: string } {
  const text = location.replace(/\s*[,\-–]\s*brasil\s*$/i, "").trim();
  const [, before = "", after = ""] = /^(.*)[,\-–/]([^,\-–/]*)$/s.exec(text) ?? [];
  const hasState = STATES.test(after.trim());
  const city = (hasState ? before : text).split(",").at(-1) ?? "";
  return { city: city.trim(), state: hasState ? after.trim().toUpperCase() : "" };
}
