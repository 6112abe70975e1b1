/** Asks to confirm the link 'Já respondi' of a notice by email, whose token is in the address. */
import { X } from "lucide-react";
import { useSearchParams } from "react-router";

import type { Contact } from "@/api/types";
import { useConfirmAnswered } from "@/features/contacts/panel/changes";
import { Button } from "@/panel/controls/button";

const TOKEN = "answered";

export function AnsweredNotice({ contact: { id, name } }: { contact: Contact }) {
  const [query, setQuery] = useSearchParams();
  const confirm = useConfirmAnswered();
  const token = query.get(TOKEN);
  if (token === null) return null;
  const close = () => {
    const rest = new URLSearchParams(query);
    rest.delete(TOKEN);
    setQuery(rest, { replace: true, preventScrollReset: true });
  };
  return (
    <div
      role="group"
      aria-label="Confirmar resposta"
      className="bg-sunken flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg px-3 py-2 text-sm"
    >
      <p className="min-w-0 grow wrap-anywhere">Você já respondeu a {name} fora do painel?</p>
      <span className="flex gap-2">
        <Button
          size="sm"
          variant="primary"
          busy={confirm.isPending}
          onClick={() => confirm.mutate({ id, token }, { onSettled: close })}
        >
          Já respondi
        </Button>
        <Button size="sm" variant="ghost" onClick={close}>
          <X aria-hidden />
          Ainda não
        </Button>
      </span>
    </div>
  );
}
