import type { Post } from "@/api/types";
import { Badge } from "@/panel/controls/badge";
import { formatDateTime } from "@/panel/format";

/** A badge with the status of a post. Screen readers also announce the time of a scheduled publication. */
export function PostStatus({ post }: { post: Pick<Post, "is_published" | "publish_at"> }) {
  if (post.is_published) return <Badge tone="success">Publicado</Badge>;
  if (post.publish_at === null) return <Badge>Rascunho</Badge>;
  return (
    <Badge tone="info">
      Agendado
      <span className="sr-only"> para {formatDateTime(post.publish_at)}, no horário de Brasília</span>
    </Badge>
  );
}
