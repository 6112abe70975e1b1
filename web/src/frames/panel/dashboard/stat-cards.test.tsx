import { render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { describe, expect, it } from "vitest";

import type { LastChange, Role } from "@/api/types";
import { describeChange, describePosts, StatCards } from "./stat-cards";

const change: LastChange = {
  created_at: "2026-11-20T17:32:00Z",
  summary: "criou o post",
  label: "Backup",
  actor: { user_email: "ana@exemplo.com.br", source: "web" },
};

describe("last change", () => {
  it("names the person and the change", () => {
    expect(describeChange(change, true)).toBe("ana@exemplo.com.br criou o post Backup");
  });

  it("names no person for editors", () => {
    expect(describeChange({ ...change, actor: null, label: null }, false)).toBe(
      "Alguém da equipe criou o post",
    );
  });

  it("names the command line", () => {
    const actor = { user_email: null, source: "command_line" } as const;
    expect(describeChange({ ...change, actor }, true)).toBe("Linha de comando criou o post Backup");
  });

  it("has a text if nothing has changed yet", () => {
    expect(describeChange(null, true)).toBe("Nada foi alterado desde a instalação");
    expect(describeChange(null, false)).toBe("Nenhum conteúdo alterado ainda");
  });
});

it("post counts list drafts and scheduled posts separately", () => {
  expect(describePosts({ total: 9, published: 6, scheduled: 1 })).toBe(
    "6 publicados, 1 agendado, 2 rascunhos",
  );
  expect(describePosts({ total: 7, published: 6, scheduled: 0 })).toBe("6 publicados, 1 rascunho");
});

it.each<[Role, string[]]>([
  ["admin", ["Total de Serviços", "Posts no Blog", "Contatos Recebidos", "Última Atualização"]],
  ["support", ["Contatos Recebidos", "Contatos Novos", "Fora do Prazo"]],
  ["writer", ["Total de Serviços", "Posts no Blog", "Última Atualização"]],
])("titles for the role %s are shown while the stats load", (role, expected) => {
  const { container } = render(
    <MemoryRouter>
      <StatCards dashboard={undefined} user={{ role }} isFailed={false} />
    </MemoryRouter>,
  );
  const titles = [...container.querySelectorAll("dt")].map((title) => title.textContent);
  expect(titles).toEqual(expected);
});

it("only administrators get a link to the audit log", () => {
  render(
    <MemoryRouter>
      <StatCards dashboard={undefined} user={{ role: "editor" }} isFailed />
    </MemoryRouter>,
  );
  expect(screen.getAllByRole("link").map(({ textContent }) => textContent)).not.toContain(
    "Última Atualização",
  );
});
