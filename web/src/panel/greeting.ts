/** The greeting at the start of texts to a person. */
import { ApiError } from "@/api/api-error";

/** Words in the names of companies. The server has the legal forms in `names.rs`, too. */
const COMPANY =
  /(?<!\p{L})(ltda|me|epp|mei|eireli|grupo|construtora|padaria|escola|loja|clínica|oficina|restaurante|associação|instituto|comércio|serviços|tecnologia|indústria)(?!\p{L})/iu;

/** Returns the first name of a person, or a text that isn't the name of a person unchanged. */
export function addressedName(name: string): string {
  return firstNameOf(name) ?? name;
}

/** Returns 'Olá, Ana', or 'Olá' for the name of a company or a text that isn't a name. */
export function greetingOf(name: string): string {
  const first = firstNameOf(name);
  return first ? `Olá, ${first}` : "Olá";
}

function firstNameOf(name: string): string | undefined {
  const isPerson = /^[\p{L} '’-]+$/u.test(name) && !COMPANY.test(name);
  return isPerson ? name.trim().split(/\s+/)[0] : undefined;
}

/** Returns the text with which the form of a reply starts. The reply is written before the signature, which may be empty. */
export const replyStart = (name: string, signature = "") =>
  `${greetingOf(name)},\n\n${signature && `\n\n${signature}`}`;

/** Returns whether a reply has only the text with which its form starts, perhaps with a signature. */
export function isBareGreeting(text: string, name: string, signature = ""): boolean {
  const written =
    signature && text.trimEnd().endsWith(signature) ? text.trimEnd().slice(0, -signature.length) : text;
  return written.trim() === replyStart(name).trim();
}

/** Throws an error of the field `text`, like the server's, if a reply has only the text with which its form starts. */
export function refuseBareGreeting(text: string, name: string, signature = ""): void {
  if (!isBareGreeting(text, name, signature)) return;
  const reason = "Escreva a resposta depois da saudação.";
  throw new ApiError(0, "invalid_fields", reason, { fields: { text: reason } });
}
