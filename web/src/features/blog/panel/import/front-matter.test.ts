import { describe, expect, it } from "vitest";

import { InvalidPostFile, readPost } from "./front-matter";

describe("Markdown file", () => {
  it("has its fields between two rules before the text", () => {
    const text = [
      "---",
      'title: "Backup: a regra"',
      "date: 2024-05-04",
      "tags: [nuvem, 'Segurança', \"b\"]",
      "category: Backup",
      "description: Um resumo: curto",
      "draft: false",
      "---",
      "",
      "## Começo",
      "",
      "- um",
      "",
    ].join("\r\n");
    expect(readPost("a.md", text)).toEqual({
      fields: {
        title: "Backup: a regra",
        slug: "backup-a-regra",
        content: "## Começo\n\n- um",
        excerpt: "Um resumo: curto",
        category: "Backup",
        tags: "nuvem, Segurança, b",
        author: "Admin",
      },
      published_at: "2024-05-04T12:00:00.000Z",
    });
  });

  it("has tags as a list or as text with commas", () => {
    expect(readPost("a.md", "---\ntitle: A\ntags:\n  - um\n  - dois, três\n---\nb").fields.tags).toBe(
      "um, dois, três",
    );
    expect(readPost("a.md", "---\ntitle: A\ntags: um, dois\n---\nb").fields.tags).toBe("um, dois");
  });

  it.each([
    "[\n  um,\n  'dois',\n]",
    "[um,\n  dois]",
    "\n  [um, dois]",
    "\n  [\n    um,\n    dois\n  ]",
    "\n- um\n- dois",
  ])("can have tags over several lines, such as %j", (list) => {
    const { fields } = readPost("a.md", `---\ntags: ${list}\ntitle: A\n---\nb`);
    expect(fields).toMatchObject({ title: "A", tags: "um, dois", content: "b" });
  });

  it("can have quoted field names, and unknown or invalid fields, which are ignored", () => {
    const head = '"title": A\nData de publicação: 2024-05-04\ntags: [nunca acaba\nauthor: Ana';
    const { fields } = readPost("a.md", `---\n${head}\n---\nb`);
    expect(fields).toMatchObject({ title: "A", author: "Ana", content: "b" });
  });

  it("without a title field gets its title from the heading or the file name", () => {
    expect(readPost("x.md", "# Olá\n\nTexto").fields).toMatchObject({ title: "Olá", content: "Texto" });
    const { fields } = readPost("2024-01-02-minha_nota-nova.md", "Texto\n---\nMais");
    expect(fields).toMatchObject({ title: "Minha nota nova", slug: "minha-nota-nova" });
    expect(fields.content).toBe("Texto\n---\nMais");
  });

  it.each([
    ["paragraphs", "---\n\nPrimeiro.\n\n---\n\nSegundo."],
    ["a sentence with a colon", "---\nVeja: isto é texto\nque segue\n---\nb"],
    ["an address", "---\nhttps://exemplo.com.br\n---\nb"],
    ["a comment", "---\n# nada ainda\n---\nb"],
    ["a long name", "---\nA nossa conclusão: isto\n---\nb"],
  ])("with only %s between two rules has no fields", (_, text) => {
    expect(readPost("a.md", text).fields.content).toBe(text);
  });

  it("can have comments, lists and empty lines among its fields", () => {
    const text = "---\n# assim\ntítulo: A\ntags: [\n  a,\n]\n\nx:\n- b\n---\nb";
    expect(readPost("a.md", text).fields.content).toBe("b");
  });

  it.each([
    [">", "Um resumo em duas linhas.\nE outro."],
    [">-", "Um resumo em duas linhas.\nE outro."],
    ["|", "Um resumo\nem duas linhas.\n\nE outro."],
    ["|+", "Um resumo\nem duas linhas.\n\nE outro."],
  ])("can have an excerpt over several lines with the YAML mark %s", (mark, excerpt) => {
    const block = `description: ${mark}\n  Um resumo\n  em duas linhas.\n\n  E outro.\n`;
    const { fields } = readPost("a.md", `---\ntitle: A\n${block}author: Ana\n---\nb`);
    expect(fields).toMatchObject({ excerpt, author: "Ana", content: "b" });
  });

  it.each([
    ["07/11/2025", "2025-11-07T12:00:00.000Z"],
    ["25/12/2024", "2024-12-25T12:00:00.000Z"],
    ["5/1/2024 8:30", "2024-01-05T11:30:00.000Z"],
    ["2024-05-04 10:30:00", "2024-05-04T13:30:00.000Z"],
    ["2024-05-04T10:30:00Z", "2024-05-04T10:30:00.000Z"],
    ["31/02/2024", null],
    ["12/25/2024", null],
  ])("with the date %s was published at %s", (date, moment) => {
    expect(readPost("a.md", `---\ntitle: A\ndate: ${date}\n---\nb`).published_at).toBe(moment);
  });

  it("with a future or invalid date has no publication time", () => {
    expect(readPost("a.md", "---\ntitle: A\ndate: 2999-01-01\n---\nb").published_at).toBeNull();
    expect(readPost("a.md", "---\ntitle: A\ndate: ontem\n---\nb").published_at).toBeNull();
  });

  it.each([
    ["text", "a.md", "---\ntitle: A\n---\n"],
    ["letters and digits in its title", "日本.md", "texto"],
  ])("without %s is refused", (_, name, text) => {
    expect(() => readPost(name, text)).toThrow(InvalidPostFile);
  });
});
