/** The consent text: what the form said about the use of data when the contact was sent. */
import { useQuery } from "@tanstack/react-query";

import { consentText } from "@/features/contacts/panel/queries";

export function ConsentText({ id }: { id: string | null }) {
  const { data, isError } = useQuery({ ...consentText(id ?? ""), enabled: id !== null });
  if (id === null)
    return <span className="text-muted">Não registrado: o contato é anterior ao registro</span>;
  if (isError) return <span className="text-muted">Não foi possível carregar o texto.</span>;
  if (!data) return <span className="text-muted">Carregando…</span>;
  return (
    <details className="min-w-0 py-1.5">
      <summary className="cursor-pointer rounded-sm">Versão {data.version}</summary>
      <p className="text-muted mt-1.5 text-pretty wrap-break-word">{data.text}</p>
    </details>
  );
}
