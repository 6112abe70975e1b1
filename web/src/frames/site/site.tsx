/** A complete public page: head, header, content and footer. */
import type { ComponentType } from "react";

import type { Document, Layout } from "@/api/types";
import { Header } from "./header";
import type { PageTable } from "./pages";
import { ReachBar } from "./reach-bar";
import type { servedParts } from "./served-parts";

interface SiteProps {
  document: Document;
  page: PageTable[keyof PageTable];
  /** Undefined in browsers that hydrate the server's HTML. */
  served?: typeof servedParts;
}

/** Makes React keep the element's existing content. */
const AS_SERVED = { dangerouslySetInnerHTML: { __html: "" } };

export function Site({ document, page, served }: SiteProps) {
  const { layout, meta, path, view } = document;
  // The name selects both the component and its props, which the union type can't express.
  const Page = page as ComponentType<object & { layout: Layout }>;
  return (
    <>
      {served && <served.Head meta={meta} feed={`${layout.labels.feed} - ${layout.company.name}`} />}
      <div id="site" className="flex min-h-dvh flex-col">
        <a href="#conteudo" className="skip-link">
          {layout.labels.skip_to_content}
        </a>
        <div id="consent-notice" {...(served ? {} : AS_SERVED)} />
        <Header layout={layout} path={path} />
        <main id="conteudo" tabIndex={-1} className="grow outline-none">
          <Page {...view.props} layout={layout} />
        </main>
        <footer
          className="border-line bg-sunken border-t print:hidden"
          {...(served ? { children: <served.FooterContent layout={layout} /> } : AS_SERVED)}
        />
        <ReachBar layout={layout} page={view.page} />
      </div>
    </>
  );
}
