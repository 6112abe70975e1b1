/** Fills in the facts that settings name, such as `{company}`, as the server does for the site. */
import type { Company, ContactInfo } from "@/api/types";

/** Promised response time; the server has the same text. */
const PROMISE = "24 horas";

const STATES = /^(AC|AL|AM|AP|BA|CE|DF|ES|GO|MA|MG|MS|MT|PA|PB|PE|PI|PR|RJ|RN|RO|RR|RS|SC|SE|SP|TO)$/i;

export type Facts = Readonly<Record<string, string>>;

/** Returns the facts by name, such as `{city}`; unknown ones are empty. */
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
 * Fills in the facts of a text. `[first|second]` becomes the first alternative whose facts are all known; elsewhere, a
 * sentence with a blank fact is left out.
 */
export function withFacts(text: string, facts: Facts): string {
  const names = Object.keys(facts);
  const hasUnknown = (part: string) => names.some((name) => facts[name] === "" && part.includes(name));
  const chosen = text.replace(/\[([^\]]*)\]/g, (whole, inside: string) =>
    names.some((name) => inside.includes(name))
      ? (inside.split("|").find((alternative) => !hasUnknown(alternative)) ?? "")
      : whole,
  );
  const known = hasUnknown(chosen)
    ? (chosen.match(/\S[^]*?(?:[.!?…](?=\s)\s|\n|$)/g) ?? [])
        .filter((sentence) => !hasUnknown(sentence))
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
