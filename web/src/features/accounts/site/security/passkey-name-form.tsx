/** Names a passkey, so that its owner recognizes it. */
import { PASSKEY_NAME_NAME } from "@/api/limits";
import type { LayoutLabels, PasskeysText } from "@/api/types";
import { InlineForm } from "@/features/accounts/site/inline-form";

interface PasskeyNameFormProps {
  id: string;
  text: PasskeysText;
  labels: LayoutLabels;
  name?: string;
  submit: string;
  failedTitle: string;
  onSubmit: (name: string) => Promise<void>;
  onCancel: () => void;
}

export function PasskeyNameForm(props: PasskeyNameFormProps) {
  const { id, text, labels, name, submit, failedTitle, onSubmit, onCancel } = props;
  return (
    <InlineForm
      label={submit}
      field={{
        id,
        name: "name",
        label: text.name,
        hint: text.name_hint,
        defaultValue: name,
        autoComplete: "off",
        maxLength: PASSKEY_NAME_NAME,
      }}
      submit={submit}
      busyLabel={text.busy}
      cancel={text.cancel}
      check={(values) => (values["name"] ? {} : { name: text.name_missing })}
      send={({ name: typed = "" }) => onSubmit(typed)}
      failed={{ title: failedTitle }}
      labels={labels}
      onCancel={onCancel}
    />
  );
}
