/** An item of a list: a single field, or several fields behind a summary with their first texts. */
import { ChevronRight } from "lucide-react";
import { type ReactNode, useId } from "react";

import { Select } from "@/panel/controls/select";
import { inOneLine, withoutLineBreaks } from "@/panel/form/one-line";
import { isScalar, problemOf, summaryOf } from "./control";
import { type FieldProps, Fields } from "./field";

interface ItemProps extends Omit<FieldProps, "hint"> {
  /** Handle that drags the item. */
  handle: ReactNode;
  /** Buttons that move and remove the item. */
  buttons: ReactNode;
}

export function ListItem(props: ItemProps) {
  return isScalar(props.control) ? <Line {...props} /> : <Parts {...props} />;
}

function Line({ control, label, path, value, problems, update, handle, buttons }: ItemProps) {
  const id = useId();
  const problem = problemOf(control, value) ?? problems[path];
  const common = {
    "aria-label": label,
    "aria-invalid": problem ? true : undefined,
    "aria-describedby": problem && `${id}-error`,
    "data-path": path,
    value: typeof value === "string" ? value : "",
  };
  const look =
    "border-control bg-surface aria-invalid:border-danger w-full min-w-0 rounded-md border px-3 text-base sm:text-sm";
  const set = (text: string) => update(path, () => text);
  return (
    <div className="flex flex-wrap items-start justify-end gap-x-1">
      {handle ?? <span className="size-8" />}
      <div className="grid min-w-0 grow basis-44 grid-cols-1 gap-1">
        {control.kind === "choice" ? (
          <Select {...common} onChange={({ target }) => set(target.value)}>
            {control.options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </Select>
        ) : control.kind === "text" ? (
          <textarea
            {...common}
            ref={withoutLineBreaks}
            rows={2}
            className={`${look} field-sizing-content py-2`}
            onChange={({ target }) => set(inOneLine(target.value))}
          />
        ) : (
          <input
            {...common}
            autoComplete="off"
            className={`${look} h-9`}
            onChange={({ target }) => set(target.value)}
          />
        )}
        {problem && (
          <p id={`${id}-error`} className="text-danger text-sm">
            {problem}
          </p>
        )}
      </div>
      <div className="flex">{buttons}</div>
    </div>
  );
}

/** Handle and buttons are beside the summary, so that the fields have the full width. */
function Parts({ control, label, path, value, problems, update, handle, buttons }: ItemProps) {
  return (
    <div className="border-line relative rounded-md border">
      <div className="absolute top-1 left-1">{handle}</div>
      <details className="group/item">
        <summary
          data-path={path}
          className="hover:bg-sunken flex min-h-10 cursor-pointer list-none items-center gap-2 rounded-md py-1.5 pr-28 pl-10 text-sm"
        >
          <ChevronRight
            className="text-muted size-4 shrink-0 transition-transform group-open/item:rotate-90"
            aria-hidden
          />
          <span className="text-muted shrink-0 max-sm:sr-only">{label}</span>
          <span className="min-w-0 truncate">{summaryOf(control, value)}</span>
        </summary>
        <div className="border-line grid grid-cols-1 gap-4 border-t p-3">
          <Fields control={control} path={path} value={value} problems={problems} update={update} />
        </div>
      </details>
      <div className="bg-surface absolute top-1 right-1 flex">{buttons}</div>
    </div>
  );
}
