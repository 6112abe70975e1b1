import { Link2 } from "lucide-react";
import { useRef, useState } from "react";

import { Button } from "@/panel/controls/button";
import { PostHistory } from "./post-history";
import { PreviewLink } from "./preview-link";
import type { PostEditor } from "./use-post-editor";

interface EditorFooterProps {
  editor: PostEditor;
  onCancel: () => void;
  /** The server has another version now. */
  onRestored: () => void;
}

export function EditorFooter({ editor, onCancel, onRestored }: EditorFooterProps) {
  const { base, isNew, isDirty, work } = editor;
  return (
    <div className="border-line flex flex-wrap items-center gap-2 border-t px-4 py-3 sm:px-5">
      {/* At the left, where no toast covers it. */}
      <div className="mr-auto flex flex-wrap gap-2">
        <Button type="submit" variant="primary" busy={work === "saving"} disabled={work === "saving"}>
          {work === "saving" ? "Salvando..." : isNew ? "Criar Post" : "Salvar"}
        </Button>
        <Button onClick={onCancel}>Cancelar</Button>
      </div>
      {base && (
        <div className="-mx-2.5 flex flex-wrap gap-x-2 sm:mx-0">
          <PostHistory opened={base} hasUnsaved={isDirty} onRestored={onRestored} />
          {!base.value.is_published && <PreviewLinkButton id={base.value.id} />}
        </div>
      )}
    </div>
  );
}

function PreviewLinkButton({ id }: { id: string }) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <Button ref={button} variant="ghost" size="sm" onClick={() => setOpen(true)}>
        <Link2 aria-hidden />
        Link de prévia
      </Button>
      {isOpen && (
        <PreviewLink id={id} onClose={() => setOpen(false)} onClosed={() => button.current?.focus()} />
      )}
    </>
  );
}
