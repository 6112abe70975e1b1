import { Download, Printer } from "lucide-react";

import type { Certificate, CertifiedCount } from "@/api/types";
import { download } from "@/lib/download";
import { paths } from "@/lib/paths";
import { Button } from "@/panel/controls/button";
import { fileDay, formatDate, formatNumber } from "@/panel/format";
import { Modal, ModalTitle } from "./modal";

interface ErasureCertificateProps {
  certificate: Certificate;
  title?: string;
  /** Explains why records remain. */
  remaining?: string;
  onClose: () => void;
}

/** Saves a certificate as a file. */
export function saveCertificate(certificate: Certificate): void {
  const file = new Blob([textOf(certificate)], { type: "application/json" });
  download(file, `certificado-de-exclusao-${fileDay(new Date())}.json`);
}

const textOf = (certificate: Certificate) => JSON.stringify(certificate, null, 2);

/** Shows what an erasure removed, with buttons to save and print its certificate, which the server doesn't store. */
export function ErasureCertificate({
  certificate,
  title = "Dados apagados",
  remaining = "Isto ainda cita a pessoa. Arquivos que o site usa: troque-os e apague de novo. Eventos do trabalho na equipe: a auditoria os mantém até o fim do prazo de guarda.",
  onClose,
}: ErasureCertificateProps) {
  return (
    <Modal size="question" onClose={onClose}>
      <ModalTitle className="text-base font-semibold">{title}</ModalTitle>
      {certificate.erased.length > 0 ? (
        <Counts counts={certificate.erased} />
      ) : (
        <p className="text-sm">Nada a apagar foi encontrado.</p>
      )}
      {certificate.remaining.length > 0 && (
        <div className="bg-warning-soft text-warning rounded-md px-3 py-2 text-sm">
          <p>{remaining}</p>
          <Counts counts={certificate.remaining} />
        </div>
      )}
      <Locations locations={certificate.locations ?? []} />
      <p className="text-muted text-sm">
        {certificate.backups_until
          ? `Cópias de segurança podem ter os dados até ${formatDate(certificate.backups_until)}. `
          : ""}
        O certificado foi baixado agora. Entregue-o à pessoa: ele não fica guardado no sistema, e qualquer um
        confere a assinatura em {paths.certificate}.
      </p>
      {/* The page that verifies certificates shows this one for printing. */}
      <form
        method="post"
        action={paths.certificate}
        encType="multipart/form-data"
        target="_blank"
        className="flex flex-wrap gap-2"
      >
        <input type="hidden" name="certificate" value={textOf(certificate)} />
        <Button variant="primary" onClick={onClose}>
          Concluir
        </Button>
        <Button type="submit" icon={Printer}>
          Abrir para imprimir
        </Button>
        <Button icon={Download} onClick={() => saveCertificate(certificate)}>
          Baixar de novo
        </Button>
      </form>
    </Modal>
  );
}

function Locations({ locations }: { locations: readonly string[] }) {
  return (
    <details className="text-sm">
      <summary className="text-muted hover:text-ink w-fit rounded-sm">Onde os dados estavam</summary>
      <ul className="mt-2 grid list-disc gap-1 pl-5">
        {locations.map((location) => (
          <li key={location}>{location}</li>
        ))}
      </ul>
    </details>
  );
}

function Counts({ counts }: { counts: readonly CertifiedCount[] }) {
  return (
    <ul className="grid list-disc gap-0.5 pl-5 text-sm">
      {counts.map(({ kind, label, count }) => (
        <li key={kind}>
          {label}: {formatNumber(count)}
        </li>
      ))}
    </ul>
  );
}
