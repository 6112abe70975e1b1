/** The user's saved filters, as chips above the list. Users don't see those of others. */
import { type QueryClient, useQuery } from "@tanstack/react-query";
import { Bookmark, X } from "lucide-react";
import { useRef, useState } from "react";
import { Link } from "react-router";

import { ApiError } from "@/api/api-error";
import { api, body } from "@/api/client";
import { SAVED_FILTER_INPUT_NAME } from "@/api/limits";
import type { SavedFilter } from "@/api/types";
import { savedFilters } from "@/features/contacts/panel/queries";
import { type ContactFilter, CONTACTS } from "@/features/contacts/panel/record";
import { notify } from "@/lib/notify";
import { panelPaths } from "@/lib/paths";
import { cn } from "@/panel/cn";
import { Button } from "@/panel/controls/button";
import { DialogButtons } from "@/panel/dialog/dialog-buttons";
import { Modal, ModalTitle } from "@/panel/dialog/modal";
import { SaveForm } from "@/panel/edit/save-form";
import { Reserved } from "@/panel/feedback/reserved";
import { Field } from "@/panel/form/field";
import { listStart, useFocusHandover } from "@/panel/list/focus-row";
import { notifyFailure } from "@/panel/notify-failure";
import { useChange } from "@/panel/use-change";

/** Returns the query string of the list with this filter, without cursor and layout. */
const queryOf = (filter: ContactFilter) =>
  CONTACTS.url({ ...filter, cursor: "", visao: null, closed: null }).split("?")[1] ?? "";

/** Returns whether a saved query string has the same filter. Its cursor and the order of its parameters don't matter. */
const isSame = (query: string, filter: ContactFilter) =>
  queryOf(CONTACTS.read(new URLSearchParams(query))) === queryOf(filter);

const refresh = (cache: QueryClient) => cache.invalidateQueries({ queryKey: savedFilters.queryKey });

const LABEL = "Filtros salvos";

/** Returns the link of the saved filter that is shown. */
const shownChip = () => document.querySelector<HTMLElement>(`[aria-label="${LABEL}"] [aria-current]`);

export function SavedFilters({ filter }: { filter: ContactFilter }) {
  const { data, isError } = useQuery(savedFilters);
  return (
    <Reserved name="saved_filters" isLoaded={data !== undefined || isError}>
      {data && data.length > 0 && (
        <ul aria-label={LABEL} className="mb-3 flex flex-wrap gap-2">
          {data.map((saved) => (
            <Chip key={saved.id} saved={saved} isShown={isSame(saved.query, filter)} />
          ))}
        </ul>
      )}
    </Reserved>
  );
}

function Chip({ saved: { id, name, query }, isShown }: { saved: SavedFilter; isShown: boolean }) {
  const restore = useChange("Erro ao salvar filtro", refresh, {
    mutationFn: () => body(api.POST("/api/contacts/filters", { body: { name, query } })),
  });
  const remove = useChange("Erro ao apagar filtro", refresh, {
    mutationFn: () => body(api.DELETE("/api/contacts/filters/{id}", { params: { path: { id } } })),
    onSuccess: () =>
      notify.success("Filtro apagado", name, { label: "Desfazer", run: () => restore.mutate() }),
  });
  const item = useFocusHandover<HTMLLIElement>(focusNeighbor);
  return (
    <li
      ref={item}
      className={cn(
        "border-control flex h-8 max-w-full items-center rounded-full border text-sm",
        isShown ? "bg-accent-soft text-accent-strong" : "bg-surface",
      )}
    >
      <Link
        to={`${panelPaths.contacts}?${query}`}
        aria-current={isShown ? "page" : undefined}
        title={name}
        className="flex h-full min-w-0 items-center rounded-l-full pr-1 pl-3"
      >
        <span className="truncate">{name}</span>
      </Link>
      <button
        type="button"
        aria-label={`Apagar o filtro ${name}`}
        aria-disabled={remove.isPending}
        className="hover:bg-sunken mr-1 grid size-6 shrink-0 place-items-center rounded-full"
        onClick={() => !remove.isPending && remove.mutate()}
      >
        <X className="size-3.5" aria-hidden />
      </button>
    </li>
  );
}

/** Focuses the neighbor of a chip, or the search field if it has none. */
function focusNeighbor(chip: HTMLElement): void {
  const neighbor = chip.nextElementSibling ?? chip.previousElementSibling;
  (neighbor?.querySelector("button") ?? listStart())?.focus();
}

/** The button 'Salvar filtro', with the dialog that asks for a name. */
export function SaveFilter({ filter }: { filter: ContactFilter }) {
  const { data = [] } = useQuery(savedFilters);
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  return (
    <>
      {!data.some(({ query }) => isSame(query, filter)) && (
        <Button ref={opener} variant="ghost" className="px-2.5" onClick={() => setOpen(true)}>
          <Bookmark aria-hidden />
          Salvar filtro
        </Button>
      )}
      {isOpen && (
        <Modal
          size="confirm"
          onClose={() => setOpen(false)}
          onClosed={() => (opener.current ?? shownChip() ?? listStart())?.focus()}
        >
          <ModalTitle className="text-base font-semibold">Salvar filtro</ModalTitle>
          <NameForm query={queryOf(filter)} onDone={() => setOpen(false)} />
        </Modal>
      )}
    </>
  );
}

const nameErrorOf = (error: unknown) => (error instanceof ApiError ? error.fields["name"] : undefined);

/** Asks for a name. Calls `onDone` after the saved filters are fetched, so that the button of the dialog is gone by then. */
function NameForm({ query, onDone }: { query: string; onDone: () => void }) {
  const [name, setName] = useState("");
  const save = useChange("Erro ao salvar filtro", refresh, {
    mutationFn: () => body(api.POST("/api/contacts/filters", { body: { name, query } })),
    onSuccess: (saved) => notify.success("Filtro salvo", saved.name),
    onError: (error) => {
      if (nameErrorOf(error) === undefined) notifyFailure("Erro ao salvar filtro", error);
    },
  });
  return (
    <SaveForm className="grid gap-4" onSave={() => save.mutate(undefined, { onSuccess: onDone })}>
      <Field
        label="Nome"
        hint={`Até ${SAVED_FILTER_INPUT_NAME} caracteres. Só você vê os seus filtros, e pode salvar até 20.`}
        value={name}
        error={nameErrorOf(save.error)}
        maxLength={SAVED_FILTER_INPUT_NAME}
        required
        data-autofocus
        onChange={({ target }) => setName(target.value)}
      />
      <DialogButtons onClose={onDone}>
        <Button type="submit" variant="primary" busy={save.isPending}>
          {save.isPending ? "Salvando..." : "Salvar"}
        </Button>
      </DialogButtons>
    </SaveForm>
  );
}
