/** List of the keyboard shortcuts, with a switch for the single-key ones. */
import { COMMAND, Kbd } from "@/panel/controls/kbd";
import { Switch } from "@/panel/controls/switch";
import { Modal, ModalClose, ModalTitle } from "@/panel/dialog/modal";
import { useShortcutsEnabled } from "@/panel/shortcuts";

interface Shortcut {
  keys: readonly string[];
  effect: string;
}

const GROUPS: readonly { title: string; shortcuts: readonly Shortcut[] }[] = [
  {
    title: "Em todo o painel",
    shortcuts: [
      { keys: [COMMAND, "K"], effect: "Buscar telas, registros e ações" },
      { keys: ["?"], effect: "Mostrar estes atalhos" },
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
    ],
  },
  {
    title: "Com um contato aberto",
    shortcuts: [
      { keys: ["j", "→"], effect: "Próximo contato" },
      { keys: ["k", "←"], effect: "Contato anterior" },
      { keys: [COMMAND, "Enter"], effect: "Enviar a resposta ou salvar a anotação" },
    ],
  },
  {
    title: "Ao escrever um post",
    shortcuts: [
      { keys: [COMMAND, "S"], effect: "Salvar e continuar escrevendo" },
      { keys: [COMMAND, "B"], effect: "Negrito" },
      { keys: [COMMAND, "I"], effect: "Itálico" },
      { keys: [COMMAND, "K"], effect: "Link, com o cursor no texto" },
    ],
  },
  {
    title: "Para mudar a ordem",
    shortcuts: [
      { keys: ["Espaço"], effect: "Pegar ou soltar, com o foco na alça" },
      { keys: ["↑", "↓"], effect: "Mover" },
    ],
  },
];

export function ShortcutsSheet({ onClose }: { onClose: () => void }) {
  const [areEnabled, setEnabled] = useShortcutsEnabled();
  return (
    <Modal onClose={onClose} className="inset-x-3 top-[8dvh] mx-auto max-h-[84dvh] max-w-2xl rounded-xl">
      <div className="border-line flex items-center justify-between border-b py-3 pr-3 pl-5">
        <ModalTitle className="text-base font-semibold">Atalhos de teclado</ModalTitle>
        <ModalClose />
      </div>
      <div className="grid gap-6 overflow-y-auto p-5">
        <div className="grid gap-6 sm:grid-cols-2">
          {GROUPS.map(({ title, shortcuts }) => (
            <section key={title}>
              <h3 className="mb-1 text-sm font-medium">{title}</h3>
              <dl className="divide-line divide-y">
                {shortcuts.map((shortcut) => (
                  <Line key={shortcut.effect} {...shortcut} />
                ))}
              </dl>
            </section>
          ))}
        </div>
        <Switch
          label="Atalhos de uma tecla"
          hint="Desligue se um programa de voz ou outra extensão os aciona sem querer. Vale para este navegador."
          checked={areEnabled}
          onChange={(event) => setEnabled(event.target.checked)}
        />
      </div>
    </Modal>
  );
}

function Line({ keys, effect }: Shortcut) {
  return (
    <div className="flex min-h-9 items-center justify-between gap-3 py-1">
      <dt className="text-muted text-sm">{effect}</dt>
      <dd className="flex shrink-0 gap-1">
        {keys.map((key) => (
          <Kbd key={key}>{key}</Kbd>
        ))}
      </dd>
    </div>
  );
}
