/** The dialog that edits a menu item or a footer section, with a preview of the site. */
import { useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { type FieldValues, type UseFormReturn, useWatch } from "react-hook-form";

import type { UnsavedNavigation } from "@/api/types";
import { notify } from "@/lib/notify";
import type { ListedRecord, StoredKind } from "@/panel/record/kind";
import { RecordEditor, type RecordEditorProps } from "@/panel/record/record-editor";
import { type LinkValue, ownAddress } from "./link-value";
import { missingPage } from "./queries";
import { SitePreview } from "./site-preview";
import type { PreviewPart } from "./use-frame";

interface PreviewProps<Fields extends FieldValues> {
  /** Returns the unsaved changes that the preview shows; `id` is null for a new record. */
  preview: (typed: Fields, id: string | null) => UnsavedNavigation;
  part: PreviewPart;
  /** Draws the fields. */
  children: (form: UseFormReturn<Fields>, typed: Fields) => ReactNode;
}

type NavigationEditorProps<Item extends ListedRecord, Fields extends FieldValues> = Omit<
  RecordEditorProps<Item, Fields>,
  "children" | "fieldOf"
> &
  PreviewProps<Fields> & { linksOf: LinksOf<Fields> };

/** Returns the links of the fields that are saved. */
type LinksOf<Fields> = (saved: Partial<Fields>) => readonly LinkValue[];

export function NavigationEditor<Item extends ListedRecord, Fields extends FieldValues>({
  kind,
  linksOf,
  preview,
  part,
  children,
  ...editor
}: NavigationEditorProps<Item, Fields>) {
  const checkedKind = useCheckedKind(kind, linksOf);
  return (
    <RecordEditor {...editor} kind={checkedKind} fieldOf={fieldOf}>
      {(form, id) => (
        <FieldsWithPreview form={form} id={id} preview={preview} part={part}>
          {children}
        </FieldsWithPreview>
      )}
    </RecordEditor>
  );
}

/**
 * Returns the kind, extended so that each save warns of addresses without a page. The field of a link warns of them, too, but
 * only after a pause in typing.
 */
function useCheckedKind<Item extends ListedRecord, Fields extends object>(
  kind: StoredKind<Item, Fields>,
  linksOf: LinksOf<Fields>,
): StoredKind<Item, Fields> {
  const cache = useQueryClient();

  function check(saved: Partial<Fields>): void {
    const addresses = linksOf(saved).map((link) => ownAddress(link, window.location.origin));
    for (const address of new Set(addresses.filter((address) => address !== ""))) {
      void cache.query(missingPage(address)).then(
        (isMissing) =>
          isMissing && notify.error(`Não há página em ${address}`, "O link foi salvo. Confira o endereço."),
        // Without an answer, there is nothing to warn of.
        () => undefined,
      );
    }
  }

  return {
    ...kind,
    create: async (fields, group, key) => {
      const created = await kind.create(fields, group, key);
      check(fields);
      return created;
    },
    update: async (id, change, etag) => {
      const updated = await kind.update(id, change, etag);
      check(change);
      return updated;
    },
  };
}

interface FieldsWithPreviewProps<Fields extends FieldValues> extends PreviewProps<Fields> {
  form: UseFormReturn<Fields>;
  id: string | null;
}

function FieldsWithPreview<Fields extends FieldValues>(props: FieldsWithPreviewProps<Fields>) {
  const { form, id, preview, part, children } = props;
  const typed = useWatch({ control: form.control }) as Fields;
  return (
    <>
      <div className="grid gap-4">{children(form, typed)}</div>
      <SitePreview unsaved={preview(typed, id)} part={part} />
    </>
  );
}

/** Returns the name of the form's field for a field in the server's errors: 'links.0.link' for `content.links.0.url`. */
export function fieldOf(name: string): string {
  return name.replace(/^content\./, "").replace(/(^|\.)url$/, "$1link");
}
