/** An item of a list: one field, or several behind what the first of them says. */
import { ChevronRight } from "lucide-react";
import { useId } from "react";

import { Select } from "../../ui/panel/select";
import { isScalar, problemOf, textOf } from "./page-control";
import { Fields, type FieldProps } from "./page-field";

type ItemProps = Omit<FieldProps, "hint">;

export function ListItem(props: ItemProps) {
  return isScalar(props.control) ? <Line {...props} /> : <Parts {...props} />;
}

function Line({ control, label, path, value, problems, update }: ItemProps) {
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
    <div className="grid gap-1">
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
          rows={2}
          className={`${look} field-sizing-content py-2`}
          onChange={({ target }) => set(target.value.replace(/\s*\n\s*/g, " "))}
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
  );
}

function Parts({ control, label, path, value, problems, update }: ItemProps) {
  const said = textOf(control, value).split("\n")[0];
  return (
    <details className="group/item border-line rounded-md border">
      <summary
        data-path={path}
        className="hover:bg-sunken flex min-h-8 cursor-pointer list-none items-center gap-2 rounded-md px-2 py-1.5 text-sm"
      >
        <ChevronRight
          className="text-muted size-4 shrink-0 transition-transform group-open/item:rotate-90"
          aria-hidden
        />
        <span className="text-muted shrink-0">{label}</span>
        <span className="min-w-0 truncate">{said}</span>
      </summary>
      <div className="border-line grid gap-4 border-t p-3 sm:p-4">
        <Fields control={control} path={path} value={value} problems={problems} update={update} />
      </div>
    </details>
  );
}
