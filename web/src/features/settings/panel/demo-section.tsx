/** The demo company's content, for as long as some of it is on the site as it came. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { Button } from "@/panel/controls/button";
import { countText, demoContent, isGone } from "./demo-content";
import { DemoDialog } from "./demo-dialog";

export function DemoSection() {
  const { data } = useQuery(demoContent);
  const [isOpen, setIsOpen] = useState(false);
  if (!data || isGone(data)) return null;
  return (
    <section
      aria-labelledby="demo-title"
      className="border-line bg-surface grid gap-x-8 gap-y-4 rounded-lg border px-4 py-5 sm:px-6 lg:grid-cols-[15rem_minmax(0,1fr)]"
    >
      <div>
        <h2 id="demo-title" className="text-sm font-semibold">
          Conteúdo de demonstração
        </h2>
        <p className="text-muted mt-1 text-sm text-pretty">
          O que veio com o site e ninguém mudou. O que é da sua empresa fica.
        </p>
      </div>
      <div className="grid max-w-2xl justify-items-start gap-3">
        <p className="text-sm">Ainda estão no site: {countText(data)}.</p>
        <Button className="border-danger border" variant="danger" onClick={() => setIsOpen(true)}>
          Remover conteúdo de demonstração
        </Button>
      </div>
      {isOpen && <DemoDialog content={data} onClose={() => setIsOpen(false)} />}
    </section>
  );
}
