/** Fills in the facts that settings name, such as `{company}`, as the server does for the site. */
import type { Company, ContactInfo } from "@/api/types";

/** How long an answer may take, as the server says it. */
const PROMISE = "24 horas";

const STATES = /^(AC|AL|AM|AP|BA|CE|DF|ES|GO|MA|MG|MS|MT|PA|PB|PE|PI|PR|RJ|RN|RO|RR|RS|SC|SE|SP|TO)$/i;

export type Facts = Readonly<Record<string, string>>;

export function factsOf(company: Partial<Company>, contact: Partial<ContactInfo>, year: number): Facts {
  const { city, state } = placeOf(company.location ?? "");
  const years = /^\d+$/.test(company.founded ?? "") ? year - Number(company.founded) : 0;
  return {
    "{company}": company.name ?? "",
    "{legal_name}": company.full_name ?? "",
    "{cnpj}": company.cnpj ?? "",
    "{data_officer}": company.data_officer ?? "",
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
 * Of `[first|second]` with a fact in it, the first variant whose facts are all known stays. Elsewhere, a sentence with a
 * blank fact is left out.
 */
export function withFacts(text: string, facts: Facts): string {
  const names = Object.keys(facts);
  const hasUnknown = (part: string) => names.some((name) => facts[name] === "" && part.includes(name));
  const chosen = text.replace(/\[([^\]]*)\]/g, (whole, inside: string) =>
    names.some((name) => inside.includes(name))
      ? (inside.split("|").find((variant) => !hasUnknown(variant)) ?? "")
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

/** 'Recife, PE - Brasil' → Recife, PE */
function placeOf(location: string): { city: string; state: string } {
  const text = location.replace(/\s*[,\-–]\s*brasil\s*$/i, "").trim();
  const [, before = "", after = ""] = /^(.*)[,\-–/]([^,\-–/]*)$/s.exec(text) ?? [];
  const has_state = STATES.test(after.trim());
  const city = (has_state ? before : text).split(",").at(-1) ?? "";
  return { city: city.trim(), state: has_state ? after.trim().toUpperCase() : "" };
}
