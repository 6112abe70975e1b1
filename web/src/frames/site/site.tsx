/** A complete public page: head, header, content and footer. */
import type { ComponentType } from "react";

import type { Document, Layout, PageMeta } from "@/api/types";
import { paths } from "@/lib/paths";
import icon from "@/ui/icon.svg";
import { FooterContent } from "./footer";
import { Header } from "./header";
import { PAGES } from "./pages";
import { ReachBar } from "./reach-bar";

export function Site({ document }: { document: Document }) {
  const { layout, meta, path, view } = document;
  // The name selects both the component and its props, which the union type can't express.
  const Page = PAGES[view.page] as ComponentType<object & { layout: Layout; meta: PageMeta }>;
  return (
    <>
      <Head meta={meta} feed={`${layout.labels.feed} - ${layout.company.name}`} />
      <div
        id="site"
        // For `start-page.ts`.
        data-page={view.page}
        data-measured={layout.measures_visits || undefined}
        data-labels={JSON.stringify(scriptLabels(layout))}
        className="flex min-h-dvh flex-col"
      >
        <a href="#conteudo" className="skip-link">
          {layout.labels.skip_to_content}
        </a>
        <div id="consent-notice" />
        <Header layout={layout} path={path} />
        <main id="conteudo" tabIndex={-1} className="grow outline-none">
          <Page {...view.props} layout={layout} meta={meta} />
        </main>
        <footer className="border-line bg-sunken border-t print:hidden">
          <FooterContent layout={layout} />
        </footer>
        <ReachBar layout={layout} page={view.page} />
      </div>
    </>
  );
}

/** Labels of what scripts show on every page. */
export type ScriptLabels = ReturnType<typeof scriptLabels>;

function scriptLabels({ labels: { notices, dismiss_notice, signed_out, request_failed } }: Layout) {
  return { notices, dismiss_notice, signed_out, request_failed };
}

/**
 * Elements of the document's head. In browsers, React moves them there. The server moves them before it sends the page, and adds
 * the metadata that only programs read.
 */
function Head({ meta, feed }: { meta: PageMeta; feed: string }) {
  return (
    <>
      <title>{meta.title}</title>
      <meta name="description" content={meta.description} />
      {meta.robots ? <meta name="robots" content={meta.robots} /> : null}
      {meta.canonical ? <link rel="canonical" href={meta.canonical} /> : null}
      <link rel="alternate" type="application/atom+xml" title={feed} href={paths.feed} />
      <link rel="icon" type={meta.favicon ? undefined : "image/svg+xml"} href={meta.favicon ?? icon} />
      <meta name="theme-color" media="(prefers-color-scheme: light)" content="#f6f6f2" />
      <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0b100f" />
    </>
  );
}
