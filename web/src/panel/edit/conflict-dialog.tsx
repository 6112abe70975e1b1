/** Shows both versions of each field that the user and another person have changed. The user chooses one for each field. */
import { useId, useState } from "react";

import { Button } from "@/panel/controls/button";
import { DialogButtons } from "@/panel/dialog/dialog-buttons";
import { Modal } from "@/panel/dialog/modal";
import { MarkedText } from "./change-table";
import { compare, type Part } from "./compare";
import type { ConflictField } from "./versioned-record";

type Choice = "mine" | "theirs";
export type Choices = Readonly<Record<string, Choice>>;

interface ConflictDialogProps {
  fields: readonly ConflictField[];
  /** Person and time of the other version, such as 'Ana às 13:05'. */
  savedBy: string;
  /** Whether the user's own account saved the other version, in another window. */
  isOwn: boolean;
  busy: boolean;
  onResolve: (choices: Choices) => void;
  /** Returns to the form with its input. */
  onClose: () => void;
}

export function ConflictDialog(props: ConflictDialogProps) {
  const { fields, savedBy, isOwn, busy, onResolve, onClose } = props;
  const [choices, setChoices] = useState<Choices>({});
  const all = (choice: Choice) => Object.fromEntries(fields.map(({ name }) => [name, choice]));
  const isDecided = fields.every(({ name }) => choices[name] !== undefined);
  return (
    <Modal
      size="medium"
      title={isOwn ? "Você já salvou em outra janela" : "Outra pessoa salvou antes de você"}
      onClose={onClose}
    >
      <div className="grid gap-5 overflow-y-auto px-5 py-5">
        <p className="text-muted text-sm">
          {isOwn ? "Estes campos mudaram lá e aqui." : "Estes campos foram alterados por vocês dois."} Nada
          foi salvo por cima: escolha, campo a campo, qual versão fica. Até você salvar, nenhuma das duas se
          perde.
        </p>
        <div className="flex flex-wrap gap-2">
          <Button size="sm" onClick={() => setChoices(all("mine"))}>
            {isOwn ? "Manter as desta janela" : "Manter as minhas"}
          </Button>
          <Button size="sm" onClick={() => setChoices(all("theirs"))}>
            Usar as que foram salvas
          </Button>
        </div>
        {fields.map((field) => (
          <FieldChoice
            key={field.name}
            field={field}
            mineLabel={isOwn ? "Versão desta janela" : "Sua versão"}
            savedBy={savedBy}
            choice={choices[field.name]}
            onChoose={(choice) => setChoices({ ...choices, [field.name]: choice })}
          />
        ))}
      </div>
      <DialogButtons isBar dismiss="Voltar ao formulário" onClose={onClose}>
        <Button variant="primary" busy={busy} disabled={!isDecided} onClick={() => onResolve(choices)}>
          {busy ? "Salvando..." : "Salvar escolhas"}
        </Button>
      </DialogButtons>
    </Modal>
  );
}

interface FieldChoiceProps {
  field: ConflictField;
  mineLabel: string;
  savedBy: string;
  choice: Choice | undefined;
  onChoose: (choice: Choice) => void;
}

function FieldChoice({ field, mineLabel, savedBy, choice, onChoose }: FieldChoiceProps) {
  const name = useId();
  const [theirs, mine] = compare(field.theirs, field.mine);
  return (
    <fieldset className="grid gap-2 sm:grid-cols-2">
      <legend className="mb-2 text-sm font-medium">{field.label}</legend>
      <Version
        name={name}
        label={mineLabel}
        parts={mine}
        checked={choice === "mine"}
        onChoose={() => onChoose("mine")}
      />
      <Version
        name={name}
        label={`Versão salva por ${savedBy}`}
        parts={theirs}
        checked={choice === "theirs"}
        onChoose={() => onChoose("theirs")}
      />
    </fieldset>
  );
}

interface VersionProps {
  name: string;
  label: string;
  parts: readonly Part[];
  checked: boolean;
  onChoose: () => void;
}

function Version({ name, label, parts, checked, onChoose }: VersionProps) {
  const id = useId();
  return (
    <div className="border-control has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-focus relative rounded-lg border p-3 has-focus-visible:outline-2">
      <span className="flex items-start gap-2">
        <input
          id={id}
          type="radio"
          name={name}
          className="accent-accent relative z-10 mt-0.5 size-4 outline-none"
          aria-describedby={`${id}-text`}
          checked={checked}
          onChange={onChoose}
        />
        <label htmlFor={id} className="text-xs font-medium after:absolute after:inset-0 after:content-['']">
          {label}
        </label>
      </span>
      <p id={`${id}-text`} className="mt-2 text-sm wrap-anywhere whitespace-pre-wrap">
        <MarkedText parts={parts} mark="bg-warning-soft text-warning" />
      </p>
    </div>
  );
}
