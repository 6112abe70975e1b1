import { ExternalLink } from "lucide-react";
import { Link } from "react-router";

import type { LatestPost } from "@/api/types";
import { PostStatus } from "@/features/blog/panel/post-status";
import { panelPaths, paths } from "@/lib/paths";
import { Button } from "@/panel/controls/button";
import { Card, CardLink } from "@/panel/controls/card";
import { Tooltip } from "@/panel/controls/tooltip";
import { Skeleton } from "@/panel/feedback/skeleton";
import { formatDate } from "@/panel/format";

const SHOWN = 5;

export function LatestPosts({
  posts,
  className,
}: {
  /** Undefined while they load. */
  posts: readonly LatestPost[] | undefined;
  className: string;
}) {
  return (
    <Card
      title="Últimos posts"
      className={className}
      isFlush
      action={<CardLink to={panelPaths.blog}>Ver todos os posts</CardLink>}
    >
      {posts?.length === 0 ? (
        <p className="text-muted border-line border-t px-5 py-6 text-center text-sm text-balance">
          Nenhum post ainda. Um post por mês já ajuda os buscadores a encontrar o site.
        </p>
      ) : (
        <ul className="divide-line border-line divide-y border-t">
          {posts
            ? posts.map((post) => <Post key={post.id} post={post} />)
            : Array.from({ length: SHOWN }, (_, index) => <Placeholder key={index} />)}
        </ul>
      )}
    </Card>
  );
}

/** Links to the editor; a published post also has a link to its public page. */
function Post({ post }: { post: LatestPost }) {
  const { id, title, slug, is_published, author, created_at } = post;
  return (
    <li className="flex min-h-14 items-center gap-3 px-4 py-2 text-sm sm:px-5">
      <span className="min-w-0 grow">
        <Link
          to={panelPaths.post(id)}
          className="block truncate font-medium underline-offset-4 hover:underline"
          title={title}
        >
          {title}
        </Link>
        <span className="text-muted block truncate text-xs">
          <time dateTime={created_at}>{formatDate(created_at)}</time> · {author}
        </span>
      </span>
      <PostStatus post={post} />
      <span className="w-8 shrink-0">
        {is_published && (
          <Tooltip label="Ver no site">
            <Button variant="ghost" size="icon" asChild>
              <a href={`${paths.blog}/${slug}`} aria-label={`Ver no site: ${title}`}>
                <ExternalLink aria-hidden />
              </a>
            </Button>
          </Tooltip>
        )}
      </span>
    </li>
  );
}

function Placeholder() {
  return (
    <li className="grid h-14 content-center gap-2 px-5" aria-hidden>
      <Skeleton className="w-2/3" />
      <Skeleton className="h-3 w-1/3" />
    </li>
  );
}
