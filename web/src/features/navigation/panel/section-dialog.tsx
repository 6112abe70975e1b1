/** 'Nova Seção' and its sibling: a section of the footer, a new one or one that is there. */
import { zodResolver } from "@hookform/resolvers/zod";
import { type ReactNode, useRef } from "react";
import { useForm, type UseFormReturn, useWatch } from "react-hook-form";
import { Link } from "react-router";
import { z } from "zod";

import type { FooterSection, FooterSectionType, LinkTarget } from "@/api/types";
import { paths } from "@/lib/paths";
import { Field } from "@/panel/form/field";
import { SelectField } from "@/panel/form/select-field";
import { Switch } from "@/panel/controls/switch";
import { TextArea } from "@/panel/controls/text-area";
import type { Opened } from "@/lib/opened";
import { type KeptForm, useKeptDraft } from "@/panel/edit/kept-form";
import { useRecordEditor } from "@/panel/edit/use-record-editor";
import { EditorDialog } from "@/panel/edit/editor-dialog";
import { EditorForm, Loaded } from "./editor-form";
import { showRefusals } from "./field-errors";
import { focusRecord } from "./focus-record";
import { FOOTER, SECTION_TYPES, sectionDraft, type SectionFields } from "./kind";
import { isEmpty } from "./link-value";
import { LinksField } from "./links-field";
import { useCreate, useSave } from "./record-changes";

const REQUIRED = "Preencha este campo.";
const TYPES = Object.keys(SECTION_TYPES) as FooterSectionType[];

const line = z
  .object({
    label: z.string().max(80, "Use no máximo 80 caracteres."),
    link: z.object({ url: z.string(), target: z.custom<LinkTarget | null>() }),
  })
  .superRefine(({ label, link }, context) => {
    const isBlank = label.trim() === "";
    // A line that nobody has filled in is left out.
    if (isBlank === isEmpty(link)) return;
    context.addIssue({ code: "custom", path: [isBlank ? "label" : "link"], message: REQUIRED });
  });

const schema = z.object({
  title: z
    .string()
    .max(60, "Use no máximo 60 caracteres.")
    .refine((text) => text.trim() !== "", REQUIRED),
  type: z.enum(TYPES),
  description: z.string().max(600, "Use no máximo 600 caracteres."),
  links: z.array(line).max(20, "Use no máximo 20 links."),
  is_active: z.boolean(),
});

const BLANK: SectionFields = { title: "", type: "links", description: "", links: [], is_active: true };

const useSectionForm = (values: SectionFields) =>
  useForm<SectionFields>({ resolver: zodResolver(schema), defaultValues: values });

interface SectionDialogProps {
  /** Nothing for a new one. */
  section: FooterSection | null;
  onClose: () => void;
}

export function SectionDialog({ section, onClose }: SectionDialogProps) {
  const focusOn = useRef(section?.id);
  return (
    <EditorDialog
      title={section ? `Editar Seção: ${section.title}` : "Nova Seção"}
      onClose={onClose}
      onClosed={() => focusRecord(focusOn.current, "footer_sections")}
    >
      {section ? (
        <Loaded kind={FOOTER} id={section.id}>
          {(opened) => <OpenedSection opened={opened} onSaved={onClose} />}
        </Loaded>
      ) : (
        <NewSection
          onCreated={({ id }) => {
            focusOn.current = id;
            onClose();
          }}
        />
      )}
    </EditorDialog>
  );
}

function NewSection({ onCreated }: { onCreated: (section: FooterSection) => void }) {
  const create = useCreate(FOOTER);
  const form = useSectionForm(BLANK);
  const kept = useKeptDraft(`${FOOTER.key}:new`, form);
  const submit = (fields: SectionFields) =>
    create.mutate(
      { fields, parent_id: null },
      {
        onSuccess: (created) => {
          kept.drop();
          onCreated(created);
        },
        onError: (error) => showRefusals(error, form),
      },
    );
  return (
    <SectionForm
      form={form}
      id={null}
      action="Adicionar"
      kept={kept}
      isSaving={create.isPending}
      onSubmit={submit}
    />
  );
}

function OpenedSection({ opened, onSaved }: { opened: Opened<FooterSection>; onSaved: () => void }) {
  const form = useSectionForm(FOOTER.fieldsOf(opened.value));
  const editor = useRecordEditor(FOOTER, opened, form, useSave(FOOTER), {
    onSaved,
    onRefused: (error) => showRefusals(error, form),
  });
  return (
    <SectionForm
      form={form}
      id={opened.value.id}
      action="Salvar"
      kept={editor.kept}
      isSaving={editor.isSaving}
      question={editor.question}
      onSubmit={editor.submit}
    />
  );
}

interface SectionFormProps {
  form: UseFormReturn<SectionFields>;
  /** Nothing for a new one. */
  id: string | null;
  action: string;
  kept: KeptForm;
  isSaving: boolean;
  /** What has to be settled before it is saved. */
  question?: ReactNode;
  onSubmit: (fields: SectionFields) => void;
}

function SectionForm({ form, id, action, kept, isSaving, question, onSubmit }: SectionFormProps) {
  const { register, control, handleSubmit, formState } = form;
  const { errors, isDirty } = formState;
  const typed = useWatch({ control }) as SectionFields;
  const title = register("title");
  return (
    <EditorForm
      action={action}
      isDirty={isDirty}
      kept={kept}
      isSaving={isSaving}
      draft={typed.title.trim() === "" ? {} : { footer_section: { id, change: sectionDraft(typed) } }}
      part="footer"
      question={question}
      onSubmit={(event) => void handleSubmit(onSubmit)(event)}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Título" autoComplete="off" error={errors.title?.message} {...title} />
        <SelectField label="Tipo" error={errors.type?.message} {...register("type")}>
          {TYPES.map((type) => (
            <option key={type} value={type}>
              {SECTION_TYPES[type]}
            </option>
          ))}
        </SelectField>
      </div>
      {typed.type === "text" && (
        <TextArea
          label="Descrição"
          hint="Em branco, mostra o texto sobre a empresa das Configurações de Contato."
          error={errors.description?.message}
          {...register("description")}
        />
      )}
      {typed.type === "links" && <LinksField form={form} />}
      {typed.type === "contact" && (
        <Note>
          Mostra telefone, e-mail, endereço e horário das{" "}
          <SettingsLink to={paths.admin.contactSettings}>Configurações de Contato</SettingsLink>: mude lá e a
          seção muda junto.
        </Note>
      )}
      {typed.type === "social" && (
        <Note>
          Mostra as redes que têm endereço nas{" "}
          <SettingsLink to={`${paths.admin.generalSettings}?aba=redes-sociais`}>
            Configurações Gerais
          </SettingsLink>
          .
        </Note>
      )}
      <Switch label="Ativo" hint="Aparece no site" {...register("is_active")} />
    </EditorForm>
  );
}

function Note({ children }: { children: ReactNode }) {
  return <p className="bg-sunken text-muted rounded-md px-3 py-2.5 text-sm">{children}</p>;
}

function SettingsLink({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} className="text-ink underline underline-offset-4">
      {children}
    </Link>
  );
}
