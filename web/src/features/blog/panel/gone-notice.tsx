import type { Post } from "@/api/types";
import { Button } from "@/panel/controls/button";
import { useRestorePost } from "./post-changes";

/** Says why a post that is being edited can't be saved: somebody has deleted it meanwhile. */
export function GoneNotice({ post, onRestored }: { post: Post; onRestored: () => void }) {
  const restore = useRestorePost();
  return (
    <div
      role="status"
      className="bg-warning-soft text-warning flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg px-4 py-3 text-sm"
    >
      <span className="min-w-0 grow basis-64">
        Outra pessoa excluiu este post agora. O que você digitou continua aqui: restaure-o para salvar.
      </span>
      <Button
        once
        size="sm"
        busy={restore.isPending}
        onClick={() => restore.mutate(post, { onSuccess: onRestored })}
      >
        Restaurar
      </Button>
    </div>
  );
}
