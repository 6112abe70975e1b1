import { describe, expect, it } from "vitest";

import { lastCode, textWithoutCode } from "./whatsapp-text";

const CODE = "0QZ8K-3M1TA-00G7X-WVJ5R";
const GREETING = "Olá! Vim pelo site da Vitrine e gostaria de falar com a equipe.";

describe("code in a message", () => {
  it.each([
    CODE,
    CODE.toLowerCase(),
    CODE.replaceAll("-", ""),
    CODE.replaceAll("-", " – "),
    CODE.replaceAll("0", "O").replace("1", "l"),
    `${GREETING}\n\nProtocolo: ${CODE}.`,
    `Oi\n${CODE}\nQuero um orçamento`,
  ])("is found in any spelling: %j", (text) => expect(lastCode(text)).toBe(CODE));

  it.each(["", "Oi", CODE.slice(0, -1), `${CODE}7`, `A${CODE}`, "Preciso de ajuda com a rede"])(
    "isn't found in %j",
    (text) => expect(lastCode(text)).toBeUndefined(),
  );
});

describe("text around a code", () => {
  it("is all of the message except the sentence with the code", () => {
    const message = `${GREETING}\n\nProtocolo: ${CODE}`;
    expect(textWithoutCode(message, CODE)).toBe(GREETING);
    expect(textWithoutCode(`Quero 10 notebooks.\n${message}.`, CODE)).toBe(
      `Quero 10 notebooks.\n${GREETING}`,
    );
    expect(textWithoutCode(`${message}\nQuero 10 notebooks.`, CODE)).toBe(
      `${GREETING}\n\nQuero 10 notebooks.`,
    );
    expect(textWithoutCode(`Oi, ${CODE} Tudo bem?`, CODE)).toBe("Oi,\n\nTudo bem?");
  });

  it("is without the text that the link prepared", () => {
    const message = `Quero 10 notebooks.\n${GREETING}\n\nProtocolo: ${CODE}`;
    expect(textWithoutCode(message, CODE, GREETING)).toBe("Quero 10 notebooks.");
    expect(textWithoutCode(`${GREETING}\n\nProtocolo: ${CODE}`, CODE, GREETING)).toBe("");
  });

  it.each([
    [`${GREETING} Quero 10 notebooks.\n\nProtocolo: ${CODE}`, "Quero 10 notebooks."],
    [`${GREETING}Quero 10 notebooks.\n\nProtocolo: ${CODE}`, "Quero 10 notebooks."],
    [`${GREETING}\n\nQuero 10 notebooks.\n\nProtocolo: ${CODE}`, "Quero 10 notebooks."],
    [`Oi.\n\n${GREETING}\n\nQuero 10.\n\nProtocolo: ${CODE}`, "Oi.\n\nQuero 10."],
    [`Bom dia! 😀 ${GREETING.toUpperCase()} Quero 10.\n\nProtocolo: ${CODE}`, "Bom dia! 😀 Quero 10."],
    [`Bom dia ${GREETING}\n\nProtocolo: ${CODE}`, "Bom dia"],
    [`Protocolo: ${CODE}\n${GREETING.replace(" ", "\n")}\nQuero 10.`, "Quero 10."],
  ])("is without the prepared text anywhere: %j", (message, text) =>
    expect(textWithoutCode(message, CODE, GREETING)).toBe(text),
  );

  it("preserves a sentence that only begins or ends with the prepared text", () => {
    const message = (text: string) => `${text}\n\nProtocolo: ${CODE}`;
    const text = "Oi para vocês. Mandem um oi de volta. Foi.";
    expect(textWithoutCode(message(text), CODE, "Oi")).toBe(text);
    expect(textWithoutCode(message("Oi. Quero 10."), CODE, "oi")).toBe("Quero 10.");
    expect(textWithoutCode(message("Custa $1 (um)?"), CODE, "$1 (um)?")).toBe("Custa");
  });

  it("is without the stamps of WhatsApp Web", () => {
    const message = `[14:26, 27/11/2026] Zé da Padaria: ${GREETING}\n\nProtocolo: ${CODE}\n[2:27 PM, 11/27/2026] +55 19 98765-4321: Quero 10.`;
    expect(textWithoutCode(message, CODE, GREETING)).toBe("Quero 10.");
    const own = `[urgente] às 14:26, 27/11/2026: Quero 10.`;
    expect(textWithoutCode(`${own}\nProtocolo: ${CODE}`, CODE)).toBe(own);
  });

  it("is empty if there is only the code", () => {
    expect(textWithoutCode(`Protocolo: ${CODE}`, CODE)).toBe("");
    expect(textWithoutCode(` ${CODE.toLowerCase()} `, CODE)).toBe("");
  });

  it("preserves words that have the form of a code", () => {
    const words = "Passo ontem pelas lojas novas";
    expect(textWithoutCode(`carro verde desde ontem\nProtocolo: ${CODE}`, CODE)).toBe(
      "carro verde desde ontem",
    );
    expect(textWithoutCode(`${words} ${CODE}`, CODE)).toBe(words);
  });

  it("is known for a refused code only after 'Protocolo:'", () => {
    expect(textWithoutCode(`Quero 10 notebooks.\n\nProtocolo: ${CODE}`)).toBe("Quero 10 notebooks.");
    expect(textWithoutCode("carro verde desde ontem")).toBe("");
  });
});
