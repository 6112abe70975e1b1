/** The section with a post's category, tags, author, excerpt and featured image. */
import { useQuery } from "@tanstack/react-query";
import { ImageIcon, X } from "lucide-react";
import { useId, useRef, useState } from "react";

import type { PostTerm } from "@/api/types";
import { fieldId, LABELS, tagsOf, withCompletedTags } from "@/features/blog/panel/fields";
import { usePictures } from "@/features/blog/panel/providers";
import { postTerms } from "@/features/blog/panel/queries";
import { fold } from "@/lib/fold";
import { Button } from "@/panel/controls/button";
import { Field, TextArea } from "@/panel/form/field";
import { Section } from "./section";
import type { PostEditor } from "./use-post-editor";
import { COVER_ADDRESS } from "./use-post-fields";

const MAX_SUGGESTED = 8;

export function PostDetails({ editor }: { editor: PostEditor }) {
  const { fields, errors, set } = editor;
  const { data } = useQuery(postTerms);
  const listId = useId();
  return (
    <Section title="Detalhes">
      <div className="grid gap-4 md:grid-cols-2">
        <div className="grid content-start gap-4">
          <Field
            id={fieldId("category")}
            label={LABELS.category}
            list={listId}
            autoComplete="off"
            hint="Escolha uma que já existe ou escreva outra."
            value={fields.category}
            error={errors.category}
            onChange={(event) => set({ category: event.target.value })}
          />
          <datalist id={listId}>
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
    </Section>
  );
}

interface TagsProps {
  editor: PostEditor;
  /** Tags of existing posts. */
  known: readonly PostTerm[];
}

/** A text field for tags, and buttons that add tags of existing posts. */
function Tags({ editor: { fields, errors, set }, known }: TagsProps) {
  const chosen = new Set(tagsOf(fields.tags).map(fold));
  // The text after the last comma narrows the suggestions, unless it is an existing tag.
  const typed = fold(fields.tags.split(",").at(-1) ?? "");
  const isTyping = typed !== "" && !known.some(({ name }) => fold(name) === typed);
  const suggested = known
    .filter(({ name }) => !chosen.has(fold(name)) && (!isTyping || fold(name).includes(typed)))
    .slice(0, MAX_SUGGESTED);
  const add = (name: string) => {
    const complete = isTyping ? fields.tags.split(",").slice(0, -1).join(",") : fields.tags;
    set({ tags: [...tagsOf(complete), name].join(", ") });
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
            set({ tags: withCompletedTags(fields.tags) });
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

/** A field for the https URL of a featured image on another site. Enter, the button and leaving the field apply the URL. */
export function CoverAddress({ editor: { cover, takeCover } }: { editor: PostEditor }) {
  return (
    <div className="grid gap-2">
      <Field
        id={COVER_ADDRESS}
        type="url"
        label="Endereço em outro site"
        hint="Uma imagem que já está na internet, com https://. O outro site recebe o endereço IP de quem vê o artigo."
        autoComplete="off"
        value={cover.text}
        error={cover.error}
        onChange={(event) => cover.type(event.target.value)}
        onBlur={(event) => {
          // The field is still active if the whole window lost the focus. The user may be copying the address elsewhere then.
          if (document.activeElement !== event.currentTarget) takeCover();
        }}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          event.preventDefault();
          takeCover();
        }}
      />
      <Button size="sm" className="justify-self-start" onClick={takeCover}>
        Usar este endereço
      </Button>
    </div>
  );
}
