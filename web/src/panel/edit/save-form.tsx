/** A form that saves something but isn't an editor, such as that of a note. Ctrl+S presses its button. */
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
      // The server's errors are in Portuguese, whatever the browser's language.
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSave();
      }}
      {...form}
    />
  );
}
