/** The frame of the screens that come before the panel: one form on a quiet page. */
import { ArrowLeft } from "lucide-react";
import type { ReactNode } from "react";

import { paths } from "../../kit/paths";
import { readBrand, usePageTitle } from "../../ui/panel/page-title";

interface AccountFrameProps {
  title: string;
  lead: string;
  children: ReactNode;
}

export function AccountFrame({ title, lead, children }: AccountFrameProps) {
  usePageTitle(title);
  return (
    <div className="bg-paper flex min-h-dvh flex-col px-4 py-4">
      <header>
        <a
          href={paths.home}
          className="text-muted hover:text-ink inline-flex h-9 items-center gap-2 rounded-md px-2 text-sm"
        >
          <ArrowLeft className="size-4" aria-hidden />
          Voltar ao Site
        </a>
      </header>
      <main className="mx-auto grid w-full max-w-sm grow content-center gap-6 pb-16">
        <div>
          <p className="text-muted text-sm">{readBrand()}</p>
          <h1 className="mt-1 text-2xl font-semibold tracking-tight">{title}</h1>
          <p className="text-muted mt-2 text-sm">{lead}</p>
        </div>
        {children}
      </main>
    </div>
  );
}
