/** The question before a changed legal text is saved with the version of the former one. */
import type { PageName } from "@/api/types";
import { deepEqual } from "@/lib/deep-equal";
import { Button } from "@/panel/controls/button";
import { DialogButtons } from "@/panel/dialog/dialog-buttons";
import { Modal, ModalTitle } from "@/panel/dialog/modal";
import { fileDay } from "@/panel/format";
import { at, type Json } from "./json-path";
import type { PageEditor } from "./use-page-editor";

/** Returns whether a page is a legal text, whose earlier versions are public. */
export const isLegal = (name: PageName) => name === "privacy" || name === "terms";

/** Returns whether the draft changes what a legal text says, but not its version. */
export function keepsVersion({ page, draft, base }: Pick<PageEditor, "page" | "draft" | "base">): boolean {
  if (!isLegal(page.name) || !base) return false;
  const isSame = (field: string) => deepEqual(at(draft, field), at(base.value, field));
  return isSame("version") && !["title", "lead", "sections"].every(isSame);
}

/** Returns the version after `version`: its last number plus one, as in '2.9' and '2.10'. */
export function nextVersion(version: string): string {
  const [, start, number] = /^(.*?)(\d+)$/.exec(version) ?? [];
  return number === undefined ? `${version}.1` : `${start}${Number(number) + 1}`;
}

/** Returns the draft's date of effect: today, unless the user has changed it. */
function effectiveOf(draft: Json, saved: Json): Json {
  const chosen = at(draft, "effective");
  return chosen === at(saved, "effective") ? fileDay(new Date()) : chosen;
}

export function VersionDialog({ editor, onClose }: { editor: PageEditor; onClose: () => void }) {
  const { draft, base, update, save } = editor;
  const version = at(draft, "version") as string;
  const next = nextVersion(version);
  const saveAs = () => {
    update("version", () => next);
    update("effective", () => effectiveOf(draft, base?.value ?? null));
    keep();
  };
  const keep = () => {
    onClose();
    save();
  };
  return (
    <Modal size="confirm" onClose={onClose}>
      <ModalTitle className="text-base font-semibold">O texto mudou. Salvar como versão {next}?</ModalTitle>
      <p className="text-muted text-sm">
        O que está no site tem a versão {version}. Com outro número e a data de hoje, quem aceitou o texto
        anterior consegue distinguir os dois. O anterior continua em Versões anteriores. Mantenha o número só
        para corrigir a escrita.
      </p>
      <DialogButtons className="mt-2" dismiss={`Manter ${version}`} onClose={keep}>
        <Button variant="primary" onClick={saveAs}>
          Salvar como {next}
        </Button>
      </DialogButtons>
    </Modal>
  );
}
