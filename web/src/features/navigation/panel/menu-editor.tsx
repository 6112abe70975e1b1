/** The editor of a menu item. */
import { zodResolver } from "@hookform/resolvers/zod";
import { Controller, type UseFormReturn } from "react-hook-form";
import { z } from "zod";

import { MENU_ITEM_INPUT_LABEL } from "@/api/limits";
import type { LinkTarget, MenuItem } from "@/api/types";
import { Switch } from "@/panel/controls/switch";
import { FormField } from "@/panel/form/field";
import { IconField } from "@/panel/form/icon-field";
import { REQUIRED, requiredText } from "@/panel/form/text-schema";
import { NavigationEditor } from "./editor";
import { LinkField } from "./link-field";
import { asEvent, isEmpty, NOWHERE } from "./link-value";
import { MENU, type MenuFields, menuInput } from "./record";

const schema = z.object({
  label: requiredText(MENU_ITEM_INPUT_LABEL),
  link: z
    .object({ url: z.string(), target: z.custom<LinkTarget | null>() })
    .refine((link) => !isEmpty(link), REQUIRED),
  icon: z.string(),
  has_submenu: z.boolean(),
  is_active: z.boolean(),
});

const BLANK: MenuFields = { label: "", link: NOWHERE, icon: "", has_submenu: false, is_active: true };

interface MenuEditorProps {
  /** Null for a new item. */
  item: MenuItem | null;
  /** The item to whose submenu a new item is added; null for the top level. */
  parent: MenuItem | null;
  onClose: () => void;
}

export function MenuEditor({ item, parent, onClose }: MenuEditorProps) {
  const parent_id = item ? item.parent_id : (parent?.id ?? null);
  const heading = parent ? `Novo Item em ${parent.label}` : "Novo Item";
  return (
    <NavigationEditor
      kind={MENU}
      linksOf={({ link }) => (link ? [link] : [])}
      title={item ? `Editar Item: ${item.label}` : heading}
      value={item}
      group={parent_id}
      draftName={`${MENU.key}:new:${parent_id ?? ""}`}
      blank={BLANK}
      resolver={zodResolver(schema)}
      preview={(typed, id) => {
        const isComplete = typed.label.trim() !== "" && !isEmpty(typed.link);
        return isComplete ? { menu_item: { id, change: { ...menuInput(typed), parent_id } } } : {};
      }}
      part="header"
      onClose={onClose}
    >
      {(form) => <Fields form={form} isTopLevel={parent_id === null} />}
    </NavigationEditor>
  );
}

function Fields({ form, isTopLevel }: { form: UseFormReturn<MenuFields>; isTopLevel: boolean }) {
  const { register, control, formState } = form;
  const { errors } = formState;
  return (
    <>
      <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-3">
        <FormField form={form} name="label" label="Texto do Menu" />
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
              const label = option.label.slice(0, MENU_ITEM_INPUT_LABEL);
              form.setValue("label", label, { shouldDirty: true, shouldValidate: true });
            }}
          />
        )}
      />
      <div className="flex flex-wrap gap-x-8 gap-y-3">
        {isTopLevel && (
          <Switch
            label="Tem submenu"
            hint="Abre os itens do submenu em vez de levar ao link"
            {...register("has_submenu")}
          />
        )}
        <Switch label="Ativo" hint="Aparece no site" {...register("is_active")} />
      </div>
    </>
  );
}
