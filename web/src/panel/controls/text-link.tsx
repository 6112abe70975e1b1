import type { ComponentProps } from "react";
import { Link } from "react-router";

/** A link within muted text. */
export function TextLink(props: Omit<ComponentProps<typeof Link>, "className">) {
  return <Link className="text-ink underline underline-offset-4" {...props} />;
}
