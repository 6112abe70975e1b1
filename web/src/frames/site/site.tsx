/** One whole public page: its head, the header, the page itself and the footer. */
import type { ComponentType } from "react";

import type { Document, Layout } from "@/api/types";
import { Header } from "./header";
import type { PageTable } from "./pages";
import { ReachBar } from "./reach-bar";
import type { served_parts } from "./served-parts";

interface SiteProps {
  document: Document;
  page: PageTable[keyof PageTable];
  /** Missing in a browser that has the server's markup. */
  served?: typeof served_parts;
}

/** React leaves the content of such an element as it finds it. */
const AS_SERVED = { dangerouslySetInnerHTML: { __html: "" } };

export function Site({ document, page, served }: SiteProps) {
  const { layout, meta, path, view } = document;
  // The name picked both the component and its props, which the type system can't see across a union.
  const Page = page as ComponentType<object & { layout: Layout }>;
  return (
    <>
      {served && <served.Head meta={meta} feed={`${layout.labels.feed} - ${layout.company.name}`} />}
      <div id="site" className="flex min-h-dvh flex-col">
        <a href="#conteudo" className="skip-link">
          {layout.labels.skip_to_content}
        </a>
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
