/** Fills in facts such as `{company}` in the texts of settings, as the server does for the site. */
import type { Company, ContactInfo } from "@/api/types";

const STATES = /^(AC|AL|AM|AP|BA|CE|DF|ES|GO|MA|MG|MS|MT|PA|PB|PE|PI|PR|RJ|RN|RO|RR|RS|SC|SE|SP|TO)$/i;

export type Facts = Readonly<Record<string, string>>;

/** Returns the facts by name, such as `{city}`. Unknown facts are empty. */
export function factsOf(company: Partial<Company>, contact: Partial<ContactInfo>, year: number): Facts {
  const { city, state } = cityAndState(company.location ?? "");
  const hours = contact.promised_hours ?? "";
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
    // The settings don't contain the share.
    "{promises_met}": "",
    "{promise}": `${hours} ${hours === "1" ? "hora" : "horas"}`,
  };
}

/** Fills in the facts of a text. Names in braces that aren't facts are not changed. */
export function withFacts(text: string, facts: Facts): string {
  const known = knownSentences(withAlternatives(text, facts), facts);
  return Object.entries(facts).reduce((filled, [name, fact]) => filled.replaceAll(name, () => fact), known);
}

/** Replaces each `[first|second]` that contains facts with its first alternative without blank facts, or with nothing. */
function withAlternatives(text: string, facts: Facts): string {
  return text.replace(/\[([^\]]*)\]/g, (brackets, inside: string) => {
    const hasFacts = Object.keys(facts).some((name) => inside.includes(name));
    if (!hasFacts) return brackets;
    return inside.split("|").find((alternative) => !hasBlankFact(alternative, facts)) ?? "";
  });
}

/** Omits the sentences with blank facts. */
function knownSentences(text: string, facts: Facts): string {
  if (!hasBlankFact(text, facts)) return text;
  const sentences = text.match(/\S[^]*?(?:[.!?…]\s|\n|$)/g) ?? [];
  return sentences
    .filter((sentence) => !hasBlankFact(sentence, facts))
    .join("")
    .trim();
}

function hasBlankFact(text: string, facts: Facts): boolean {
  return Object.entries(facts).some(([name, fact]) => fact === "" && text.includes(name));
}

/** Parses 'Recife, PE - Brasil' into city and state. */
function cityAndState(location: string): { city: string; state: string } {
  const text = location.replace(/\s*[,\-–/]\s*brasil\s*$/i, "").trim();
  const [, before = "", after = ""] = /^(.*)[,\-–/]([^,\-–/]*)$/s.exec(text) ?? [];
  const hasState = STATES.test(after.trim());
  const city = (hasState ? before : text).split(",").at(-1) ?? "";
  return { city: city.trim(), state: hasState ? after.trim().toUpperCase() : "" };
}
