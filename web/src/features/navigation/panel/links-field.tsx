/** The field for the links of a footer section: a list of lines that staff add, move and remove. */
import { Plus, X } from "lucide-react";
import { type RefObject, useId, useRef } from "react";
import { Controller, useFieldArray, type UseFormReturn } from "react-hook-form";

import { LINK_INPUT_LABEL } from "@/api/limits";
import { Button } from "@/panel/controls/button";
import { focusBesideLine } from "@/panel/form/focus-line";
import { ReorderList } from "@/panel/list/reorder-list";
import { RowAction } from "@/panel/list/row-actions";
import { LinkField } from "./link-field";
import { asEvent, NOWHERE } from "./link-value";
import type { SectionFields } from "./record";

export function LinksField({ form }: { form: UseFormReturn<SectionFields> }) {
  const id = useId();
  const box = useRef<HTMLFieldSetElement>(null);
  const { lines, add, remove } = useLines(form, box);
  const { links: problems } = form.formState.errors;
  const problem = problems?.root?.message ?? problems?.message;
  return (
    <fieldset ref={box} className="grid min-w-0 content-start gap-2">
      <legend className="mb-1.5 text-sm font-medium">Links</legend>
      <ReorderList
        label="Links da seção"
        items={lines.fields}
        keyOf={(line) => line.id}
        nameOf={(line) => `link ${lines.fields.indexOf(line) + 1}`}
        onReorder={(_, from, to) => lines.move(from, to)}
        className="grid gap-3"
        rowClassName="rounded-md"
      >
        {(line, controls) => {
          const index = lines.fields.indexOf(line);
          return (
            <div className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-start gap-x-1 gap-y-1.5">
              {controls?.handle ?? <span className="size-8" />}
              <Line form={form} id={`${id}-${index}`} index={index} />
              <div className="flex">
                {controls?.buttons}
                <RowAction
                  icon={X}
                  label="Remover link"
                  name={`Remover link ${index + 1}`}
                  onClick={() => remove(index)}
                />
              </div>
            </div>
          );
        }}
      </ReorderList>
      {problem && (
        <p className="text-danger text-sm" role="alert">
          {problem}
        </p>
      )}
      <div>
        <Button variant="ghost" size="sm" onClick={add}>
          <Plus aria-hidden />
          Adicionar link
        </Button>
      </div>
    </fieldset>
  );
}

/** Returns the lines of the form, and the functions that add and remove one. */
function useLines({ control }: UseFormReturn<SectionFields>, box: RefObject<HTMLFieldSetElement | null>) {
  const lines = useFieldArray({ control, name: "links" });

  function add(): void {
    const focusName = `links.${lines.fields.length}.label`;
    lines.append({ label: "", link: NOWHERE }, { shouldFocus: true, focusName });
  }

  /** Removes a line, and focuses the next one or else the previous one. */
  function remove(index: number): void {
    lines.remove(index);
    focusBesideLine(box.current, index, "[data-line-label]");
  }

  return { lines, add, remove };
}

interface LineProps {
  form: UseFormReturn<SectionFields>;
  /** Id of the error text. */
  id: string;
  index: number;
}

/** The text and the target of a link. */
function Line({ form, id, index }: LineProps) {
  const { control, register, formState } = form;
  const errors = formState.errors.links?.[index];
  const number = index + 1;
  return (
    <div className="grid gap-1.5">
      <input
        className="border-control bg-surface aria-invalid:border-danger h-9 w-full min-w-0 rounded-md border px-3 text-base sm:text-sm"
        aria-label={`Texto do link ${number}`}
        placeholder="Texto do link"
        data-line-label
        aria-invalid={errors?.label ? true : undefined}
        aria-describedby={errors?.label && id}
        {...register(`links.${index}.label`)}
      />
      {errors?.label?.message && (
        <p id={id} className="text-danger text-sm">
          {errors.label.message}
        </p>
      )}
      <Controller
        control={control}
        name={`links.${index}.link`}
        render={({ field }) => (
          <LinkField
            label={`Endereço do link ${number}`}
            labelHidden
            value={field.value}
            error={errors?.link?.message}
            inputRef={field.ref}
            onChange={(link) => field.onChange(asEvent(link))}
            onChoose={(option) => {
              if (form.getValues(`links.${index}.label`).trim() !== "") return;
              form.setValue(`links.${index}.label`, option.label.slice(0, LINK_INPUT_LABEL), {
                shouldDirty: true,
              });
            }}
          />
        )}
      />
    </div>
  );
}
