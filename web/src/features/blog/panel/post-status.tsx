import type { Post } from "@/api/types";
import { Badge } from "@/panel/controls/badge";
import { formatDateTime } from "@/panel/format";

/** A badge that shows whether visitors see a post. Screen readers also announce a scheduled time. */
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
