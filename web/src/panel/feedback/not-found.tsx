import type { ReactNode } from "react";

import { messageOf } from "@/api/api-error";
import { isNotFound } from "@/api/error-checks";
import { cn } from "@/panel/cn";
import { Button } from "@/panel/controls/button";
import { ModalTitle } from "@/panel/dialog/modal";

interface NotFoundProps {
  /** Title of a dialog without a header, such as 'Contato não encontrado'. */
  title?: string;
  /** How to show the title where there is no dialog. */
  heading?: (title: string) => ReactNode;
  error: unknown;
  /** Label of the button that closes the dialog. */
  back?: string;
  className?: string | undefined;
  onClose: () => void;
}

function dialogTitle(title: string) {
  return <ModalTitle className="text-lg font-semibold">{title}</ModalTitle>;
}

/** Shown in a dialog or a pane instead of a record that couldn't be loaded. */
export function NotFound(props: NotFoundProps) {
  const { title, heading = dialogTitle, error, back = "Voltar para a lista", className, onClose } = props;
  return (
    <div className={cn("grid justify-items-start gap-4", title && "p-6", className)}>
      {title && heading(isNotFound(error) ? title : "Erro ao carregar")}
      <p className="text-muted text-sm">
        {isNotFound(error) ? "Não existe mais, ou o endereço está errado." : messageOf(error)}
      </p>
      <Button onClick={onClose}>{back}</Button>
    </div>
  );
}
