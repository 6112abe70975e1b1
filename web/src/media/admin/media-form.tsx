/** What staff say of a picture: what it shows, what it is called, and what of it must stay in sight. */
import { zodResolver } from "@hookform/resolvers/zod";
import { TriangleAlert } from "lucide-react";
import { useForm, useWatch } from "react-hook-form";
import { z } from "zod";

import type { Media } from "../../api/types";
import { Button } from "../../ui/panel/button";
import { Field } from "../../ui/panel/field";
import { showFieldErrors } from "../../ui/panel/form-errors";
import { FocusPicker } from "./focus-picker";
import { useUpdateMedia } from "./media-changes";
import type { MediaRecord } from "./media-queries";

const schema = z.object({
  name: z.string().trim().min(1, "Informe um nome.").max(200, "Use no máximo 200 caracteres."),
  alt: z.string().max(300, "Use no máximo 300 caracteres."),
  focus_x: z.number(),
  focus_y: z.number(),
});

type Values = z.infer<typeof schema>;

const valuesOf = ({ name, alt, focus_x, focus_y }: Media): Values => ({ name, alt, focus_x, focus_y });

export function MediaForm({ record }: { record: MediaRecord }) {
  const save = useUpdateMedia();
  // A record that changes meanwhile fills the fields nobody has touched, and what was typed stays.
  const form = useForm<Values>({
    resolver: zodResolver(schema),
    values: valuesOf(record.media),
    resetOptions: { keepDirtyValues: true },
  });
  const { errors, isDirty } = form.formState;
  const [alt, x, y] = useWatch({ control: form.control, name: ["alt", "focus_x", "focus_y"] });
  const submit = (change: Values) =>
    save.mutate(
      { record, change },
      { onSuccess: (media) => form.reset(valuesOf(media)), onError: (error) => showFieldErrors(error, form) },
    );
  return (
    <form
      className="grid grid-cols-[minmax(0,1fr)] gap-5 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]"
      noValidate
      onSubmit={(event) => void form.handleSubmit(submit)(event)}
    >
      <FocusPicker
        media={record.media}
        x={x}
        y={y}
        onChange={(x, y) => {
          form.setValue("focus_x", x, { shouldDirty: true });
          form.setValue("focus_y", y, { shouldDirty: true });
        }}
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
            Quem não vê a imagem fica sem saber o que ela mostra. Descreva-a, a não ser que seja só decoração.
          </p>
        )}
        <Field label="Nome" maxLength={200} error={errors.name?.message} {...form.register("name")} />
        <Button
          className="justify-self-start"
          type="submit"
          variant="primary"
          disabled={save.isPending || !isDirty}
        >
          {save.isPending ? "Salvando..." : "Salvar"}
        </Button>
      </div>
    </form>
  );
}
