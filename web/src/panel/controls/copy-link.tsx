import { CopyButton } from "./copy-button";

/** A link in full as far as it fits, with a button that copies it: `<CopyLink url={url} label="Copiar link" />`. */
export function CopyLink({ url, label }: { url: string; label: string }) {
  return (
    <div className="border-control bg-sunken flex items-center gap-2 rounded-md border py-1 pr-1 pl-3">
      <span className="min-w-0 grow truncate font-mono text-xs" title={url}>
        {url}
      </span>
      <CopyButton text={url} label={label} />
    </div>
  );
}
