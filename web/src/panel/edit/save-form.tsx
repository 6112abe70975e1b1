/** A small form that isn't an editor, such as that of a note. Ctrl+S saves it, as in editors. */
import type { ComponentProps } from "react";

import { pressSubmit } from "@/panel/form/submit-by-key";
import { useSaveKey } from "./save-key";

interface SaveFormProps extends Omit<ComponentProps<"form">, "onSubmit" | "ref"> {
  onSave: () => void;
}

/** `<SaveForm onSave={() => save.mutate(name)}>fields and a <Button type="submit"></SaveForm>` */
export function SaveForm({ onSave, ...form }: SaveFormProps) {
  const saveKey = useSaveKey(pressSubmit);
  return (
    <form
      {...saveKey}
      // Browsers show their messages in their own language. The server's are in Portuguese.
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSave();
      }}
      {...form}
    />
  );
}
