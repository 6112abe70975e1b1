/** The links of a footer section: typed or chosen from the site, moved and taken away one by one. */
import { Plus, X } from "lucide-react";
import { useId, useRef } from "react";
import { Controller, type UseFormReturn, useFieldArray } from "react-hook-form";

import { Button } from "@/panel/controls/button";
import { ReorderList } from "@/panel/list/reorder-list";
import { Tooltip } from "@/panel/controls/tooltip";
import type { SectionFields } from "./record";
import { LinkField } from "./link-field";
import { asEvent, NOWHERE } from "./link-value";

export function LinksField({ form }: { form: UseFormReturn<SectionFields> }) {
  const id = useId();
  const box = useRef<HTMLFieldSetElement>(null);
  const { control, register, formState } = form;
  const lines = useFieldArray({ control, name: "links" });
  const { links: problems } = formState.errors;
  const problem = problems?.root?.message ?? problems?.message;

  function add(): void {
    const focusName = `links.${lines.fields.length}.label`;
    lines.append({ label: "", link: NOWHERE }, { shouldFocus: true, focusName });
  }

  /** Leaves the focus where the next line is expected. */
  function remove(index: number): void {
    lines.remove(index);
    const inputs = box.current?.querySelectorAll<HTMLInputElement>("[data-line-label]");
    (inputs?.[index + 1] ?? inputs?.[index - 1])?.focus();
  }

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
          const refused = problems?.[index];
          return (
            <div className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-start gap-x-1 gap-y-1.5">
              {controls?.handle ?? <span className="size-8" />}
              <div className="grid gap-1.5">
                <input
                  className="border-control bg-surface aria-invalid:border-danger h-9 w-full min-w-0 rounded-md border px-3 text-base sm:text-sm"
                  aria-label={`Texto do link ${index + 1}`}
                  placeholder="Texto do link"
                  data-line-label
                  aria-invalid={refused?.label ? true : undefined}
                  aria-describedby={refused?.label && `${id}-${index}`}
                  {...register(`links.${index}.label`)}
                />
                {refused?.label?.message && (
                  <p id={`${id}-${index}`} className="text-danger text-sm">
                    {refused.label.message}
                  </p>
                )}
                <Controller
                  control={control}
                  name={`links.${index}.link`}
                  render={({ field }) => (
                    <LinkField
                      label={`Endereço do link ${index + 1}`}
                      labelHidden
                      value={field.value}
                      error={refused?.link?.message}
                      inputRef={field.ref}
                      onChange={(link) => field.onChange(asEvent(link))}
                      onChoose={(option) => {
                        if (form.getValues(`links.${index}.label`).trim() !== "") return;
                        form.setValue(`links.${index}.label`, option.label.slice(0, 80), {
                          shouldDirty: true,
                        });
                      }}
                    />
                  )}
                />
              </div>
              <div className="flex">
                {controls?.buttons}
                <Tooltip label="Remover link">
                  <Button
                    variant="ghost"
                    size="icon"
                    aria-label={`Remover link ${index + 1}`}
                    onClick={() => remove(index)}
                  >
                    <X aria-hidden />
                  </Button>
                </Tooltip>
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
