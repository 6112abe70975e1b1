/** The field for a service's features: a list of lines that staff type, paste, move and remove. */
import { Plus, X } from "lucide-react";
import {
  type ClipboardEvent,
  type ComponentProps,
  type KeyboardEvent,
  type RefObject,
  useId,
  useRef,
} from "react";
import { type Control, useFieldArray, type UseFormRegister, useFormState } from "react-hook-form";

import { Button } from "@/panel/controls/button";
import { focusBesideLine } from "@/panel/form/focus-line";
import { ReorderList, type RowControls } from "@/panel/list/reorder-list";
import { RowAction } from "@/panel/list/row-actions";
import { type ServiceValues, splitPasted } from "./record";

interface FeaturesFieldProps {
  control: Control<ServiceValues>;
  register: UseFormRegister<ServiceValues>;
}

export function FeaturesField({ control, register }: FeaturesFieldProps) {
  const id = useId();
  const box = useRef<HTMLFieldSetElement>(null);
  const { lines, add, remove, handleKey, handlePaste } = useLines(control, box);
  const { errors } = useFormState({ control, name: "features" });
  const problem = errors.features?.root?.message ?? errors.features?.message;
  return (
    <fieldset ref={box} className="grid content-start gap-1.5" aria-describedby={`${id}-hint`}>
      <legend className="mb-1.5 text-sm font-medium">Itens do serviço</legend>
      <ReorderList
        label="Itens do serviço"
        items={lines.fields}
        keyOf={(line) => line.id}
        nameOf={(line) => `item ${lines.fields.indexOf(line) + 1}`}
        onReorder={(_, from, to) => lines.move(from, to)}
        className="grid gap-1.5"
        rowClassName="rounded-md"
      >
        {(line, controls) => {
          const index = lines.fields.indexOf(line);
          return (
            <Line
              number={index + 1}
              error={errors.features?.[index]?.text?.message}
              controls={controls}
              onRemove={() => remove(index)}
              {...register(`features.${index}.text`)}
              onKeyDown={(event) => handleKey(event, index)}
              onPaste={(event) => handlePaste(event, index)}
            />
          );
        }}
      </ReorderList>
      {problem && (
        <p className="text-danger text-sm" role="alert">
          {problem}
        </p>
      )}
      <div>
        <Button variant="ghost" size="sm" onClick={() => add()}>
          <Plus aria-hidden />
          Adicionar item
        </Button>
      </div>
      <p id={`${id}-hint`} className="text-muted text-xs">
        Aparecem em lista no site. Enter cria o próximo; cole várias linhas para criar vários de uma vez.
      </p>
    </fieldset>
  );
}

/** Returns the lines of the form, and the functions that change them: by buttons, keys and pasted text. */
function useLines(control: Control<ServiceValues>, box: RefObject<HTMLFieldSetElement | null>) {
  const lines = useFieldArray({ control, name: "features" });
  const add = (at = lines.fields.length) => lines.insert(at, { text: "" }, focusOn(at));

  /** Removes a line, and focuses the next one or else the previous one. */
  function remove(index: number): void {
    lines.remove(index);
    focusBesideLine(box.current, index, "input");
  }

  /** Enter adds a line after this one; Backspace removes an empty line. */
  function handleKey(event: KeyboardEvent<HTMLInputElement>, index: number): void {
    if (event.key === "Enter" && !event.nativeEvent.isComposing) {
      event.preventDefault();
      add(index + 1);
    } else if (event.key === "Backspace" && event.currentTarget.value === "") {
      event.preventDefault();
      remove(index);
    }
  }

  /** Inserts several pasted lines as separate lines; a single one is pasted as usual. */
  function handlePaste(event: ClipboardEvent<HTMLInputElement>, index: number): void {
    const text = event.clipboardData.getData("text");
    const pasted = splitPasted(text);
    if (!/\n/.test(text.trim()) || pasted.length === 0) return;
    event.preventDefault();
    const isEmpty = event.currentTarget.value === "";
    if (isEmpty) lines.remove(index);
    const at = isEmpty ? index : index + 1;
    lines.insert(
      at,
      pasted.map((line) => ({ text: line })),
      focusOn(at + pasted.length - 1),
    );
  }

  return { lines, add, remove, handleKey, handlePaste };
}

interface LineProps extends ComponentProps<"input"> {
  number: number;
  error: string | undefined;
  controls: RowControls | null;
  onRemove: () => void;
}

function Line({ number, error, controls, onRemove, ...input }: LineProps) {
  const id = useId();
  return (
    <>
      <div className="flex items-center gap-1">
        {controls?.handle}
        <input
          className="border-control bg-surface aria-invalid:border-danger h-9 w-full min-w-0 rounded-md border px-3 text-base sm:text-sm"
          aria-label={`Item ${number}`}
          aria-invalid={error ? true : undefined}
          aria-describedby={error && id}
          {...input}
        />
        <span className="flex">{controls?.buttons}</span>
        <RowAction icon={X} label="Remover item" name={`Remover item ${number}`} onClick={onRemove} />
      </div>
      {error && (
        <p id={id} className="text-danger mt-1 text-sm">
          {error}
        </p>
      )}
    </>
  );
}

/** Returns options of `insert` that focus the line at `index`. */
function focusOn(index: number) {
  return { shouldFocus: true, focusName: `features.${index}.text` };
}
