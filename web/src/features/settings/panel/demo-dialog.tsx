/** Asks before the demo company's content goes, and says what that is, piece by piece. */
import type { DemoContent } from "@/api/types";
import { Button } from "@/panel/controls/button";
import { Modal, ModalTitle } from "@/panel/dialog/modal";
import { parts, useRemoveDemo } from "./demo-content";

export function DemoDialog({ content, onClose }: { content: DemoContent; onClose: () => void }) {
  const remove = useRemoveDemo();
  return (
    <Modal size="question" onClose={onClose}>
      <ModalTitle className="text-base font-semibold">Remover o conteúdo de demonstração?</ModalTitle>
      <div className="border-line grid gap-3 border-y py-3 text-sm">
        <p className="text-muted">
          Sai do site na hora o que ninguém mudou. Serviços e posts ficam na lixeira por 30 dias; das páginas
          saem clientes, depoimentos, números, história e equipe.
        </p>
        {parts(content).map(({ label, items }) => (
          <div key={label}>
            <h3 className="font-medium">{label}</h3>
            <p className="text-muted">{items.join(" · ")}</p>
          </div>
        ))}
      </div>
      <div className="mt-2 flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>Cancelar</Button>
        <Button
          className="border-danger border"
          variant="danger"
          busy={remove.isPending}
          disabled={remove.isPending}
          onClick={() => remove.mutate(undefined, { onSettled: onClose })}
        >
          Remover
        </Button>
      </div>
    </Modal>
  );
}
