/** Actions on the selected contacts, and changes of the open one. Each can be undone. */
import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { ArchiveRestore, ShieldAlert, ShieldCheck, Trash2 } from "lucide-react";
import { useEffect, useEffectEvent } from "react";

import { api, body } from "@/api/client";
import type {
  BulkAction,
  BulkChange,
  Contact,
  ContactListView,
  ContactStatus,
  FormerContact,
} from "@/api/types";
import { patchContact, setVersions, shownContacts } from "@/features/contacts/panel/cache";
import { MUTATION_KEY, refresh, useContactChange } from "@/features/contacts/panel/changes";
import { ChangedMeanwhile, findContact } from "@/features/contacts/panel/fresh-change";
import { assignees, contactKeys } from "@/features/contacts/panel/queries";
import { isStatus, STATUSES } from "@/features/contacts/panel/record";
import { StageMenu } from "@/features/contacts/panel/stages/stage-menu";
import { restoring } from "@/features/contacts/panel/stages/stages";
import { ChoiceMenu } from "@/panel/controls/choice-menu";
import { formatCount } from "@/panel/format";
import { BulkButton } from "@/panel/list/bulk-bar";
import { reportBulk, undoChanges, useUndo } from "@/panel/list/undo-bulk";
import { useChange } from "@/panel/use-change";
import { useTriage } from "./triage-state";

const NOBODY = { value: "nobody", label: "Ninguém" };

interface BulkActionsProps {
  view: ContactListView;
  ids: string[];
  onDone: () => void;
}

export function BulkActions({ view, ids, onDone }: BulkActionsProps) {
  const change = useBulkChange(onDone);
  const { setSelection } = useTriage();
  const clear = useEffectEvent(onDone);
  // The keys that act on contacts act on the selected ones.
  useEffect(() => {
    setSelection({ ids, clear: () => clear() });
    return () => setSelection(null);
  }, [ids, setSelection]);
  const { data: staff = [] } = useQuery(assignees);
  const colleagues = staff.filter(({ has_access }) => has_access);
  const busy = change.isPending;
  const run = (action: BulkAction) => change.mutate({ ...action, ids });
  if (view === "trash") {
    return (
      <BulkButton
        icon={ArchiveRestore}
        label="Restaurar"
        busy={busy}
        onClick={() => run({ action: "restore" })}
      />
    );
  }
  return (
    <>
      <ChoiceMenu
        label="Mudar status dos selecionados"
        choices={STATUSES}
        busy={busy}
        onChoose={(value) => isStatus(value) && run({ action: "status", status: value })}
      >
        Mudar status
      </ChoiceMenu>
      <StageMenu count={ids.length} busy={busy} onChoose={(change) => run({ action: "stage", ...change })} />
      <ChoiceMenu
        label="Definir responsável pelos selecionados"
        choices={[NOBODY, ...colleagues.map(({ id, name }) => ({ value: id, label: name }))]}
        busy={busy}
        onChoose={(value) => run({ action: "assign", assigned_to: value === NOBODY.value ? null : value })}
      >
        Responsável
      </ChoiceMenu>
      {view === "spam" ? (
        <BulkButton
          icon={ShieldCheck}
          label={ids.length === 1 ? "Não é suspeito" : "Não são suspeitos"}
          busy={busy}
          onClick={() => run({ action: "release" })}
        />
      ) : (
        <BulkButton
          icon={ShieldAlert}
          label={ids.length === 1 ? "É suspeito" : "São suspeitos"}
          busy={busy}
          onClick={() => run({ action: "quarantine" })}
        />
      )}
      <BulkButton
        icon={Trash2}
        label="Excluir"
        isDanger
        busy={busy}
        onClick={() => run({ action: "trash" })}
      />
    </>
  );
}

/** Describes the result of a change: '3 contatos na lixeira'. */
export function describeBulk(change: BulkAction, count: number): string {
  const contacts = formatCount(count, "contato", "contatos");
  switch (change.action) {
    case "status":
      if (change.status === "archived") return count === 1 ? "Contato arquivado" : `${contacts} arquivados`;
      return count === 1 ? "Status atualizado" : `Status de ${contacts} atualizado`;
    case "stage":
      return count === 1 ? "Etapa atualizada" : `Etapa de ${contacts} atualizada`;
    case "assign":
      if (change.assigned_to === null)
        return count === 1 ? "Contato sem responsável" : `${contacts} sem responsável`;
      return count === 1 ? "Responsável definido" : `Responsável de ${contacts} definido`;
    case "quarantine":
      return `${contacts} em Suspeitos`;
    case "release":
      return `${contacts} fora de Suspeitos`;
    case "trash":
      return `${contacts} na lixeira`;
    case "restore":
      return `${contacts} fora da lixeira`;
  }
}

/** Says where the values of won contacts are entered, because one value can't apply to several. */
function hintOf(change: BulkAction, count: number): string | undefined {
  if (change.action !== "stage" || change.stage !== "won") return undefined;
  return count === 1 ? "Informe o valor no contato." : "Informe o valor em cada contato.";
}

/** Returns the change that gives a contact back its values before `action`. */
export function undoOf(action: BulkChange["action"], former: FormerContact): BulkAction {
  const { status, answered_at, assigned_to, stage, stage_changed_at } = former;
  switch (action) {
    case "status":
      return { action, status, answered_at, stage, stage_changed_at, had_no_assignee: assigned_to === null };
    case "stage":
      return { action, ...restoring(former) };
    case "assign":
      return { action, assigned_to, is_undo: true };
    case "quarantine":
      return { action: "release" };
    case "release":
      return { action: "quarantine" };
    case "trash":
      return { action: "restore" };
    case "restore":
      return { action: "trash" };
  }
}

const CHANGED_NOTHING = "Os contatos escolhidos já estavam assim ou são de pessoas apagadas.";

/** Returns the function that reports a change of contacts and offers to undo it. */
function useUndoOffer() {
  const cache = useQueryClient();
  const undo = useUndo(MUTATION_KEY, refresh, async (changes: BulkChange[]) => {
    const former = await body(api.POST("/api/contacts/bulk/undo", { body: { changes } }));
    follow(
      cache,
      changes.flatMap(({ ids }) => ids),
      former,
    );
    return former;
  });
  return (title: string, change: BulkAction, former: readonly FormerContact[], skipped = 0) => {
    const { action } = change;
    reportBulk({
      title,
      hint: hintOf(change, former.length),
      hasChanged: former.length > 0,
      skipped: describeSkipped(skipped, action),
      unchanged: CHANGED_NOTHING,
      undo: () => undo.mutate(undoChanges(former, (contact) => undoOf(action, contact))),
    });
  };
}

/** Returns the mutation that changes contacts and offers to undo the change. It skips contacts that a colleague has changed since. */
export function useBulkChange(onDone: () => void = () => undefined) {
  const cache = useQueryClient();
  const offerUndo = useUndoOffer();
  return useChange("Erro ao mudar os contatos", refresh, {
    mutationKey: MUTATION_KEY,
    // One after another, so that a quick second change has the versions after the first.
    scope: { id: "contacts-bulk" },
    mutationFn: async (change: BulkChange) => {
      const shown = shownContacts(cache, change.ids);
      const former = await send({ ...change, versions: versionsOf(shown) });
      const changed = new Set(former.map(({ id }) => id));
      const isSkipped = (contact: Contact) => !changed.has(contact.id) && wouldChange(change, contact);
      return { former, skipped: [...shown.values()].filter(isSkipped).length };
    },
    onSuccess: ({ former, skipped }, change) => {
      follow(cache, change.ids, former);
      onDone();
      offerUndo(describeBulk(change, former.length), change, former, skipped);
    },
  });
}

/** Returns the versions of contacts, so that a bulk change skips those that somebody has changed since. */
const versionsOf = (contacts: ReadonlyMap<string, Contact>): Record<string, number> =>
  Object.fromEntries([...contacts].map(([id, { version }]) => [id, version]));

/** Describes the contacts that a bulk change has skipped; undefined if there are none. */
function describeSkipped(count: number, action: BulkChange["action"]): string | undefined {
  if (count === 0) return undefined;
  const [went, wentMany] = action === "restore" ? ["saiu da", "saíram da"] : ["foi para a", "foram para a"];
  return formatCount(
    count,
    `contato mudou ou ${went} lixeira enquanto você olhava e ficou como está.`,
    `contatos mudaram ou ${wentMany} lixeira enquanto você olhava e ficaram como estão.`,
  );
}

/** Returns whether an action would change a contact that is as the user saw it. */
function wouldChange(change: BulkAction, contact: Contact): boolean {
  switch (change.action) {
    case "status": {
      const isErased = contact.email === "" && contact.phone === "";
      const waits = change.status === "new" || change.status === "read";
      return contact.status !== change.status && !(isErased && waits);
    }
    case "stage":
      return contact.stage !== change.stage;
    case "assign":
      return contact.assigned_to !== change.assigned_to;
    case "quarantine":
      return !contact.quarantined;
    case "release":
      return contact.quarantined;
    case "trash":
      return contact.deleted_at === null;
    case "restore":
      return contact.deleted_at !== null;
  }
}

type OpenAction =
  { action: "status"; status: ContactStatus } | { action: "assign"; assigned_to: string | null };

/** A change of a contact, with the values that the user saw. */
type OpenChange = { contact: Contact } & OpenAction;

/**
 * Returns the mutation that changes the status or the assignee of an open contact. The change is shown at once, and rolled back
 * if the server refuses it, or if a colleague has changed the same meanwhile.
 */
export function useOpenChange() {
  const cache = useQueryClient();
  const offerUndo = useUndoOffer();
  return useContactChange("Erro ao mudar o contato", {
    scope: { id: "contact-open" },
    mutationFn: ({ contact, ...action }: OpenChange) => changeOne(cache, contact, action),
    onMutate: ({ contact: { id }, ...change }) =>
      patchContact(
        cache,
        id,
        change.action === "status" ? { status: change.status } : { assigned_to: change.assigned_to },
      ),
    onSuccess: (former, { contact: { id }, ...change }) => {
      follow(cache, [id], former);
      offerUndo(describeBulk(change, 1), change, former);
    },
  });
}

/** Changes a contact, also if a colleague has changed something else meanwhile. */
async function changeOne(cache: QueryClient, seen: Contact, action: OpenAction): Promise<FormerContact[]> {
  const ids = [seen.id];
  const versions = versionsOf(shownContacts(cache, ids));
  const former = await send({ ...action, ids, versions });
  const version = versions[seen.id];
  if (former.length > 0 || version === undefined) return former;
  const current = await findContact(seen.id);
  // The contact already has the value.
  if (current.value.version === version) return former;
  const isSame =
    action.action === "status"
      ? current.value.status === seen.status
      : current.value.assigned_to === seen.assigned_to;
  if (!isSame || current.value.deleted_at !== seen.deleted_at) throw new ChangedMeanwhile(current);
  return send({ ...action, ids, versions: { [seen.id]: current.value.version } });
}

function send(change: BulkChange): Promise<FormerContact[]> {
  return body(api.POST("/api/contacts/bulk", { body: change }));
}

/** Keeps the versions after a change. The contacts are removed from the cache, and open ones are fetched again. */
function follow(cache: QueryClient, ids: readonly string[], changed: readonly FormerContact[]): void {
  setVersions(cache, changed);
  for (const queryKey of ids.map(contactKeys.record)) {
    cache.removeQueries({ queryKey, type: "inactive" });
    void cache.invalidateQueries({ queryKey });
  }
}
