/** One whole public page: its head, the header, the page itself and the footer. */
import type { ComponentType } from "react";
import type { Document, Layout } from "../api/types";
import { Footer } from "./footer";
import { Head } from "./head";
import { Header } from "./header";
import type { PageTable } from "./pages";
import { ReachBar } from "./reach-bar";

interface SiteProps {
  document: Document;
  page: PageTable[keyof PageTable];
}

export function Site({ document, page }: SiteProps) {
  const { layout, meta, path, view } = document;
  // The name picked both the component and its props, which the type system can't see across a union.
  const Page = page as ComponentType<object & { layout: Layout }>;
  return (
    <>
      <Head meta={meta} feed={`${layout.labels.feed} - ${layout.company.name}`} />
      <div id="site" className="flex min-h-dvh flex-col">
        <a href="#conteudo" className="skip-link">
          {layout.labels.skip_to_content}
        </a>
        <Header layout={layout} path={path} />
        <main id="conteudo" tabIndex={-1} className="grow outline-none">
          <Page {...view.props} layout={layout} />
        </main>
        <Footer layout={layout} />
        <ReachBar layout={layout} page={view.page} />
      </div>
    </>
  );
}
