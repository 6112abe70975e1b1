import { History, Link2 } from "lucide-react";
import { useRef, useState } from "react";

import { Button } from "@/panel/controls/button";
import { PostHistory } from "./post-history";
import { PreviewLink } from "./preview-link";
import type { PostEditor } from "./use-post-editor";

interface EditorFooterProps {
  editor: PostEditor;
  onCancel: () => void;
  /** Another text is on the server now. */
  onRestored: () => void;
}

export function EditorFooter({ editor, onCancel, onRestored }: EditorFooterProps) {
  const { base, isNew, work } = editor;
  const [shown, setShown] = useState<"history" | "link" | null>(null);
  const opener = useRef<HTMLButtonElement | null>(null);
  const closed = () => opener.current?.focus();
  return (
    <div className="border-line flex flex-wrap items-center gap-2 border-t px-4 py-3 sm:px-5">
      {/* At the start: messages come in the corner at the end, and cover nobody's way to save. */}
      <div className="mr-auto flex flex-wrap gap-2">
        <Button type="submit" variant="primary" busy={work === "saving"} disabled={work === "saving"}>
          {work === "saving" ? "Salvando..." : isNew ? "Criar Post" : "Salvar"}
        </Button>
        <Button onClick={onCancel}>Cancelar</Button>
      </div>
      {base && (
        <div className="-mx-2.5 flex flex-wrap gap-x-2 sm:mx-0">
          <Button
            variant="ghost"
            size="sm"
            onClick={(event) => {
              opener.current = event.currentTarget;
              setShown("history");
            }}
          >
            <History aria-hidden />
            Histórico
          </Button>
          {!base.value.is_published && (
            <Button
              variant="ghost"
              size="sm"
              onClick={(event) => {
                opener.current = event.currentTarget;
                setShown("link");
              }}
            >
              <Link2 aria-hidden />
              Link de prévia
            </Button>
          )}
        </div>
      )}
      {base && shown === "history" && (
        <PostHistory
          opened={base}
          hasUnsaved={editor.isDirty}
          onRestored={onRestored}
          onClose={() => setShown(null)}
          onClosed={closed}
        />
      )}
      {base && shown === "link" && (
        <PreviewLink id={base.value.id} onClose={() => setShown(null)} onClosed={closed} />
      )}
    </div>
  );
}
