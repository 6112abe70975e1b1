/** The buttons of a dialog: what it does first, as in the bar of an editor, and the button that closes it last. */
import type { ReactNode } from "react";

import { cn } from "@/panel/cn";
import { Button } from "@/panel/controls/button";

interface DialogButtonsProps {
  /** Whether they are a bar below content that scrolls. */
  isBar?: boolean;
  /** Label of the button that closes the dialog. */
  dismiss?: ReactNode;
  onClose: () => void;
  /** The other buttons, with the primary one first. */
  children?: ReactNode;
  className?: string;
}

/** `<DialogButtons onClose={close}><Button type="submit" variant="primary">Salvar</Button></DialogButtons>` */
export function DialogButtons(props: DialogButtonsProps) {
  const { isBar = false, dismiss = "Cancelar", onClose, children, className } = props;
  return (
    <div className={cn("flex flex-wrap gap-2", isBar && "border-line border-t px-5 py-3", className)}>
      {children}
      <Button onClick={onClose}>{dismiss}</Button>
    </div>
  );
}
