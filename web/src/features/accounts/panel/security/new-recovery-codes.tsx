/** New recovery codes, shown only once, to be copied, downloaded or printed. */
import { Check, Copy, Download, Printer } from "lucide-react";
import { useEffect, useRef, useState } from "react";

import type { User } from "@/api/types";
import { AccountSection } from "@/features/accounts/panel/account-section";
import { copyText } from "@/lib/copy-text";
import { download } from "@/lib/download";
import { notify } from "@/lib/notify";
import { Button } from "@/panel/controls/button";
import { readBrand } from "@/panel/page-title";

interface NewRecoveryCodesProps {
  codes: string[];
  user: User;
  onDone: () => void;
}

export function NewRecoveryCodes({ codes, user, onDone }: NewRecoveryCodesProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), [codes]);
  const text = fileText(codes, user.email);
  return (
    <AccountSection title="Códigos de recuperação" titleRef={heading} className="border-accent">
      <p className="text-muted mt-2 max-w-prose text-sm">
        Guarde-os em um lugar seguro, fora do celular: eles não serão mostrados de novo. Cada um permite
        entrar uma vez quando você estiver sem o seu segundo fator.
      </p>
      <p className="mt-2 hidden text-sm print:block">
        {readBrand()} · {user.email}
      </p>
      <ul className="bg-sunken mt-4 grid grid-cols-2 gap-x-6 gap-y-2 rounded-md p-4 font-mono text-base sm:grid-cols-5">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="mt-4 flex flex-wrap gap-2 print:hidden">
        <CopyAll text={codes.join("\n")} />
        <Button
          onClick={() => download(new Blob([text], { type: "text/plain" }), "codigos-de-recuperacao.txt")}
        >
          <Download aria-hidden />
          Baixar
        </Button>
        <Button onClick={() => window.print()}>
          <Printer aria-hidden />
          Imprimir
        </Button>
        <Button variant="primary" className="sm:ml-auto" onClick={onDone}>
          Já guardei os códigos
        </Button>
      </div>
    </AccountSection>
  );
}

function CopyAll({ text }: { text: string }) {
  const [isCopied, setCopied] = useState(false);
  async function copy(): Promise<void> {
    if (await copyText(text)) setCopied(true);
    else notify.error("Não foi possível copiar", "Selecione os códigos e copie-os, ou baixe o arquivo.");
  }
  return (
    <>
      <Button onClick={() => void copy()}>
        {isCopied ? <Check aria-hidden /> : <Copy aria-hidden />}
        {isCopied ? "Copiados" : "Copiar"}
      </Button>
      <span role="status" className="sr-only">
        {isCopied ? "Códigos copiados" : ""}
      </span>
    </>
  );
}

function fileText(codes: string[], email: string): string {
  const title = `Códigos de recuperação · ${readBrand()} · ${email}`;
  return `${title}\nCada código permite entrar uma única vez.\n\n${codes.join("\n")}\n`;
}
