/**
 * Modal dialogs. Radix handles focus, labels and Esc. Its Overlay isn't used, because it locks scrolling with a <style>
 * element, which `style-src 'self'` refuses: a rule of panel.css locks it instead.
 */
import { X } from "lucide-react";
import { Dialog } from "radix-ui";
import { type ReactNode, type SyntheticEvent, useState } from "react";

import { cn } from "@/panel/cn";
import { Button } from "@/panel/controls/button";
import { focusWhenDrawn } from "./focus-when-drawn";

/** Position at the bottom edge on phones; elsewhere centered, near the top. */
const SHEET =
  "inset-x-0 bottom-0 max-h-[92dvh] rounded-t-xl sm:inset-x-auto sm:bottom-auto sm:left-1/2 sm:-translate-x-1/2 sm:rounded-xl";
/** Position in the middle of any screen. */
const CENTERED =
  "top-1/2 left-1/2 max-h-[calc(100dvh-2rem)] -translate-x-1/2 -translate-y-1/2 gap-3 overflow-y-auto rounded-xl p-5";
/** Full screen on phones; elsewhere centered, with little space above and below. */
const PAGE =
  "inset-0 sm:inset-x-auto sm:top-[3dvh] sm:bottom-[3dvh] sm:left-1/2 sm:-translate-x-1/2 sm:rounded-xl";

const SIZES = {
  /** A question. */
  confirm: `${CENTERED} w-[min(28rem,calc(100vw-2rem))]`,
  /** A question with a list or a field. */
  question: `${CENTERED} w-[min(32rem,calc(100vw-2rem))]`,
  /** A form of one or two fields, high enough to stay above the keyboard of a phone. */
  prompt: "inset-x-4 top-[12dvh] mx-auto max-h-[80dvh] max-w-md overflow-y-auto rounded-xl",
  /** A form of one column, which takes few lines. */
  small: `${SHEET} sm:top-[6dvh] sm:max-h-[88dvh] sm:w-[min(34rem,calc(100vw-3rem))]`,
  medium: `${SHEET} sm:top-[6dvh] sm:max-h-[88dvh] sm:w-[min(46rem,calc(100vw-3rem))]`,
  large: `${SHEET} sm:top-[5dvh] sm:max-h-[90dvh] sm:w-[min(58rem,calc(100vw-3rem))]`,
  /** An editor of constant height, so that no button moves when its content changes. */
  editor: `${SHEET} h-[94dvh] max-h-[94dvh] sm:top-[4dvh] sm:h-[min(92dvh,56rem)] sm:w-[min(46rem,calc(100vw-3rem))]`,
  /** A text: the whole screen of a phone, the full height elsewhere. */
  page: `${PAGE} sm:w-[min(56rem,calc(100vw-3rem))]`,
  /** A text and its preview: nearly the whole screen. */
  wide: `${PAGE} sm:w-[calc(100vw-3rem)]`,
  /** A picture of the site: nearly the whole screen, with its upper edge in sight on a phone. */
  preview: "inset-x-0 top-4 bottom-0 rounded-t-xl sm:inset-6 sm:rounded-xl",
} as const;

interface ModalProps {
  /** Omitted if `className` sets the dialog's position and size. */
  size?: keyof typeof SIZES;
  /** Shown in a header with a close button. Without it, `children` contain a ModalTitle. */
  title?: ReactNode;
  children: ReactNode;
  onClose: () => void;
  /** Moves the focus after closing. By default it calls `returnFocus`, which focuses the element that had the focus before. */
  onClosed?: ((returnFocus: () => void) => void) | undefined;
  className?: string;
}

/** A modal dialog that is open as long as it is rendered: `<Modal size="small" title="Lixeira" onClose={close}>`. */
export function Modal(props: ModalProps) {
  const { size, title, children, onClose, onClosed = backToOpener, className } = props;
  const [opener] = useState(findOpener);
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <div className="appearing bg-night/50 fixed inset-0 z-50" aria-hidden data-scroll-lock />
      </Dialog.Portal>
      <Dialog.Portal>
        <Dialog.Content
          className={cn(
            "appearing bg-surface text-ink shadow-high fixed z-50 flex flex-col outline-none",
            size && SIZES[size],
            className,
          )}
          aria-describedby={undefined}
          onSubmit={stayInDialog}
          onOpenAutoFocus={focusDialog}
          onPointerDownOutside={keepOpenForNotices}
          onInteractOutside={keepOpenForNotices}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            onClosed(() => opener instanceof HTMLElement && opener.focus());
            // If that element was removed and nothing gets the focus, a fallback gets it after a moment.
            focusWhenDrawn(() => null, fallbackElement);
          }}
        >
          {title !== undefined && (
            <div className="border-line flex items-center justify-between gap-3 border-b py-3 pr-3 pl-5">
              <ModalTitle className="text-base font-semibold wrap-anywhere">{title}</ModalTitle>
              <ModalClose />
            </div>
          )}
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

/** Returns the focused element. In place of an item of a menu, which closes, it is the button that opened the menu. */
function findOpener(): Element | null {
  const { activeElement } = document;
  const button = activeElement?.closest("[role=menu]")?.getAttribute("aria-labelledby");
  return (button && document.getElementById(button)) || activeElement;
}

const backToOpener = (returnFocus: () => void) => returnFocus();
const fallbackElement = () =>
  document.querySelector<HTMLElement>("[role=dialog]") ?? document.querySelector<HTMLElement>("main h1");

/**
 * Focuses the dialog itself, so that its name is announced first and no key presses a button by accident. A dialog that
 * asks for one value marks the field with `data-autofocus`.
 */
function focusDialog(event: Event): void {
  event.preventDefault();
  const target = event.currentTarget;
  if (!(target instanceof HTMLElement)) return;
  (target.querySelector<HTMLElement>("[data-autofocus]") ?? target).focus();
}

/** Prevents the submit event of a form in the dialog from bubbling, through React's portal, to a form that renders the dialog. */
const stayInDialog = (event: SyntheticEvent) => event.stopPropagation();

/** Keeps the dialog open when a button of a toast or of the connection banner is pressed. */
function keepOpenForNotices(event: CustomEvent<{ originalEvent: Event }>): void {
  const { target } = event.detail.originalEvent;
  if (target instanceof Element && target.closest("[data-sonner-toaster], .connection-banner"))
    event.preventDefault();
}
