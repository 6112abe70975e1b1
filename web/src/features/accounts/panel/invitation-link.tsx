import type { Invited } from "@/api/types";
import { CopyButton } from "@/panel/controls/copy-button";
import { formatDateTime } from "@/panel/format";

/** The link of an invitation, to be copied. */
export function InvitationLink({ invited: { link, expires_at } }: { invited: Invited }) {
  return (
    <div className="grid grid-cols-1 gap-1.5">
      <div className="border-control bg-sunken flex items-center gap-2 rounded-md border py-1 pr-1 pl-3">
        <span className="min-w-0 grow truncate font-mono text-xs" title={link}>
          {link}
        </span>
        <CopyButton text={link} label="Copiar link do convite" />
      </div>
      <p className="text-muted text-xs">
        Vale até {formatDateTime(expires_at)} e funciona uma única vez. Quem tiver o link pode usá-lo.
      </p>
    </div>
  );
}
