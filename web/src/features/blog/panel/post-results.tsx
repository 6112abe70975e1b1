/** What stands where the posts are: rows, their placeholders, or the reason why there are none. */
import type { UseQueryResult } from "@tanstack/react-query";

import { messageOf } from "@/api/api-error";
import type { Post } from "@/api/types";
import { formatCount } from "@/panel/format";
import { describeFound } from "@/panel/list/search-coverage";
import { LoadingFailed } from "@/panel/feedback/loading-failed";
import { ShortcutsHint } from "@/panel/shortcuts-hint";
import { NoPosts } from "./no-posts";
import type { PostPage } from "./post-queries";
import { PostTable } from "./post-table";
import type { Selection } from "@/panel/list/use-selection";
import type { PostListPlace } from "./use-post-list";

interface PostResultsProps {
  page: UseQueryResult<PostPage>;
  place: PostListPlace;
  selection: Selection;
  onDelete: (post: Post) => void;
}

export function PostResults(props: PostResultsProps) {
  const { data, isError } = props.page;
  return (
    <>
      <div className="mb-2 flex min-h-6 items-center justify-between gap-4">
        <p role="status" className="text-muted text-sm">
          {data ? describe(data, props.place.filter.search !== "") : isError ? "" : "Carregando posts…"}
        </p>
        <ShortcutsHint />
      </div>
      <div className="border-line bg-surface overflow-clip rounded-lg border">
        <Rows {...props} />
      </div>
    </>
  );
}

function Rows({ page, place, selection, onDelete }: PostResultsProps) {
  if (page.isError && !page.data) {
    return (
      <LoadingFailed
        title="Erro ao carregar posts"
        reason={messageOf(page.error, "Tente novamente mais tarde.")}
        busy={page.isFetching}
        onRetry={() => void page.refetch()}
      />
    );
  }
  if (page.data?.posts.length === 0) return <NoPosts place={place} />;
  return (
    <PostTable
      posts={page.data?.posts}
      place={place}
      selection={selection}
      isStale={page.isPlaceholderData}
      onDelete={onDelete}
    />
  );
}

function describe({ total, reach }: PostPage, searched: boolean): string {
  if (searched) return describeFound(total, reach, "post", "posts");
  return formatCount(total, "post", "posts");
}
