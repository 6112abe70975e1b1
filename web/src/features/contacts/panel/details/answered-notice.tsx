/** Asks to confirm the link 'Já respondi' of a notice by email, whose token is in the address. */
import { X } from "lucide-react";
import { useSearchParams } from "react-router";

import type { Contact } from "@/api/types";
import { useConfirmAnswered } from "@/features/contacts/panel/changes";
import { useOpenChange } from "@/features/contacts/panel/triage/bulk";
import { Button } from "@/panel/controls/button";

const TOKEN = "answered";
/** Instead of the token, which isn't valid for the contact into which that of the notice was merged. */
const MERGED = "merged";

/** Returns the query that shows the notice at the contact into which that of the link was merged. Empty without a token. */
export function mergedQuery(query: URLSearchParams): string {
  return query.has(TOKEN) ? `?${TOKEN}=${MERGED}` : "";
}

export function AnsweredNotice({ contact }: { contact: Contact }) {
  const { id, name, status } = contact;
  const [query, setQuery] = useSearchParams();
  const confirm = useConfirmAnswered();
  const change = useOpenChange();
  const token = query.get(TOKEN);
  if (token === null) return null;
  const isMerged = token === MERGED;
  const isReplied = isMerged && status === "replied";
  const close = () => {
    const rest = new URLSearchParams(query);
    rest.delete(TOKEN);
    setQuery(rest, { replace: true, preventScrollReset: true });
  };
  const answer = () => {
    if (isMerged) {
      // The change is shown at once.
      change.mutate({ contact, action: "status", status: "replied" });
      close();
    } else confirm.mutate({ id, token }, { onSettled: close });
  };
  return (
    <div
      role="group"
      aria-label="Confirmar resposta"
      className="bg-sunken flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg px-3 py-2 text-sm"
    >
      <p className="min-w-0 grow wrap-anywhere">
        {isMerged && "O contato do aviso foi unido a este. "}
        {isReplied ? "Ele já está marcado como respondido." : `Você já respondeu a ${name} fora do painel?`}
      </p>
      <span className="flex gap-2">
        {!isReplied && (
          <Button size="sm" variant="primary" busy={confirm.isPending} onClick={answer}>
            Já respondi
          </Button>
        )}
        <Button size="sm" variant="ghost" onClick={close}>
          <X aria-hidden />
          {isReplied ? "Fechar" : "Ainda não"}
        </Button>
      </span>
    </div>
  );
}
