/** New recovery codes, shown only once, to be copied or downloaded. */
import { useEffect, useRef } from "react";

import { download } from "@/lib/download";
import { button } from "@/ui/button";
import { CopyButton } from "./copy-button";
import type { SecurityProps } from "./security-part";

const FILE = "codigos-de-recuperacao.txt";

interface RecoveryCodeListProps extends Pick<SecurityProps, "text" | "labels" | "account"> {
  codes: string[];
  onDone: () => void;
}

export function RecoveryCodeList({
  text: { codes: text },
  labels,
  account,
  codes,
  onDone,
}: RecoveryCodeListProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), [codes]);

  function save() {
    const lines = [text.file_title, `${location.host} · ${account.profile.email}`, "", ...codes, ""];
    download(new Blob([lines.join("\n")], { type: "text/plain" }), FILE);
  }

  return (
    <section aria-labelledby="codigos" className="border-accent mt-6 rounded-lg border p-5">
      <h3 id="codigos" ref={heading} tabIndex={-1} className="text-lg font-semibold outline-none">
        {text.title}
      </h3>
      <p className="text-muted mt-2 text-pretty">{text.lead}</p>
      <ul className="bg-sunken mt-4 grid grid-cols-2 gap-x-6 gap-y-2 rounded-md p-4 font-mono sm:grid-cols-3">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="mt-4 flex flex-wrap gap-3">
        <CopyButton
          text={codes.join("\n")}
          label={text.copy}
          copied={text.copied}
          failed={{ title: text.copy_failed_title, description: text.copy_failed_text }}
          labels={labels}
        />
        <button type="button" onClick={save} className={button({ look: "line", size: "small" })}>
          {text.download}
        </button>
        <button type="button" onClick={onDone} className={button({ size: "small" })}>
          {text.done}
        </button>
      </div>
    </section>
  );
}
