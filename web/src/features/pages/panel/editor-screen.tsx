/** The screen of one page: loads its form and its content, and shows the editor. */
import { useQuery } from "@tanstack/react-query";
import { ArrowLeft, ExternalLink, FileQuestion } from "lucide-react";
import { useEffect } from "react";
import { Link, useParams, useSearchParams } from "react-router";

import { messageOf } from "@/api/api-error";
import type { PageForm, PageName } from "@/api/types";
import { panelPaths } from "@/lib/paths";
import { Button } from "@/panel/controls/button";
import { EmptyState } from "@/panel/feedback/empty-state";
import { LoadingFailed } from "@/panel/feedback/loading-failed";
import { Skeletons } from "@/panel/feedback/skeleton";
import { Screen } from "@/panel/screen";
import { PageEditing } from "./editor";
import { focusField } from "./focus-field";
import { pageForm, pageList, pageRecord, type VersionedPage } from "./queries";
import { usePageEditor } from "./use-page-editor";

export function PageEditorScreen() {
  const { name = "" } = useParams();
  const pages = useQuery(pageList);
  const known = pages.data?.find((page) => page.name === name);
  if (pages.data && !known) return <NoSuchPage />;
  return (
    <Screen
      title={known?.label ?? "Páginas"}
      actions={
        <div className="flex flex-wrap gap-2">
          {known?.url && (
            <Button asChild>
              <a href={known.url} target="_blank" rel="noreferrer">
                <ExternalLink aria-hidden />
                Ver no site
              </a>
            </Button>
          )}
          <Button asChild variant="ghost">
            <Link to={panelPaths.pages}>
              <ArrowLeft aria-hidden />
              Todas as páginas
            </Link>
          </Button>
        </div>
      }
    >
      {known ? (
        <Loaded key={known.name} name={known.name} isChanged={known.is_changed} />
      ) : pages.error ? (
        <Failed error={pages.error} busy={pages.isFetching} onRetry={() => void pages.refetch()} />
      ) : (
        <Placeholder />
      )}
    </Screen>
  );
}

function Loaded({ name, isChanged }: { name: PageName; isChanged: boolean }) {
  const form = useQuery(pageForm(name));
  const record = useQuery(pageRecord(name));
  const error = form.error ?? record.error;
  if (form.data && record.data) {
    return <Editing page={form.data} opened={record.data} isChanged={isChanged} />;
  }
  if (!error) return <Placeholder />;
  const retry = () => void Promise.all([form.refetch(), record.refetch()]);
  return <Failed error={error} busy={form.isFetching || record.isFetching} onRetry={retry} />;
}

interface EditingProps {
  page: PageForm;
  opened: VersionedPage;
  isChanged: boolean;
}

function Editing({ page, opened, isChanged }: EditingProps) {
  const editor = usePageEditor(page, opened);
  const [search] = useSearchParams();
  const field = search.get("field") ?? "";
  useEffect(() => focusField(field), [field]);
  return <PageEditing editor={editor} isChanged={isChanged} />;
}

interface FailedProps {
  error: Error;
  busy: boolean;
  onRetry: () => void;
}

function Failed({ error, busy, onRetry }: FailedProps) {
  return (
    <div className="border-line bg-surface rounded-lg border">
      <LoadingFailed
        title="Não foi possível carregar a página."
        reason={messageOf(error)}
        busy={busy}
        onRetry={onRetry}
      />
    </div>
  );
}

function NoSuchPage() {
  return (
    <Screen title="Páginas">
      <EmptyState
        icon={FileQuestion}
        title="Esta página não existe"
        action={
          <Button asChild>
            <Link to={panelPaths.pages}>Ver todas as páginas</Link>
          </Button>
        }
      >
        O endereço pode ter sido digitado errado.
      </EmptyState>
    </Screen>
  );
}

const PARTS = Array<string>(5).fill("h-12 rounded-lg");

const Placeholder = () => <Skeletons label="Carregando página…" parts={PARTS} className="gap-3" />;
