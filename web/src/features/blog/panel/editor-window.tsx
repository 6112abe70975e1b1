import { type ReactNode, useState } from "react";

import { local } from "@/lib/storage";
import { Modal } from "@/panel/dialog/modal";
import { cn } from "@/panel/cn";

interface EditorWindowProps {
  onClose: () => void;
  onClosed: () => void;
  isWide?: boolean;
  children: ReactNode;
}

/** All of a phone; 56 rem of a larger screen, or nearly all of it for who wants the room. */
export function EditorWindow({ onClose, onClosed, isWide = false, children }: EditorWindowProps) {
  return (
    <Modal
      onClose={onClose}
      onClosed={onClosed}
      className={cn(
        "inset-0 sm:inset-x-auto sm:top-[3dvh] sm:bottom-[3dvh] sm:left-1/2 sm:-translate-x-1/2 sm:rounded-xl",
        isWide ? "sm:w-[calc(100vw-3rem)]" : "sm:w-[min(56rem,calc(100vw-3rem))]",
      )}
    >
      {children}
    </Modal>
  );
}

const WIDTH_KEY = "post_editor_width";

export function useWidth(): [isWide: boolean, toggle: () => void] {
  const [isWide, setWide] = useState(() => local.read(WIDTH_KEY) === "wide");
  return [
    isWide,
    () => {
      setWide(!isWide);
      local.write(WIDTH_KEY, isWide ? "normal" : "wide");
    },
  ];
}
