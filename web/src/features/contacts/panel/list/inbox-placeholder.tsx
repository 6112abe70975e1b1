/** What the inbox shows beside the list while no contact is open. */
import { MessagesSquare } from "lucide-react";

import { Kbd } from "@/panel/controls/kbd";
import { EmptyState } from "@/panel/feedback/empty-state";
import { useShortcutsEnabled } from "@/panel/shortcuts";

const KEYS: readonly (readonly [key: string, effect: string])[] = [
  ["j", "próximo da lista"],
  ["Enter", "abrir"],
  ["r", "responder por e-mail"],
  ["w", "escrever pelo WhatsApp"],
  ["n", "anotar"],
  ["a", "definir o responsável"],
  ["e", "arquivar"],
  ["c", "novo contato"],
  ["?", "ver todos os atalhos"],
];

export function InboxPlaceholder() {
  const [areEnabled] = useShortcutsEnabled();
  return (
    <div className="grid h-full content-center">
      <EmptyState icon={MessagesSquare} title="Escolha um contato">
        A conversa e a resposta aparecem aqui.
      </EmptyState>
      {areEnabled && (
        <dl className="text-muted mx-auto -mt-8 grid w-fit grid-cols-[auto_auto] gap-x-3 gap-y-1.5 text-sm">
          {KEYS.map(([key, effect]) => (
            <div key={key} className="contents">
              <dt className="justify-self-end">
                <Kbd>{key}</Kbd>
              </dt>
              <dd>{effect}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}
