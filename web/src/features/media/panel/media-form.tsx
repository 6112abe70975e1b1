/** The editor of a picture: its description, its name and its focal point. */
import { zodResolver } from "@hookform/resolvers/zod";
import { TriangleAlert } from "lucide-react";
import { useForm, useWatch } from "react-hook-form";
import { z } from "zod";

import type { Media } from "@/api/types";
import type { Versioned } from "@/lib/versioned";
import { EditorFrame } from "@/panel/edit/editor-frame";
import { useRecordForm } from "@/panel/edit/use-record-form";
import { Field } from "@/panel/form/field";
import { showFieldErrors } from "@/panel/form/form-errors";
import { useUnsavedChanges } from "@/panel/form/unsaved-changes";
import { FocusPicker } from "./focus-picker";
import { useSaveMedia } from "./media-changes";
import { MEDIA, type MediaFields } from "./media-record";

const schema = z.object({
  name: z.string().trim().min(1, "Informe um nome.").max(200, "Use no máximo 200 caracteres."),
  alt: z.string().max(300, "Use no máximo 300 caracteres."),
  focus: z.object({ x: z.number(), y: z.number() }),
});

export function MediaForm({ record }: { record: Versioned<Media> }) {
  const form = useForm<MediaFields>({
    resolver: zodResolver(schema),
    defaultValues: MEDIA.fieldsOf(record.value),
  });
  const { errors, isDirty } = form.formState;
  // Subscribed before the editor, which may fill the form at once.
  const [alt, focus] = useWatch({ control: form.control, name: ["alt", "focus"] });
  const save = useSaveMedia();
  const editor = useRecordForm({
    kind: MEDIA,
    opened: record,
    form,
    send: save.mutateAsync,
    onRefused: (error) => showFieldErrors(error, form),
  });
  useUnsavedChanges(isDirty, editor.removeDraft);
  return (
    <EditorFrame
      layout="inline"
      editor={editor}
      action="Salvar"
      canSave={isDirty}
      onSave={() => void form.handleSubmit(editor.submit)()}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
        <FocusPicker
          media={record.value}
          {...focus}
          onChange={(x, y) => form.setValue("focus", { x, y }, { shouldDirty: true })}
        />
        <div className="grid content-start gap-4">
          <Field
            label="Texto alternativo"
            hint="O que a imagem mostra, em uma frase. Leitores de tela e buscadores usam este texto."
            maxLength={300}
            error={errors.alt?.message}
            {...form.register("alt")}
          />
          {alt.trim() === "" && (
            <p className="bg-warning-soft text-warning flex gap-2 rounded-md p-3 text-sm">
              <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
              Quem não vê a imagem fica sem saber o que ela mostra. Descreva-a, a não ser que seja só
              decoração.
            </p>
          )}
          <Field label="Nome" maxLength={200} error={errors.name?.message} {...form.register("name")} />
        </div>
      </div>
    </EditorFrame>
  );
}
