/**
 * Modal windows. Radix brings focus, labels and Esc; its Overlay is left out because it locks scrolling through a
 * <style> element, which `style-src 'self'` refuses: admin.css locks it with one rule instead.
 */
import { X } from "lucide-react";
import { Dialog } from "radix-ui";
import type { ReactNode } from "react";

import { Button } from "@/panel/controls/button";
import { cn } from "@/panel/cn";

interface ModalProps {
  /** Among them a ModalTitle, which is its accessible name. */
  children: ReactNode;
  onClose: () => void;
  /** Where the focus goes afterwards. */
  onClosed?: () => void;
  className?: string;
}

/** A modal window that is open as long as it is rendered. */
export function Modal({ children, onClose, onClosed, className }: ModalProps) {
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <div className="scrim bg-night/50 fixed inset-0 z-50" aria-hidden data-scroll-lock />
      </Dialog.Portal>
      <Dialog.Portal>
        <Dialog.Content
          className={cn(
            "modal bg-surface text-ink shadow-high fixed z-50 flex flex-col outline-none",
            className,
          )}
          aria-describedby={undefined}
          onOpenAutoFocus={focusWindow}
          onPointerDownOutside={keepOpenForNotices}
          onInteractOutside={keepOpenForNotices}
          onCloseAutoFocus={onClosed}
        >
          {children}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

export const ModalTitle = Dialog.Title;

export function ModalClose() {
  return (
    <Dialog.Close asChild>
      <Button variant="ghost" size="icon" aria-label="Fechar">
        <X aria-hidden />
      </Button>
    </Dialog.Close>
  );
}

/**
 * The window itself takes the focus, so that its name is read first and no button is a key press away. One that asks
 * for a single thing marks the field `data-autofocus`.
 */
function focusWindow(event: Event): void {
  event.preventDefault();
  const target = event.currentTarget;
  if (!(target instanceof HTMLElement)) return;
  (target.querySelector<HTMLElement>("[data-autofocus]") ?? target).focus();
}

/** Pressing a button of a toast or of the connection banner closes no window. */
function keepOpenForNotices(event: CustomEvent<{ originalEvent: Event }>): void {
  const { target } = event.detail.originalEvent;
  if (target instanceof Element && target.closest("[data-sonner-toaster], .connection-banner"))
    event.preventDefault();
}
