/** The same done to many contacts, and what takes it back. */
import type { BulkChange, FormerContact } from "@/api/types";
import { formatCount } from "@/panel/format";

export type BulkAction = BulkChange extends infer Change
  ? Change extends unknown
    ? Omit<Change, "ids">
    : never
  : never;

/** What was done, once it is: '3 contatos na lixeira'. */
export function describeBulk(action: BulkChange["action"], count: number): string {
  const contacts = formatCount(count, "contato", "contatos");
  switch (action) {
    case "status":
      return `Status de ${contacts} atualizado`;
    case "assign":
      return `Responsável por ${contacts} definido`;
    case "quarantine":
      return `${contacts} em Suspeitos`;
    case "release":
      return `${contacts} em Recebidos`;
    case "trash":
      return `${contacts} na lixeira`;
    case "restore":
      return `${contacts} fora da lixeira`;
  }
}

/** The changes that make those contacts what they were before. */
export function undoing(action: BulkChange["action"], former: readonly FormerContact[]): BulkChange[] {
  const ids = former.map(({ id }) => id);
  switch (action) {
    case "status":
      return grouped(former, ({ status }) => status).map(([status, ids]) => ({ action, status, ids }));
    case "assign":
      return grouped(former, ({ assigned_to }) => assigned_to).map(([assigned_to, ids]) => ({
        action,
        assigned_to,
        ids,
      }));
    case "quarantine":
      return [{ action: "release", ids }];
    case "release":
      return [{ action: "quarantine", ids }];
    case "trash":
      return [{ action: "restore", ids }];
    case "restore":
      return [{ action: "trash", ids }];
  }
}

function grouped<Value>(
  former: readonly FormerContact[],
  of: (contact: FormerContact) => Value,
): [Value, string[]][] {
  const groups = new Map<Value, string[]>();
  for (const contact of former) groups.set(of(contact), [...(groups.get(of(contact)) ?? []), contact.id]);
  return [...groups];
}
