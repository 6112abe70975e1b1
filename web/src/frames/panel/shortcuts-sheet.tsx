/** List of the keyboard shortcuts, with a switch for the single-key ones. */
import { COMMAND, Kbd } from "@/panel/controls/kbd";
import { Switch } from "@/panel/controls/switch";
import { Modal, ModalClose, ModalTitle } from "@/panel/dialog/modal";
import { useShortcutsEnabled } from "@/panel/shortcuts";

interface Key {
  keys: readonly string[];
  does: string;
}

const SHORTCUTS: readonly { title: string; keys: readonly Key[] }[] = [
  {
    title: "Em todo o painel",
    keys: [
      { keys: [COMMAND, "K"], does: "Buscar telas, registros e ações" },
      { keys: ["?"], does: "Mostrar estes atalhos" },
      { keys: ["Esc"], does: "Fechar a janela aberta" },
      { keys: [COMMAND, "S"], does: "Salvar o que está aberto" },
    ],
  },
  {
    title: "Nas listas",
    keys: [
      { keys: ["/"], does: "Ir para a busca" },
      { keys: ["j"], does: "Próxima linha" },
      { keys: ["k"], does: "Linha anterior" },
      { keys: ["Enter"], does: "Abrir a linha" },
    ],
  },
  {
    title: "Com um contato aberto",
    keys: [
      { keys: ["j", "→"], does: "Próximo contato" },
      { keys: ["k", "←"], does: "Contato anterior" },
    ],
  },
  {
    title: "Ao escrever um post",
    keys: [
      { keys: [COMMAND, "S"], does: "Salvar e continuar escrevendo" },
      { keys: [COMMAND, "B"], does: "Negrito" },
      { keys: [COMMAND, "I"], does: "Itálico" },
      { keys: [COMMAND, "K"], does: "Link, com o cursor no texto" },
    ],
  },
  {
    title: "Para mudar a ordem",
    keys: [
      { keys: ["Espaço"], does: "Pegar ou soltar, com o foco na alça" },
      { keys: ["↑", "↓"], does: "Mover" },
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
          {SHORTCUTS.map(({ title, keys }) => (
            <section key={title}>
              <h3 className="mb-1 text-sm font-medium">{title}</h3>
              <dl className="divide-line divide-y">
                {keys.map((key) => (
                  <Line key={key.does} {...key} />
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

function Line({ keys, does }: Key) {
  return (
    <div className="flex min-h-9 items-center justify-between gap-3 py-1">
      <dt className="text-muted text-sm">{does}</dt>
      <dd className="flex shrink-0 gap-1">
        {keys.map((key) => (
          <Kbd key={key}>{key}</Kbd>
        ))}
      </dd>
    </div>
  );
}
