/** The editor of an edition, beside its preview. */
import { zodResolver } from "@hookform/resolvers/zod";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useController, type UseFormReturn, useWatch } from "react-hook-form";

import type { Edition } from "@/api/types";
import type { Versioned } from "@/api/versioned";
import { InterestCheckboxes } from "@/features/newsletter/panel/interests/checkboxes";
import { interests } from "@/features/newsletter/panel/interests/record";
import { Switch } from "@/panel/controls/switch";
import { RecordForm } from "@/panel/edit/record-form";
import { FormField, TextArea } from "@/panel/form/field";
import { HiddenPictures } from "@/panel/form/hidden-pictures";
import { useRestore, useSave } from "@/panel/record/changes";
import { PostsField } from "./posts-field";
import { EditionPreview } from "./preview";
import { EDITION, type EditionFields, editionSchema, inputOf, shownEdition } from "./record";
import { Section } from "./section";
import { SendingSection } from "./sending";

export function EditionForm({ edition }: { edition: Versioned<Edition> }) {
  const cache = useQueryClient();
  const save = useSave(EDITION);
  const restore = useRestore(EDITION);
  return (
    <RecordForm
      layout="page"
      kind={EDITION}
      opened={edition}
      resolver={zodResolver(editionSchema)}
      send={async (edit) => {
        const outcome = await save.mutateAsync(edit);
        if (outcome.status === "saved")
          cache.setQueryData(shownEdition(edition.value.id).queryKey, outcome.saved);
        return outcome;
      }}
      restore={restore}
    >
      {(form) => (
        <div className="grid items-start gap-5 xl:grid-cols-2">
          <div className="grid gap-5">
            <Content form={form} />
            <Recipients form={form} />
            <Options form={form} />
            <SendingSection edition={edition} isDirty={form.formState.isDirty} />
          </div>
          <div className="xl:sticky xl:top-4">
            <Preview form={form} />
          </div>
        </div>
      )}
    </RecordForm>
  );
}

function Content({ form }: { form: UseFormReturn<EditionFields> }) {
  const { field, fieldState } = useController({ control: form.control, name: "body" });
  return (
    <Section title="Conteúdo">
      <FormField form={form} name="subject" label={EDITION.labels.subject} />
      <FormField
        form={form}
        name="preheader"
        label={EDITION.labels.preheader}
        hint="Aparece depois do assunto, antes de abrir o e-mail. Opcional."
      />
      <TextArea
        label={EDITION.labels.body}
        hint="Em Markdown: **negrito**, [link](/contato), ## subtítulo, ![descrição](/media/imagem.jpg). Cada quebra de linha aparece no e-mail."
        rows={12}
        error={fieldState.error?.message}
        {...field}
      />
      <HiddenPictures
        markdown={field.value}
        advice="Envie o arquivo em Mídia e use o endereço dele, que começa com /media/."
      />
      <PostsField form={form} />
    </Section>
  );
}

/**
 * The interests whose subscribers receive the edition: those that staff offer, and those that the saved edition has. Hidden if
 * there are none.
 */
function Recipients({ form }: { form: UseFormReturn<EditionFields> }) {
  const { field, fieldState } = useController({ control: form.control, name: "interests" });
  const { data } = useQuery(interests);
  if (!data) return null;
  const saved = form.formState.defaultValues?.interests?.filter((slug) => slug !== undefined) ?? [];
  const former = saved
    .filter((slug) => data.offered.every((interest) => interest.slug !== slug))
    .map((slug) => ({ slug, name: `${slug} (não é mais oferecido)` }));
  const shown = [...data.offered, ...former];
  if (shown.length === 0) return null;
  return (
    <Section title={EDITION.labels.interests}>
      <p className="text-muted text-sm">
        Sem nenhum assunto de interesse marcado, a edição vai para todas as inscrições confirmadas. Com
        assuntos de interesse, vai para quem escolheu um deles e para quem não escolheu nenhum dos oferecidos.
      </p>
      <InterestCheckboxes
        legend="Assuntos de interesse"
        interests={shown}
        chosen={field.value}
        onChange={(chosen) => field.onChange(chosen.sort())}
      />
      {fieldState.error && <p className="text-danger text-sm">{fieldState.error.message}</p>}
    </Section>
  );
}

function Options({ form }: { form: UseFormReturn<EditionFields> }) {
  return (
    <Section title="Opções">
      <FormField
        form={form}
        name="slug"
        label={EDITION.labels.slug}
        hint="Fim do endereço no arquivo do site, e nome da campanha (utm_campaign) nos links."
      />
      <Switch
        label={EDITION.labels.is_archived}
        hint="Depois do envio, qualquer pessoa pode ler a edição em /newsletter/edicoes."
        {...form.register("is_archived")}
      />
      <FormField
        form={form}
        name="pace"
        label={EDITION.labels.pace}
        hint="Em branco, envia o mais rápido possível. Use o limite do seu provedor de e-mail, se ele tiver um."
        inputMode="numeric"
      />
    </Section>
  );
}

function Preview({ form }: { form: UseFormReturn<EditionFields> }) {
  const { subject, preheader, body, post_ids, slug } = useWatch({ control: form.control }) as EditionFields;
  return <EditionPreview input={inputOf({ subject, preheader, body, post_ids, slug })} />;
}
