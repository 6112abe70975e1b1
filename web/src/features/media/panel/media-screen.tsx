/** The media library: every picture staff have uploaded, found, described and put in order. */
import { useQuery } from "@tanstack/react-query";
import { Link, Navigate, Outlet, useParams } from "react-router";

import { cn } from "@/panel/cn";
import { Pager } from "@/panel/list/pager";
import { Screen } from "@/panel/screen";
import { ALL, mediaPath } from "./media-filter";
import { mediaPage, PAGE_SIZE } from "./media-queries";
import { MediaResults } from "./media-results";
import { MediaToolbar } from "./media-toolbar";
import { UploadMany } from "./upload-many";
import { useMediaList } from "./use-media-list";

export function MediaScreen() {
  const list = useMediaList();
  const { filter, state } = list;
  const page = useQuery(mediaPage(filter));
  const opened = useParams()["id"] !== undefined;
  return (
    <Screen title="Mídia">
      <Tabs trash={filter.trash} />
      {!filter.trash && <UploadMany />}
      <MediaToolbar list={list} held={opened} />
      <MediaResults page={page} list={list} />
      {page.data && (
        <Pager
          cursor={filter.cursor}
          next={page.data.next}
          shown={page.data.pictures.length}
          size={PAGE_SIZE}
          total={page.data.total}
          isStale={page.isPlaceholderData}
          state={state}
          linkTo={(cursor, state) => <Link to={mediaPath({ ...filter, cursor })} state={state} />}
          redirectTo={(cursor, state) => (
            <Navigate replace to={mediaPath({ ...filter, cursor })} state={state} />
          )}
        />
      )}
      <Outlet />
    </Screen>
  );
}

function Tabs({ trash }: { trash: boolean }) {
  return (
    <nav aria-label="Pastas" className="mb-4 flex gap-1 shadow-[inset_0_-1px_0_var(--line)]">
      {[false, true].map((value) => (
        <Link
          key={String(value)}
          to={mediaPath({ ...ALL, trash: value })}
          aria-current={value === trash ? "page" : undefined}
          className={cn(
            "text-muted hover:text-ink flex h-10 shrink-0 items-center border-b-2 border-transparent px-2 text-sm -outline-offset-2 sm:px-3",
            "aria-[current=page]:border-accent aria-[current=page]:text-ink aria-[current=page]:font-medium",
          )}
        >
          {value ? "Lixeira" : "Biblioteca"}
        </Link>
      ))}
    </nav>
  );
}
