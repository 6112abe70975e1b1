import type { ComponentProps } from "react";

import { Field } from "@/panel/form/field";

export type CodeKind = "app" | "recovery";

interface CodeFieldProps extends Omit<ComponentProps<typeof Field>, "label"> {
  kind: CodeKind;
}

/** Six digits of the authenticator app, which phones fill in by themselves, or a recovery code. */
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
