/** A field for an emoji, which is chosen from a searchable list or typed. */
import { SmilePlus } from "lucide-react";
import { Popover } from "radix-ui";
import { useId, useState } from "react";

import { fold } from "@/lib/fold";
import { Button } from "@/panel/controls/button";
import { DEFAULT_ICON, type Emoji, EMOJIS, firstCharacter, isEmoji } from "./emojis";

interface IconFieldProps {
  value: string;
  onChange: (icon: string) => void;
  /** Visible label. */
  label?: string;
  /** Offers to remove the icon. */
  optional?: boolean;
}

export function IconField({ value, onChange, label = "Ícone", optional }: IconFieldProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const choose = (icon: string) => {
    onChange(icon);
    setOpen(false);
  };
  return (
    <div className="grid content-start gap-1.5">
      <span id={id} className="text-sm font-medium">
        {label}
      </span>
      <Popover.Root open={isOpen} onOpenChange={setOpen}>
        <Popover.Trigger asChild>
          <button
            type="button"
            className="border-control bg-surface hover:bg-sunken grid h-10 w-14 place-items-center rounded-md border text-xl"
            aria-label={value ? `Ícone: ${nameOf(value)}. Trocar` : "Ícone: nenhum. Escolher"}
          >
            {value ? (
              <span aria-hidden>{value}</span>
            ) : (
              <SmilePlus className="text-muted size-5" aria-hidden />
            )}
          </button>
        </Popover.Trigger>
        <Popover.Portal>
          <Popover.Content
            align="start"
            sideOffset={6}
            collisionPadding={12}
            aria-labelledby={id}
            className="appearing border-line bg-surface shadow-high z-50 grid w-80 max-w-[calc(100vw-1.5rem)] gap-3 rounded-lg border p-3"
          >
            <Picker value={value} onChoose={choose} />
            {optional && value && (
              <Button variant="ghost" size="sm" onClick={() => choose("")}>
                Sem ícone
              </Button>
            )}
          </Popover.Content>
        </Popover.Portal>
      </Popover.Root>
    </div>
  );
}

function Picker({ value, onChoose }: { value: string; onChoose: (icon: string) => void }) {
  const [search, setSearch] = useState("");
  const found = EMOJIS.filter(({ name }) => fold(name).includes(fold(search)));
  return (
    <>
      <input
        type="search"
        aria-label="Buscar ícone"
        placeholder="Buscar: rede, nuvem, segurança…"
        className="border-control bg-surface placeholder:text-muted h-9 rounded-md border px-3 text-base sm:text-sm"
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      <ul className="grid max-h-48 grid-cols-8 gap-1 overflow-y-auto" aria-label="Ícones">
        {found.map((emoji) => (
          <li key={emoji.icon}>
            <Choice emoji={emoji} isChosen={emoji.icon === value} onChoose={onChoose} />
          </li>
        ))}
      </ul>
      <p role="status" className="text-muted text-xs empty:hidden">
        {found.length === 0 && "Nenhum ícone com esse nome. Use qualquer emoji abaixo."}
      </p>
      <OtherIcon onChoose={onChoose} />
    </>
  );
}

interface ChoiceProps {
  emoji: Emoji;
  isChosen: boolean;
  onChoose: (icon: string) => void;
}

function Choice({ emoji: { icon, name }, isChosen, onChoose }: ChoiceProps) {
  return (
    <button
      type="button"
      className="hover:bg-sunken aria-pressed:bg-accent-soft aria-pressed:outline-accent grid aspect-square w-full place-items-center rounded-md text-lg aria-pressed:outline-2 aria-pressed:-outline-offset-2"
      aria-label={name}
      aria-pressed={isChosen}
      title={name}
      onClick={() => onChoose(icon)}
    >
      <span aria-hidden>{icon}</span>
    </button>
  );
}

/** A text field for any emoji. */
function OtherIcon({ onChoose }: { onChoose: (icon: string) => void }) {
  const id = useId();
  const [text, setText] = useState("");
  const icon = firstCharacter(text);
  const isWrong = text !== "" && !isEmoji(icon);
  const use = () => isEmoji(icon) && onChoose(icon);
  return (
    <div className="border-line grid gap-1.5 border-t pt-3">
      <label htmlFor={id} className="text-xs font-medium">
        Outro emoji
      </label>
      <div className="flex gap-2">
        <input
          id={id}
          className="border-control bg-surface h-9 w-full min-w-0 rounded-md border px-3 text-base"
          aria-invalid={isWrong || undefined}
          aria-describedby={`${id}-hint`}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => event.key === "Enter" && use()}
        />
        <Button disabled={!isEmoji(icon)} onClick={use}>
          Usar
        </Button>
      </div>
      <p id={`${id}-hint`} className={isWrong ? "text-danger text-xs" : "text-muted text-xs"}>
        {isWrong ? "Isso não é um emoji." : "Digite ou cole um emoji."}
      </p>
    </div>
  );
}

function nameOf(icon: string): string {
  if (icon === DEFAULT_ICON) return "engrenagem";
  return EMOJIS.find((emoji) => emoji.icon === icon)?.name ?? icon;
}
