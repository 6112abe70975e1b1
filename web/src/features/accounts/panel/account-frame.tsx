/** The frame of screens outside the panel's shell, such as the sign-in: a title and one form. */
import { ArrowLeft } from "lucide-react";
import type { ReactNode, Ref } from "react";

import { paths } from "@/lib/paths";
import { readBrand, usePageTitle } from "@/panel/page-title";

interface AccountFrameProps {
  title: string;
  lead: string;
  /** Used to focus the title when the screen changes. */
  titleRef?: Ref<HTMLHeadingElement>;
  /** Content above the title; by default the company's name. */
  above?: ReactNode;
  children: ReactNode;
}

export function AccountFrame({ title, lead, titleRef, above, children }: AccountFrameProps) {
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
          {above ?? <p className="text-muted text-sm">{readBrand()}</p>}
          <h1
            ref={titleRef}
            tabIndex={titleRef ? -1 : undefined}
            className="mt-1 text-2xl font-semibold tracking-tight outline-none"
          >
            {title}
          </h1>
          <p className="text-muted mt-2 text-sm">{lead}</p>
        </div>
        {children}
      </main>
    </div>
  );
}
