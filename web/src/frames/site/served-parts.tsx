/** Parts of every page that scripts don't change. Browsers load them only for pages without server-rendered HTML. */
import type { PageMeta } from "@/api/types";
import { paths } from "@/lib/paths";
import icon from "@/ui/icon.svg";
import { FooterContent } from "./footer";

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

export const servedParts = { FooterContent, Head };
