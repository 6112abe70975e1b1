import { expect, it } from "vitest";

import { withoutRecord } from "./action-text";

it.each([
  ["excluiu a conta de", "excluiu a conta"],
  ["encerrou uma sessão própria em", "encerrou uma sessão própria"],
  ["teve o acesso negado a", "teve o acesso negado"],
  ["apagou os dados de uma pessoa", "apagou os dados de uma pessoa"],
])("'%s' without its record is '%s'", (summary, text) => expect(withoutRecord(summary)).toBe(text));
