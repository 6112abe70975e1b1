/**
 * A small form that isn't an editor, such as that of a note. Ctrl+S saves it, as in editors. If a field is invalid after that, the
 * first one gets the focus.
 */
import { type ComponentProps, useEffect, useRef } from "react";

import { pressSubmit } from "@/panel/form/submit-by-key";
import { useSaveKey } from "./save-key";

const INVALID = ":is(input, select, textarea)[aria-invalid=true]";

interface SaveFormProps extends Omit<ComponentProps<"form">, "onSubmit" | "ref"> {
  onSave: () => void;
}

/** `<SaveForm onSave={() => save.mutate(name)}>fields and a <Button type="submit"></SaveForm>` */
export function SaveForm({ onSave, ...form }: SaveFormProps) {
  const saveKey = useSaveKey(pressSubmit);
  const isSaved = useRef(false);
  // After each render, because the server's errors come later.
  useEffect(() => {
    const invalid = isSaved.current && saveKey.ref.current?.querySelector<HTMLElement>(INVALID);
    if (!invalid) return;
    isSaved.current = false;
    invalid.focus();
  });
  return (
    <form
      {...saveKey}
      onInput={() => (isSaved.current = false)}
      // Browsers show their messages in their own language. The server's are in Portuguese.
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        isSaved.current = true;
        onSave();
      }}
      {...form}
    />
  );
}
