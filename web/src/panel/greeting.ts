/** The greeting at the start of texts to a person. */
import { ApiError } from "@/api/api-error";

/** Words in the names of companies. The server has the legal forms in `names.rs`, too. */
const COMPANY =
  /(?<!\p{L})(ltda|me|epp|mei|eireli|grupo|construtora|padaria|escola|loja|clínica|oficina|restaurante|associação|instituto|comércio|serviços|tecnologia|indústria)(?!\p{L})/iu;

/** Returns 'Olá, Ana', or 'Olá' for the name of a company or a text that isn't a name. */
export function greetingOf(name: string): string {
  const isPerson = /^[\p{L} '’-]+$/u.test(name) && !COMPANY.test(name);
  const first = name.trim().split(/\s+/)[0];
  return isPerson && first ? `Olá, ${first}` : "Olá";
}

/** Returns the text with which the form of a reply starts. */
export const replyStart = (name: string) => `${greetingOf(name)},\n\n`;

/** Returns whether a reply has only the text with which its form starts. */
export const isBareGreeting = (text: string, name: string) => text.trim() === replyStart(name).trim();

/** Throws an error of the field `text`, like the server's, if a reply has only the text with which its form starts. */
export function refuseBareGreeting(text: string, name: string): void {
  if (!isBareGreeting(text, name)) return;
  const reason = "Escreva a resposta depois da saudação.";
  throw new ApiError(0, "invalid_fields", reason, { fields: { text: reason } });
}
