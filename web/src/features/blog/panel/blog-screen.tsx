/** The blog manager: what the company writes, found, sorted, published and opened to be written on. */
import { useQuery } from "@tanstack/react-query";
import { FileUp, Plus } from "lucide-react";
import { useRef, useState } from "react";
import { Link, Navigate, Outlet, useParams } from "react-router";

import type { Post } from "@/api/types";
import { Button } from "@/panel/controls/button";
import { Pager } from "@/panel/list/pager";
import { Screen } from "@/panel/screen";
import { useRowKeys } from "@/panel/list/use-row-keys";
import { useSelection } from "@/panel/list/use-selection";
import { BlogToolbar } from "./blog-toolbar";
import { BulkBar } from "./bulk-bar";
import { DeletePostDialog } from "./delete-post-dialog";
import { ImportDialog } from "./import-dialog";
import { blogPath, newPostPath } from "./post-filter";
import { PAGE_SIZE, postPage } from "./post-queries";
import { PostResults } from "./post-results";
import { usePostList } from "./use-post-list";
import { ViewTabs } from "./view-tabs";

export function BlogScreen() {
  const place = usePostList();
  const { filter, state } = place;
  const { id } = useParams();
  const search = useRef<HTMLInputElement>(null);
  const page = useQuery(postPage(filter));
  const selection = useSelection(page.data?.posts.map((post) => post.id) ?? []);
  const [doomed, setDoomed] = useState<Post | null>(null);
  useRowKeys(search, id === undefined && doomed === null);
  return (
    <Screen title="Blog e Artigos" actions={<Actions />}>
      <ViewTabs filter={filter} />
      <BlogToolbar place={place} searchRef={search} />
      <BulkBar view={filter.view} selection={selection} />
      <PostResults page={page} place={place} selection={selection} onDelete={setDoomed} />
      {page.data && (
        <Pager
          cursor={filter.cursor}
          next={page.data.next}
          shown={page.data.posts.length}
          size={PAGE_SIZE}
          total={page.data.total}
          reach={page.data.reach}
          isStale={page.isPlaceholderData}
          state={state}
          linkTo={(cursor, state) => <Link to={blogPath({ ...filter, cursor })} state={state} />}
          redirectTo={(cursor, state) => (
            <Navigate replace to={blogPath({ ...filter, cursor })} state={state} />
          )}
        />
      )}
      {doomed && <DeletePostDialog post={doomed} onClose={() => setDoomed(null)} />}
      <Outlet />
    </Screen>
  );
}

function Actions() {
  const { filter } = usePostList();
  const [isImporting, setImporting] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <div className="flex flex-wrap gap-2">
      <Button ref={button} onClick={() => setImporting(true)}>
        <FileUp aria-hidden />
        Importar Markdown
      </Button>
      <Button asChild variant="primary">
        <Link to={newPostPath(filter)} preventScrollReset data-new-post>
          <Plus aria-hidden />
          Novo Post
        </Link>
      </Button>
      {isImporting && (
        <ImportDialog onClose={() => setImporting(false)} onClosed={() => button.current?.focus()} />
      )}
    </div>
  );
}
