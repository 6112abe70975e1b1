import { messageOf } from "@/api/api-error";
import { isNotFound } from "@/api/error-checks";
import { cn } from "@/panel/cn";
import { Button } from "@/panel/controls/button";
import { ModalTitle } from "@/panel/dialog/modal";

interface NotFoundProps {
  /** Title of a dialog without a header, such as 'Contato não encontrado'. */
  title?: string;
  error: unknown;
  /** Label of the button that closes the dialog. */
  back?: string;
  className?: string | undefined;
  onClose: () => void;
}

/** Shown in a dialog instead of a record that couldn't be loaded. */
export function NotFound(props: NotFoundProps) {
  const { title, error, back = "Voltar para a lista", className, onClose } = props;
  return (
    <div className={cn("grid justify-items-start gap-4", title && "p-6", className)}>
      {title && (
        <ModalTitle className="text-lg font-semibold">
          {isNotFound(error) ? title : "Erro ao carregar"}
        </ModalTitle>
      )}
      <p className="text-muted text-sm">
        {isNotFound(error) ? "Não existe mais, ou o endereço está errado." : messageOf(error)}
      </p>
      <Button onClick={onClose}>{back}</Button>
    </div>
  );
}
