/** The section with the fields that decide when visitors see a post. */
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";

import { fieldId, LABELS } from "@/features/blog/panel/fields";
import { newPostMode } from "@/features/blog/panel/queries";
import { Field } from "@/panel/form/field";
import { formatDateTime } from "@/panel/format";
import { Section } from "./section";
import type { PostEditor } from "./use-post-editor";

/** Limits the year to four digits. Otherwise browsers wait for up to six digits before the cursor moves on to the time. */
const MAX_DATE = "9999-12-31T23:59";
const ZONE = "No horário de Brasília (America/Sao_Paulo).";

export function PostPublication({ editor }: { editor: PostEditor }) {
  const { fields, errors, set, base } = editor;
  const isVisible = fields.is_published || fields.publish_at !== "";
  // The first publication sends the mail.
  const sendsMail = useQuery(newPostMode).data === "send" && !base?.value.published_at;
  return (
    <Section title="Publicação">
      <PublishedField editor={editor} />
      {sendsMail && (
        <p className="text-warning text-sm">
          Ao ser publicado pela primeira vez, este artigo vai por e-mail para quem escolheu a categoria ou uma
          tag dele como assunto de interesse da newsletter e para quem não escolheu nenhum. Se a categoria e
          as tags não estão entre os assuntos de interesse oferecidos, vai para todas as inscrições
          confirmadas.
        </p>
      )}
      <div className="grid items-start gap-4 md:grid-cols-2">
        {!fields.is_published && (
          <Field
            id={fieldId("publish_at")}
            type="datetime-local"
            max={MAX_DATE}
            label={LABELS.publish_at}
            hint={ZONE}
            value={fields.publish_at}
            error={errors.publish_at}
            onChange={(event) => set({ publish_at: event.target.value })}
          />
        )}
        {isVisible && (
          <Field
            id={fieldId("unpublish_at")}
            type="datetime-local"
            max={MAX_DATE}
            label={LABELS.unpublish_at}
            hint={`Opcional. ${ZONE}`}
            value={fields.unpublish_at}
            error={errors.unpublish_at}
            onChange={(event) => set({ unpublish_at: event.target.value })}
          />
        )}
      </div>
    </Section>
  );
}

/** The checkbox that publishes a post or hides it. */
function PublishedField({ editor: { fields, set, base } }: { editor: PostEditor }) {
  const id = useId();
  const published = base?.value.is_published ? base.value.published_at : null;
  return (
    <div className="flex items-start gap-2.5">
      <input
        id={fieldId("is_published")}
        type="checkbox"
        className="accent-accent mt-0.5 size-4"
        aria-describedby={`${id}-hint`}
        checked={fields.is_published}
        onChange={(event) => set({ is_published: event.target.checked })}
      />
      <span className="grid gap-0.5">
        <label htmlFor={fieldId("is_published")} className="text-sm font-medium">
          {LABELS.is_published}
        </label>
        <span id={`${id}-hint`} className="text-muted text-xs">
          {published
            ? `Publicado em ${formatDateTime(published)}. Desmarque para tirar do site.`
            : "Desmarcado, é um rascunho que só a equipe vê, até a hora marcada, se houver uma."}
        </span>
      </span>
    </div>
  );
}
