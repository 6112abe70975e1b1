/**
 * The notice that the default texts of an edited page have changed. It shows the changes, and staff can adopt changed
 * sections.
 */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { deepEqual } from "@/lib/deep-equal";
import { Button } from "@/panel/controls/button";
import { Modal } from "@/panel/dialog/modal";
import { ChangeTable } from "@/panel/edit/change-table";
import { at, items, type Json } from "./json-path";
import { changesBetween } from "./merge";
import { pageDefault } from "./queries";
import type { PageEditor } from "./use-page-editor";

export function DefaultNotice({ editor }: { editor: PageEditor }) {
  const { data } = useQuery(pageDefault(editor.page.name));
  const [isOpen, setOpen] = useState(false);
  if (!data?.former) return null;
  return (
    <div className="bg-info-soft mb-4 flex flex-wrap items-center justify-between gap-3 rounded-lg px-4 py-3 text-sm">
      <p className="min-w-0 grow basis-64 text-pretty">
        <strong className="font-semibold">O texto padrão mudou.</strong> Esta página continua com o texto que
        a equipe editou. Veja o que há de novo e use o que servir.
      </p>
      <Button size="sm" onClick={() => setOpen(true)}>
        Ver o que mudou
      </Button>
      {isOpen && (
        <Modal size="medium" title={`Texto padrão: ${editor.page.label}`} onClose={() => setOpen(false)}>
          <div className="grid grid-cols-[minmax(0,1fr)] gap-6 overflow-y-auto p-5 sm:px-6">
            <NewSections editor={editor} document={data.document} former={data.former} />
            <ChangeTable
              caption="O texto padrão na primeira edição da página e o de agora"
              changes={changesBetween(editor.page.form, data.former, data.document)}
              isChange
            />
          </div>
        </Modal>
      )}
    </div>
  );
}

interface NewSectionsProps {
  editor: PageEditor;
  document: Json;
  former: Json;
}

/** The new and changed sections of a legal text, each with a button that copies it into the form. */
function NewSections({ editor, document, former }: NewSectionsProps) {
  const before = items(at(former, "sections"));
  const now = items(at(document, "sections"));
  const own = items(at(editor.draft, "sections"));
  const changed = now.filter((section) => !deepEqual(section, findSame(before, section)));
  if (changed.length === 0) return null;
  return (
    <ul className="border-line divide-line divide-y rounded-lg border">
      {changed.map((section) => {
        const title = textAt(section, "title");
        const isAdopted = deepEqual(findSame(own, section), section);
        return (
          <li
            key={textAt(section, "id")}
            className="flex items-center justify-between gap-3 px-4 py-2 text-sm"
          >
            <span className="min-w-0">{title}</span>
            <Button
              size="sm"
              disabled={isAdopted}
              aria-label={`Usar no formulário: ${title}`}
              onClick={() => editor.update("sections", (sections) => adopted(items(sections), section, now))}
            >
              {isAdopted ? "No formulário" : "Usar"}
            </Button>
          </li>
        );
      })}
    </ul>
  );
}

/** Returns a text of a section; empty if it is missing. */
function textAt(section: Json, name: string): string {
  const text = at(section, name);
  return typeof text === "string" ? text : "";
}

/** Returns the section that has the same id. */
const findSame = (sections: readonly Json[], wanted: Json) =>
  sections.find((section) => at(section, "id") === at(wanted, "id"));

/**
 * Returns `own` with `section` instead of the section with the same id. If there is none, inserts `section` after its predecessor
 * in the default content, or at the end.
 */
export function adopted(own: readonly Json[], section: Json, defaults: readonly Json[]): readonly Json[] {
  const idOf = (each: Json | undefined) => (each === undefined ? null : at(each, "id"));
  const index = own.findIndex((each) => idOf(each) === idOf(section));
  if (index !== -1) return own.with(index, section);
  const previous = defaults[defaults.findIndex((each) => idOf(each) === idOf(section)) - 1];
  const after = own.findIndex((each) => idOf(each) === idOf(previous));
  return own.toSpliced(after === -1 ? own.length : after + 1, 0, section);
}
