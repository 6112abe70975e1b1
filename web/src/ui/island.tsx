/** A part of a public page that browsers hydrate. The rest of the page stays as the server rendered it, without scripts. */
import type { ComponentType } from "react";

import { CanChange } from "./unbroken";

/** Names of the islands. `frames/site/islands.ts` loads their components in the browser. */
export type IslandName =
  | "account"
  | "contact_form"
  | "newsletter_box"
  | "newsletter_link"
  | "post_list"
  | "privacy_request"
  | "recovery"
  | "share_links"
  | "sign_in";

interface IslandProps<Props extends object> {
  name: IslandName;
  component: ComponentType<Props>;
  /** Only values that JSON can represent. The browser reads them from the HTML. */
  props: Props;
}

export function Island<Props extends object>({ name, component: Component, props }: IslandProps<Props>) {
  const part = <Component {...props} />;
  // A browser that renders the whole page needs no island.
  if (!import.meta.env.SSR) return part;
  return (
    <>
      <div data-island={name} className="contents">
        <CanChange value>{part}</CanChange>
      </div>
      <script
        type="application/json"
        dangerouslySetInnerHTML={{ __html: JSON.stringify(props).replaceAll("<", "\\u003c") }}
      />
    </>
  );
}
