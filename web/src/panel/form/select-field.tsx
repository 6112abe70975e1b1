import { type ComponentProps, useId } from "react";

import { Select } from "@/panel/controls/select";
import { describedProps, Labeled, type LabelProps } from "./labeled";

/** A labeled select with a hint and an error, which screen readers announce with it. */
export function SelectField({ label, hint, error, ...select }: ComponentProps<"select"> & LabelProps) {
  const id = useId();
  return (
    <Labeled id={id} label={label} hint={hint} error={error}>
      <Select {...describedProps(id, { hint, error })} {...select} />
    </Labeled>
  );
}
