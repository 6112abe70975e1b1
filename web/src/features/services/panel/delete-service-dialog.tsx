import { useRef } from "react";

import type { Service } from "@/api/types";
import { ConfirmDialog } from "@/panel/dialog/confirm-dialog";
import { focusService, neighborOf } from "./focus-service";
import { useDeleteService } from "./service-changes";

interface DeleteServiceDialogProps {
  service: Service;
  onClose: () => void;
}

export function DeleteServiceDialog({ service, onClose }: DeleteServiceDialogProps) {
  const remove = useDeleteService();
  const focusOn = useRef<string | undefined>(service.id);
  function confirm(): void {
    const neighbor = neighborOf(service.id);
    remove.mutate(service, {
      onSuccess: () => (focusOn.current = neighbor),
      onSettled: onClose,
    });
  }
  return (
    <ConfirmDialog
      question="Tem certeza que deseja excluir este serviço?"
      action="Excluir"
      busy={remove.isPending}
      onConfirm={confirm}
      onClose={onClose}
      onClosed={() => focusService(focusOn.current)}
    >
      <strong className="font-medium">{service.title}</strong> sai do site na hora e fica na lixeira por 30
      dias.
    </ConfirmDialog>
  );
}
