/** The files of a contact in the timeline: downloads, and those of the request that were not stored. */
import { api, body } from "@/api/client";
import type { ContactAttachment, FileRefusal, RefusedFile } from "@/api/types";
import { Downloads } from "@/panel/attachments/downloads";

export function ContactFiles({ contact_id, files }: { contact_id: string; files: ContactAttachment[] }) {
  const read = async (attachment_id: string): Promise<Blob> => {
    const path = { id: contact_id, attachment_id };
    const call = api.GET("/api/contacts/{id}/attachments/{attachment_id}", {
      params: { path },
      parseAs: "blob",
    });
    return body(call);
  };
  return <Downloads files={files} read={read} />;
}

const REASONS: Record<FileRefusal, string> = {
  not_received: "não chegou",
  too_large: "grande demais",
  too_many: "além de 3 arquivos",
  wrong_type: "tipo não aceito",
  unreadable: "não abre",
  no_space: "sem espaço para guardar",
  expired: "apagado depois de 30 dias entre os suspeitos",
};

/** The files that the person wanted to send, and why they are missing. */
export function RefusedFiles({ files }: { files: RefusedFile[] }) {
  if (files.length === 0) return null;
  return (
    <ul aria-label="Arquivos que não foram guardados" className="text-muted grid gap-0.5 text-xs">
      {files.map(({ name, reason }, index) => (
        <li key={index} className="wrap-anywhere">
          Sem o arquivo {name}: {REASONS[reason]}
        </li>
      ))}
    </ul>
  );
}
