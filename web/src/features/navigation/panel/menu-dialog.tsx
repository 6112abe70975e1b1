/** 'Novo Item' and its sibling: an entry of the menu, a new one or one that is there. */
import { zodResolver } from "@hookform/resolvers/zod";
import { type ReactNode, useRef } from "react";
import { Controller, useForm, type UseFormReturn, useWatch } from "react-hook-form";
import { z } from "zod";

import type { LinkTarget, MenuItem } from "@/api/types";
import { Field } from "@/panel/form/field";
import { IconField } from "@/panel/form/icon-field";
import { Switch } from "@/panel/controls/switch";
import type { Opened } from "@/lib/opened";
import { type KeptForm, useKeptDraft } from "@/panel/edit/kept-form";
import { useRecordEditor } from "@/panel/edit/use-record-editor";
import { EditorDialog } from "@/panel/edit/editor-dialog";
import { EditorForm, Loaded } from "./editor-form";
import { showRefusals } from "./field-errors";
import { focusRecord } from "./focus-record";
import { MENU, type MenuFields, menuInput } from "./kind";
import { LinkField } from "./link-field";
import { asEvent, isEmpty, NOWHERE } from "./link-value";
import { useCreate, useSave } from "./record-changes";

const REQUIRED = "Preencha este campo.";

const schema = z.object({
  label: z
    .string()
    .max(60, "Use no máximo 60 caracteres.")
    .refine((text) => text.trim() !== "", REQUIRED),
  link: z
    .object({ url: z.string(), target: z.custom<LinkTarget | null>() })
    .refine((link) => !isEmpty(link), REQUIRED),
  icon: z.string(),
  has_submenu: z.boolean(),
  is_active: z.boolean(),
});

const BLANK: MenuFields = { label: "", link: NOWHERE, icon: "", has_submenu: false, is_active: true };

const useItemForm = (values: MenuFields) =>
  useForm<MenuFields>({ resolver: zodResolver(schema), defaultValues: values });

interface MenuDialogProps {
  /** Nothing for a new one. */
  item: MenuItem | null;
  /** The entry whose submenu it is in. */
  parent: MenuItem | null;
  onClose: () => void;
}

export function MenuDialog({ item, parent, onClose }: MenuDialogProps) {
  const focusOn = useRef(item?.id);
  const heading = parent ? `Novo Item em ${parent.label}` : "Novo Item";
  return (
    <EditorDialog
      title={item ? `Editar Item: ${item.label}` : heading}
      onClose={onClose}
      onClosed={() => focusRecord(focusOn.current, "menu_items")}
    >
      {item ? (
        <Loaded kind={MENU} id={item.id}>
          {(opened) => <OpenedItem opened={opened} onSaved={onClose} />}
        </Loaded>
      ) : (
        <NewItem
          parent_id={parent?.id ?? null}
          onCreated={({ id }) => {
            focusOn.current = id;
            onClose();
          }}
        />
      )}
    </EditorDialog>
  );
}

interface NewItemProps {
  parent_id: string | null;
  onCreated: (item: MenuItem) => void;
}

function NewItem({ parent_id, onCreated }: NewItemProps) {
  const create = useCreate(MENU);
  const form = useItemForm(BLANK);
  const kept = useKeptDraft(`${MENU.key}:new:${parent_id ?? ""}`, form);
  const submit = (fields: MenuFields) =>
    create.mutate(
      { fields, parent_id },
      {
        onSuccess: (created) => {
          kept.drop();
          onCreated(created);
        },
        onError: (error) => showRefusals(error, form),
      },
    );
  return (
    <ItemForm
      form={form}
      id={null}
      parent_id={parent_id}
      action="Adicionar"
      kept={kept}
      isSaving={create.isPending}
      onSubmit={submit}
    />
  );
}

function OpenedItem({ opened, onSaved }: { opened: Opened<MenuItem>; onSaved: () => void }) {
  const form = useItemForm(MENU.fieldsOf(opened.value));
  const editor = useRecordEditor(MENU, opened, form, useSave(MENU), {
    onSaved,
    onRefused: (error) => showRefusals(error, form),
  });
  return (
    <ItemForm
      form={form}
      id={opened.value.id}
      parent_id={opened.value.parent_id}
      action="Salvar"
      kept={editor.kept}
      isSaving={editor.isSaving}
      question={editor.question}
      onSubmit={editor.submit}
    />
  );
}

interface ItemFormProps {
  form: UseFormReturn<MenuFields>;
  /** Nothing for a new one. */
  id: string | null;
  parent_id: string | null;
  action: string;
  kept: KeptForm;
  isSaving: boolean;
  /** What has to be settled before it is saved. */
  question?: ReactNode;
  onSubmit: (fields: MenuFields) => void;
}

function ItemForm({ form, id, parent_id, action, kept, isSaving, question, onSubmit }: ItemFormProps) {
  const { register, control, handleSubmit, formState } = form;
  const { errors, isDirty } = formState;
  const typed = useWatch({ control }) as MenuFields;
  const label = register("label");
  const isShown = typed.label.trim() !== "" && !isEmpty(typed.link);
  return (
    <EditorForm
      action={action}
      isDirty={isDirty}
      kept={kept}
      isSaving={isSaving}
      draft={isShown ? { menu_item: { id, change: { ...menuInput(typed), parent_id } } } : {}}
      part="header"
      question={question}
      onSubmit={(event) => void handleSubmit(onSubmit)(event)}
    >
      <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-3">
        <Field label="Texto do Menu" autoComplete="off" error={errors.label?.message} {...label} />
        <Controller
          control={control}
          name="icon"
          render={({ field }) => (
            <IconField label="Ícone (opcional)" optional value={field.value} onChange={field.onChange} />
          )}
        />
      </div>
      <Controller
        control={control}
        name="link"
        render={({ field }) => (
          <LinkField
            label="URL/Link"
            value={field.value}
            error={errors.link?.message}
            inputRef={field.ref}
            onChange={(link) => field.onChange(asEvent(link))}
            onChoose={(option) => {
              if (form.getValues("label").trim() !== "") return;
              form.setValue("label", option.label.slice(0, 60), { shouldDirty: true, shouldValidate: true });
            }}
          />
        )}
      />
      <div className="flex flex-wrap gap-x-8 gap-y-3">
        {parent_id === null && (
          <Switch
            label="Tem submenu"
            hint="Abre os itens do submenu em vez de levar ao link"
            {...register("has_submenu")}
          />
        )}
        <Switch label="Ativo" hint="Aparece no site" {...register("is_active")} />
      </div>
    </EditorForm>
  );
}
