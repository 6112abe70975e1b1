/** The field for the posts of an edition: chosen by a search, and ordered by dragging or with buttons. */
import { useQueries, useQuery } from "@tanstack/react-query";
import { Plus, X } from "lucide-react";
import { useState } from "react";
import { useController, type UseFormReturn } from "react-hook-form";

import { isNotFound } from "@/api/error-checks";
import type { Post } from "@/api/types";
import { Button } from "@/panel/controls/button";
import { Tooltip } from "@/panel/controls/tooltip";
import { Field } from "@/panel/form/field";
import { ReorderList } from "@/panel/list/reorder-list";
import { useDebouncedValue } from "@/panel/use-debounced-value";
import { chosenPost, EDITION, type EditionFields, postChoices } from "./record";

const DEBOUNCE_MS = 300;
const MAX_POSTS = 10;

interface Chosen {
  id: string;
  title: string;
  /** Why the mail doesn't show the post; undefined if it does, or while that is unknown. */
  problem: string | undefined;
}

export function PostsField({ form }: { form: UseFormReturn<EditionFields> }) {
  const { field, fieldState } = useController({ control: form.control, name: "post_ids" });
  const chosen = useChosen(field.value);
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 text-sm font-medium">{EDITION.labels.post_ids}</legend>
      {chosen.length > 0 && (
        <ReorderList
          label="Artigos da edição, na ordem"
          items={chosen}
          keyOf={({ id }) => id}
          nameOf={({ title }) => title}
          onReorder={(items) => field.onChange(items.map(({ id }) => id))}
          className="border-line divide-line divide-y rounded-md border"
          rowClassName="flex items-center gap-2 rounded-md px-2 py-1.5"
        >
          {(post, controls) => (
            <>
              {controls?.handle}
              <ChosenPost post={post} />
              {controls?.buttons}
              <Tooltip label="Retirar">
                <Button
                  variant="ghost"
                  size="icon"
                  aria-label={`Retirar ${post.title}`}
                  onClick={() => field.onChange(field.value.filter((id) => id !== post.id))}
                >
                  <X aria-hidden />
                </Button>
              </Tooltip>
            </>
          )}
        </ReorderList>
      )}
      <PostSearch chosen={field.value} onChoose={({ id }) => field.onChange([...field.value, id])} />
      {fieldState.error && <p className="text-danger text-sm">{fieldState.error.message}</p>}
    </fieldset>
  );
}

function ChosenPost({ post: { title, problem } }: { post: Chosen }) {
  return (
    <span className="min-w-0 grow text-sm">
      <span className="line-clamp-2">{title}</span>
      {problem && <span className="text-warning block text-xs">{problem}</span>}
    </span>
  );
}

/** Returns the chosen posts in their order. */
function useChosen(ids: readonly string[]): Chosen[] {
  const found = useQueries({ queries: ids.map(chosenPost) });
  return ids.map((id, index) => {
    const { data, error } = found[index] ?? {};
    if (isNotFound(error)) return { id, title: "Artigo excluído", problem: "Não aparece no e-mail." };
    if (error) return { id, title: "Não foi possível carregar o artigo", problem: undefined };
    const problem = data && !data.is_published ? "Não publicado: não aparece no e-mail até ser." : undefined;
    return { id, title: data?.title ?? "…", problem };
  });
}

interface PostSearchProps {
  chosen: readonly string[];
  onChoose: (post: Post) => void;
}

/** A search of published posts that are not chosen yet. */
function PostSearch({ chosen, onChoose }: PostSearchProps) {
  const [search, setSearch] = useState("");
  const settled = useDebouncedValue(search.trim(), DEBOUNCE_MS);
  const { data } = useQuery(postChoices(settled));
  const choices = data?.filter(({ id }) => !chosen.includes(id)).slice(0, 5) ?? [];
  if (chosen.length >= MAX_POSTS) {
    return <p className="text-muted text-xs">Uma edição tem até {MAX_POSTS} artigos.</p>;
  }
  return (
    <div className="grid gap-2">
      <Field
        label="Buscar artigo publicado"
        placeholder="Título ou assunto…"
        autoComplete="off"
        value={search}
        onChange={({ target }) => setSearch(target.value)}
        // Enter would submit the edition's form.
        onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
      />
      <ul aria-label="Artigos para incluir" className="grid gap-1 empty:hidden">
        {choices.map((post) => (
          <li key={post.id} className="flex items-center gap-2">
            <Button
              size="sm"
              variant="ghost"
              icon={Plus}
              className="h-auto min-h-8 w-full justify-start py-1 text-start whitespace-normal"
              aria-label={`Incluir ${post.title}`}
              onClick={() => onChoose(post)}
            >
              {post.title}
            </Button>
          </li>
        ))}
      </ul>
      {data && choices.length === 0 && (
        <p className="text-muted text-xs">Nenhum outro artigo publicado encontrado.</p>
      )}
    </div>
  );
}
