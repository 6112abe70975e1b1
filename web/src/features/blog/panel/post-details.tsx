/** What is said about a post: where it is sorted, who wrote it, what stands for it in lists. */
import { useQuery } from "@tanstack/react-query";
import { ImageIcon, X } from "lucide-react";
import { useId, useRef, useState } from "react";

import type { PostTerm } from "@/api/types";
import { fold } from "@/lib/fold";
import { Button } from "@/panel/controls/button";
import { Field } from "@/panel/form/field";
import { TextArea } from "@/panel/controls/text-area";
import { CoverAddress } from "./cover-address";
import { usePictures } from "./pictures";
import { fieldId, LABELS, tagsOf, withTagEnded } from "./post-fields";
import { postTerms } from "./post-queries";
import type { PostEditor } from "./use-post-editor";

const MAX_SUGGESTED = 8;

export function PostDetails({ editor }: { editor: PostEditor }) {
  const { fields, errors, set } = editor;
  const { data } = useQuery(postTerms);
  const list = useId();
  return (
    <section aria-labelledby={`${list}-title`} className="border-line grid gap-4 border-t pt-5">
      <h3 id={`${list}-title`} className="text-sm font-semibold">
        Detalhes
      </h3>
      <div className="grid gap-4 md:grid-cols-2">
        <div className="grid content-start gap-4">
          <Field
            id={fieldId("category")}
            label={LABELS.category}
            list={list}
            autoComplete="off"
            hint="Escolha uma que já existe ou escreva outra."
            value={fields.category}
            error={errors.category}
            onChange={(event) => set({ category: event.target.value })}
          />
          <datalist id={list}>
            {data?.categories.map(({ name }) => (
              <option key={name} value={name} />
            ))}
          </datalist>
          <Tags editor={editor} known={data?.tags ?? []} />
          <Field
            id={fieldId("author")}
            label={LABELS.author}
            autoComplete="off"
            value={fields.author}
            error={errors.author}
            onChange={(event) => set({ author: event.target.value })}
          />
        </div>
        <div className="grid content-start gap-4">
          <TextArea
            id={fieldId("excerpt")}
            label={LABELS.excerpt}
            hint="Aparece nas listas e, sem outra descrição, nos buscadores."
            value={fields.excerpt}
            error={errors.excerpt}
            onChange={(event) => set({ excerpt: event.target.value })}
          />
          <Cover editor={editor} />
        </div>
      </div>
    </section>
  );
}

/** One text with commas, and under it what other posts have. */
function Tags({
  editor: { fields, errors, set },
  known,
}: {
  editor: PostEditor;
  known: readonly PostTerm[];
}) {
  const given = new Set(tagsOf(fields.tags).map(fold));
  // The last one is still being written, and finds those that start so.
  const last = fold(fields.tags.split(",").at(-1) ?? "");
  const isWriting = last !== "" && !known.some(({ name }) => fold(name) === last);
  const suggested = known
    .filter(({ name }) => !given.has(fold(name)) && (!isWriting || fold(name).includes(last)))
    .slice(0, MAX_SUGGESTED);
  const add = (name: string) => {
    const kept = isWriting ? fields.tags.split(",").slice(0, -1).join(",") : fields.tags;
    set({ tags: [...tagsOf(kept), name].join(", ") });
    document.getElementById(fieldId("tags"))?.focus();
  };
  return (
    <div className="grid gap-2">
      <Field
        id={fieldId("tags")}
        label={LABELS.tags}
        autoComplete="off"
        hint="Separe com vírgulas ou com Enter."
        value={fields.tags}
        error={errors.tags}
        onChange={(event) => set({ tags: event.target.value })}
        onKeyDown={(event) => {
          if (event.key === "Enter" && !event.nativeEvent.isComposing)
            set({ tags: withTagEnded(fields.tags) });
        }}
      />
      {suggested.length > 0 && (
        <ul aria-label="Tags sugeridas" className="flex flex-wrap gap-1.5">
          {suggested.map(({ name, count }) => (
            <li key={name}>
              <button
                type="button"
                className="border-control hover:bg-sunken inline-flex min-h-6 items-center gap-1 rounded-full border px-2.5 text-xs"
                onClick={() => add(name)}
              >
                <span className="sr-only">Adicionar a tag</span>
                {name}
                <span className="text-muted" aria-hidden>
                  {count}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Cover({ editor }: { editor: PostEditor }) {
  const { fields, errors, set, cover } = editor;
  const { Picker } = usePictures();
  const [isPicking, setPicking] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const url = fields.featured_image;
  return (
    <div role="group" aria-label={LABELS.featured_image} className="grid gap-2">
      <span className="text-sm font-medium" aria-hidden>
        {LABELS.featured_image}
      </span>
      {url.startsWith("/") && (
        <img src={url} alt="" className="border-line bg-sunken h-32 w-full rounded-md border object-cover" />
      )}
      <p className="text-muted text-xs wrap-anywhere">
        {url || "Sem imagem, o post ganha um desenho que combina com a categoria."}
      </p>
      {errors.featured_image && <p className="text-danger text-sm">{errors.featured_image}</p>}
      <div className="flex flex-wrap gap-2">
        <Button ref={button} size="sm" id={fieldId("featured_image")} onClick={() => setPicking(true)}>
          <ImageIcon aria-hidden />
          {url ? "Trocar imagem" : "Escolher imagem"}
        </Button>
        {url && (
          <Button
            size="sm"
            variant="danger"
            onClick={() => {
              set({ featured_image: "" });
              cover.type("");
              button.current?.focus();
            }}
          >
            <X aria-hidden />
            Remover
          </Button>
        )}
      </div>
      <CoverAddress editor={editor} />
      {isPicking && (
        <Picker
          onPick={(picture) => {
            set({ featured_image: picture.url });
            cover.type("");
            setPicking(false);
          }}
          onClose={() => setPicking(false)}
          onClosed={() => button.current?.focus()}
        />
      )}
    </div>
  );
}
