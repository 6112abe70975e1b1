import { describe, expect, it } from "vitest";

import { NotAPost, readPost } from "./front-matter";

describe("a Markdown file", () => {
  it("has its fields in front", () => {
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

  it("may have lists line by line, and tags with commas", () => {
    expect(readPost("a.md", "---\ntitle: A\ntags:\n  - um\n  - dois, três\n---\nb").fields.tags).toBe(
      "um, dois, três",
    );
    expect(readPost("a.md", "---\ntitle: A\ntags: um, dois\n---\nb").fields.tags).toBe("um, dois");
  });

  it("may have none, and then its heading or its name is the title", () => {
    expect(readPost("x.md", "# Olá\n\nTexto").fields).toMatchObject({ title: "Olá", content: "Texto" });
    const { fields } = readPost("2024-01-02-minha_nota-nova.md", "Texto\n---\nMais");
    expect(fields).toMatchObject({ title: "Minha nota nova", slug: "minha-nota-nova" });
    expect(fields.content).toBe("Texto\n---\nMais");
  });

  it("that is from the future has no day yet", () => {
    expect(readPost("a.md", "---\ntitle: A\ndate: 2999-01-01\n---\nb").published_at).toBeNull();
    expect(readPost("a.md", "---\ntitle: A\ndate: ontem\n---\nb").published_at).toBeNull();
  });

  it.each([
    ["a.md", "---\ntitle: A\n---\n"],
    ["日本.md", "texto"],
  ])("can't be a post: %s", (name, text) => {
    expect(() => readPost(name, text)).toThrow(NotAPost);
  });
});
