import icon from "@/ui/icon.svg";
import type { PageMeta } from "@/api/types";
import { paths } from "@/lib/paths";

/**
 * Elements of the document's head. React moves them there; the server does so before sending the page, and adds the
 * metadata that only programs read.
 */
export function Head({ meta, feed }: { meta: PageMeta; feed: string }) {
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
