/** List of the keyboard shortcuts, with a switch for the single-key ones. */
import { useState } from "react";

import { hasRightsOf } from "@/api/rights";
import { readSession } from "@/api/session";
import type { Role } from "@/api/types";
import { COMMAND, Kbd } from "@/panel/controls/kbd";
import { Switch } from "@/panel/controls/switch";
import { Modal, ModalClose, ModalTitle } from "@/panel/dialog/modal";
import { canSelectRows } from "@/panel/list/row-keys";
import { useShortcutsEnabled } from "@/panel/shortcuts";

interface Shortcut {
  keys: readonly string[];
  effect: string;
}

interface Group {
  title: string;
  /** Role whose rights the shortcuts need; without it, all staff can use them. */
  role?: Role;
  shortcuts: readonly Shortcut[];
}

/** Some lists, such as the board of contacts, have no check boxes. */
const SELECT_KEY = "x";

/** In this order, the two columns of a wide sheet have nearly the same height. */
const GROUPS: readonly Group[] = [
  {
    title: "Em todo o painel",
    shortcuts: [
      { keys: [COMMAND, "K"], effect: "Buscar telas, registros e ações" },
      { keys: ["?"], effect: "Mostrar estes atalhos" },
      { keys: ["z"], effect: "Desfazer a última ação" },
      { keys: ["Esc"], effect: "Fechar a janela aberta" },
      { keys: [COMMAND, "S"], effect: "Salvar o que está aberto" },
    ],
  },
  {
    title: "Nas listas",
    shortcuts: [
      { keys: ["/"], effect: "Ir para a busca" },
      { keys: ["j"], effect: "Próxima linha" },
      { keys: ["k"], effect: "Linha anterior" },
      { keys: ["Enter"], effect: "Abrir a linha" },
      { keys: [SELECT_KEY], effect: "Marcar a linha" },
    ],
  },
  {
    title: "Para mudar a ordem",
    role: "editor",
    shortcuts: [
      { keys: ["Espaço"], effect: "Pegar ou soltar, com o foco na alça" },
      { keys: ["↑", "↓"], effect: "Mover" },
    ],
  },
  {
    title: "Nos contatos",
    role: "support",
    shortcuts: [
      { keys: ["c"], effect: "Registrar um novo contato" },
      { keys: ["r"], effect: "Responder por e-mail" },
      { keys: ["w"], effect: "Escrever pelo WhatsApp" },
      { keys: ["n"], effect: "Anotar" },
      { keys: ["a"], effect: "Definir o responsável" },
      { keys: ["e"], effect: "Arquivar" },
      { keys: [COMMAND, "Enter"], effect: "Enviar a resposta ou salvar a anotação" },
      { keys: [COMMAND, "Shift", "Enter"], effect: "Enviar e abrir o próximo" },
      { keys: ["←", "→"], effect: "Contato anterior ou próximo, na janela" },
      { keys: ["Shift", "→"], effect: "Próxima etapa, no quadro" },
    ],
  },
  {
    title: "Ao escrever um post",
    role: "writer",
    shortcuts: [
      { keys: [COMMAND, "S"], effect: "Salvar e continuar escrevendo" },
      { keys: [COMMAND, "B"], effect: "Negrito" },
      { keys: [COMMAND, "I"], effect: "Itálico" },
      { keys: [COMMAND, "K"], effect: "Link, com o cursor no texto" },
    ],
  },
];

export function ShortcutsSheet({ onClose }: { onClose: () => void }) {
  const [areEnabled, setEnabled] = useShortcutsEnabled();
  const user = readSession()?.user;
  const [canSelect] = useState(canSelectRows);
  const groups = GROUPS.filter(({ role }) => !role || hasRightsOf(user, role));
  return (
    <Modal onClose={onClose} className="inset-x-3 top-[8dvh] mx-auto max-h-[84dvh] max-w-3xl rounded-xl">
      <div className="border-line flex items-center justify-between border-b py-3 pr-3 pl-5">
        <ModalTitle className="text-base font-semibold">Atalhos de teclado</ModalTitle>
        <ModalClose />
      </div>
      <div
        role="region"
        aria-label="Lista dos atalhos"
        // The region scrolls, so it must be reachable by keyboard.
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- as axe requires of scrollable regions
        tabIndex={0}
        className="overflow-y-auto p-5 -outline-offset-2"
      >
        {/* Not the element that scrolls, whose height is limited: further columns would be to its right. */}
        <div className="gap-6 sm:columns-2">
          {groups.map(({ title, shortcuts }) => (
            <section key={title} className="mb-6 break-inside-avoid last:mb-0">
              <h3 className="mb-1 text-sm font-medium">{title}</h3>
              <dl className="divide-line divide-y">
                {shortcuts
                  .filter(({ keys }) => canSelect || keys[0] !== SELECT_KEY)
                  .map((shortcut) => (
                    <Line key={shortcut.effect} {...shortcut} />
                  ))}
              </dl>
            </section>
          ))}
        </div>
      </div>
      <div className="border-line border-t px-5 py-3">
        <Switch
          label="Atalhos de uma tecla"
          hint="Desligue se um programa de voz ou outra extensão os aciona sem querer. Vale para a sua conta."
          checked={areEnabled}
          onChange={(event) => setEnabled(event.target.checked)}
        />
      </div>
    </Modal>
  );
}

function Line({ keys, effect }: Shortcut) {
  return (
    <div className="flex min-h-9 items-center justify-between gap-3 py-1 sm:min-h-8 sm:py-0.5">
      <dt className="text-muted text-sm">{effect}</dt>
      <dd className="flex shrink-0 gap-1">
        {keys.map((key) => (
          <Kbd key={key}>{key}</Kbd>
        ))}
      </dd>
    </div>
  );
}
