/** The editor of an edition, beside its preview. */
import { zodResolver } from "@hookform/resolvers/zod";
import { useController, type UseFormReturn, useWatch } from "react-hook-form";

import type { Edition } from "@/api/types";
import type { Versioned } from "@/api/versioned";
import { Switch } from "@/panel/controls/switch";
import { RecordForm } from "@/panel/edit/record-form";
import { FormField, TextArea } from "@/panel/form/field";
import { useRestore, useSave } from "@/panel/record/changes";
import { PostsField } from "./posts-field";
import { EditionPreview } from "./preview";
import { EDITION, type EditionFields, editionSchema, inputOf } from "./record";
import { Section } from "./section";
import { SendingSection } from "./sending";

export function EditionForm({ opened }: { opened: Versioned<Edition> }) {
  const save = useSave(EDITION);
  const restore = useRestore(EDITION);
  return (
    <RecordForm
      layout="page"
      kind={EDITION}
      opened={opened}
      resolver={zodResolver(editionSchema)}
      send={save.mutateAsync}
      restore={restore}
    >
      {(form) => (
        <div className="grid items-start gap-5 xl:grid-cols-2">
          <div className="grid gap-5">
            <Content form={form} />
            <Options form={form} />
            <SendingSection edition={opened.value} isDirty={form.formState.isDirty} />
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
        hint="Em Markdown: **negrito**, [link](/contato), ## subtítulo, ![descrição](/media/imagem.jpg)."
        rows={12}
        error={fieldState.error?.message}
        {...field}
      />
      <PostsField form={form} />
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
