import type { ComponentProps } from "react";

import type { CodeKind } from "@/features/accounts/core/second-factor";
import { Field } from "@/panel/form/field";

interface CodeFieldProps extends Omit<ComponentProps<typeof Field>, "label"> {
  kind: CodeKind;
}

/** Field for a code of the authenticator app, or for a recovery code. */
export function CodeField({ kind, ...props }: CodeFieldProps) {
  const isApp = kind === "app";
  return (
    <Field
      label={isApp ? "Código do aplicativo" : "Código de recuperação"}
      inputMode={isApp ? "numeric" : "text"}
      autoComplete={isApp ? "one-time-code" : "off"}
      autoCapitalize="none"
      spellCheck={false}
      className="font-mono tracking-widest"
      {...props}
    />
  );
}
