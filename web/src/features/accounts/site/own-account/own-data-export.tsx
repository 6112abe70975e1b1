/** Downloads all data of the account as a file. */
import { useState } from "react";

import { messageOf } from "@/api/api-error";
import type { AccountContent, LayoutLabels, OwnData } from "@/api/types";
import { download } from "@/lib/download";
import { button } from "@/ui/button";
import { showToast } from "@/ui/toast";

const FILE = "meus-dados.json";

export function OwnDataExport({ content, labels }: { content: AccountContent; labels: LayoutLabels }) {
  const text = content.data;
  const [isBusy, setBusy] = useState(false);

  async function save() {
    if (isBusy) return;
    setBusy(true);
    try {
      // A link doesn't send the session's headers.
      const { call } = await import("@/api/call");
      const data = await call<OwnData>("GET", "/api/auth/export", { fallback: labels.request_failed });
      download(new Blob([JSON.stringify(data, null, 2)], { type: "application/json" }), FILE);
    } catch (error) {
      void showToast({ kind: "error", title: text.failed_title, description: messageOf(error) }, labels);
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      <p className="text-muted mt-3 text-pretty">{text.lead}</p>
      <button
        type="button"
        aria-disabled={isBusy}
        onClick={() => void save()}
        className={button({ look: "line", size: "small", className: "mt-5" })}
      >
        {text.export}
      </button>
      <p className="text-muted mt-5 text-pretty">{text.request_lead}</p>
      <a href={text.request.url} className={button({ look: "line", size: "small", className: "mt-5" })}>
        {text.request.label}
      </a>
    </>
  );
}
