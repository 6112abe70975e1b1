/** A field for a link. Staff type an address, or choose a record of the site; the link then follows the record's address. */
import { useQuery } from "@tanstack/react-query";
import { Link2, Unlink } from "lucide-react";
import { Popover } from "radix-ui";
import { useId, useState } from "react";

import type { LinkOption } from "@/api/types";
import { cn } from "@/panel/cn";
import { Badge } from "@/panel/controls/badge";
import { Button } from "@/panel/controls/button";
import { Tooltip } from "@/panel/controls/tooltip";
import { useDebouncedValue } from "@/panel/use-debounced-value";
import { isSame, kindLabel, type LinkValue, ownAddress } from "./link-value";
import { linkOptions, missingPage } from "./queries";

/** Time from the last change of an address until it is checked. */
const CHECK_DELAY_MS = 500;

interface LinkFieldProps {
  label: string;
  value: LinkValue;
  error?: string | undefined;
  /** Shows the label to screen readers only. */
  labelHidden?: boolean;
  onChange: (value: LinkValue) => void;
  /** Called when a record is chosen, after `onChange`. */
  onChoose?: (option: LinkOption) => void;
  inputRef?: (element: HTMLInputElement | null) => void;
}

export function LinkField(props: LinkFieldProps) {
  const { label, value, error, labelHidden, onChange, onChoose } = props;
  const id = useId();
  const { url, target } = value;
  const missing = useMissingPage(value);
  return (
    <div className="grid min-w-0 gap-1.5">
      <label htmlFor={id} className={labelHidden ? "sr-only" : "text-sm font-medium"}>
        {label}
      </label>
      <div className="flex gap-2">
        <AddressInput {...props} id={id} />
        {target && (
          <Tooltip label="Digitar outro endereço">
            <Button
              className={cn(labelHidden ? "size-9" : "size-10", "px-0")}
              aria-label={`Desvincular ${label}`}
              onClick={() => onChange({ url, target: null })}
            >
              <Unlink aria-hidden />
            </Button>
          </Tooltip>
        )}
        <SiteLinks
          label={label}
          isSmall={labelHidden}
          value={value}
          onChoose={(option) => {
            onChange({ url: option.url, target: option.target });
            onChoose?.(option);
          }}
        />
      </div>
      <p id={`${id}-hint`} className={labelHidden ? "sr-only" : "text-muted text-xs"}>
        {target
          ? `${kindLabel(target)} do site: se o endereço mudar, o link muda junto.`
          : "Um caminho deste site, um endereço https://, um e-mail ou tel:. Ou escolha uma página do site."}
      </p>
      <p role="status" className="text-warning text-sm empty:hidden">
        {missing && `Não há página em ${missing}. Confira o endereço.`}
      </p>
      {error && (
        <p id={`${id}-error`} className="text-danger text-sm">
          {error}
        </p>
      )}
    </div>
  );
}

/**
 * Returns the typed address, once the user pauses, if it is on this site and has no page; empty otherwise. This is only a
 * warning, because the page may be created later.
 */
function useMissingPage(value: LinkValue): string {
  const address = ownAddress(value, window.location.origin);
  const settled = useDebouncedValue(address, CHECK_DELAY_MS);
  const { data } = useQuery({ ...missingPage(settled), enabled: settled !== "" });
  return data && settled === address ? settled : "";
}

function AddressInput(props: LinkFieldProps & { id: string }) {
  const { id, value, error, labelHidden, onChange, inputRef } = props;
  return (
    <input
      id={id}
      ref={inputRef}
      className={cn(
        "border-control bg-surface aria-invalid:border-danger read-only:bg-sunken read-only:text-muted w-full min-w-0 rounded-md border px-3 text-base sm:text-sm",
        labelHidden ? "h-9" : "h-10",
      )}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      placeholder="/contato ou https://…"
      readOnly={value.target !== null}
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? `${id}-hint ${id}-error` : `${id}-hint`}
      value={value.url}
      onChange={(event) => onChange({ url: event.target.value, target: null })}
    />
  );
}

interface SiteLinksProps {
  label: string;
  isSmall?: boolean | undefined;
  value: LinkValue;
  onChoose: (option: LinkOption) => void;
}

function SiteLinks({ label, isSmall, value, onChoose }: SiteLinksProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <Popover.Trigger asChild>
        <Button className={isSmall ? "h-9" : "h-10"} aria-label={`Escolher página: ${label}`}>
          <Link2 aria-hidden />
          <span className="hidden sm:inline">Escolher página</span>
        </Button>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="end"
          sideOffset={6}
          collisionPadding={12}
          aria-labelledby={id}
          className="appearing border-line bg-surface shadow-high z-50 grid w-96 max-w-[calc(100vw-1.5rem)] gap-3 rounded-lg border p-3"
        >
          <p id={id} className="text-sm font-semibold">
            Escolher página
          </p>
          <Options
            value={value}
            onChoose={(option) => {
              onChoose(option);
              setOpen(false);
            }}
          />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

function Options({ value, onChoose }: Pick<SiteLinksProps, "value" | "onChoose">) {
  const [search, setSearch] = useState("");
  const { data, isError } = useQuery(linkOptions(search.trim()));
  return (
    <>
      <input
        type="search"
        aria-label="Buscar página, serviço ou post"
        placeholder="Buscar página, serviço ou post…"
        className="border-control bg-surface placeholder:text-muted h-9 rounded-md border px-3 text-base sm:text-sm"
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      <ul className="-mx-1 grid max-h-64 gap-0.5 overflow-y-auto px-1" aria-label="Destinos">
        {data?.map((option) => (
          <li key={`${option.target.kind} ${option.target.id}`}>
            <Choice
              option={option}
              isChosen={isSame(option.target, value.target)}
              onChoose={() => onChoose(option)}
            />
          </li>
        ))}
      </ul>
      <p role="status" className="text-muted text-xs">
        {isError
          ? "Não foi possível carregar os destinos. Você ainda pode digitar o endereço."
          : data === undefined
            ? "Carregando…"
            : data.length === 0
              ? "Nada encontrado. Confira a busca ou digite o endereço."
              : "Páginas, seções, serviços e os posts mais recentes. Busque para achar outros posts."}
      </p>
    </>
  );
}

interface ChoiceProps {
  option: LinkOption;
  isChosen: boolean;
  onChoose: () => void;
}

function Choice({ option, isChosen, onChoose }: ChoiceProps) {
  return (
    <button
      type="button"
      className="hover:bg-sunken aria-pressed:bg-accent-soft grid w-full grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 rounded-md px-2 py-1.5 text-left"
      aria-pressed={isChosen}
      onClick={onChoose}
    >
      <span className="truncate text-sm font-medium">{option.label}</span>
      <span className="row-span-2">
        {option.is_public ? (
          <Badge>{kindLabel(option.target)}</Badge>
        ) : (
          <Badge tone="warning">Fora do site</Badge>
        )}
      </span>
      <span className="text-muted truncate text-xs">{option.url}</span>
    </button>
  );
}
