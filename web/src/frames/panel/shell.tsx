/** The frame of all screens: the bar at the top, and the menu at the side or, on small screens, behind a button. */
import { ExternalLink, Menu } from "lucide-react";
import { useEffect, useState } from "react";
import { Outlet, useBlocker, useNavigate } from "react-router";

import { onEnrollmentRequired } from "@/api/client";
import { hasRightsOf } from "@/api/rights";
import type { User } from "@/api/types";
import { StepUp } from "@/features/accounts/panel/security/step-up";
import { SignInAgain } from "@/features/accounts/panel/sign-in/sign-in-again";
import { NewContactsCount } from "@/features/contacts/panel/notifications/new-contacts";
import { panelPaths, paths } from "@/lib/paths";
import { Button } from "@/panel/controls/button";
import { ConfirmDialog } from "@/panel/dialog/confirm-dialog";
import { Modal, ModalClose, ModalTitle } from "@/panel/dialog/modal";
import { closesForm, useDialog } from "@/panel/dialog/use-dialog";
import { discardChanges, hasOwnQuestion, hasUnsavedChanges, onLeaving } from "@/panel/form/unsaved-changes";
import { useBrand } from "@/panel/page-title";
import { loadPreferences } from "@/panel/preferences";
import { Commands } from "./commands";
import { ConnectionBanner } from "./connection-banner";
import { Sidebar } from "./sidebar";

export function Shell({ user }: { user: User }) {
  useEnrollmentRedirect();
  useEffect(() => void loadPreferences(), [user.id]);
  return (
    <>
      <a
        href="#content"
        className="bg-accent text-on-accent sr-only z-60 rounded-md focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:px-4 focus:py-2"
      >
        Pular para o conteúdo
      </a>
      <TopBar user={user} />
      <ConnectionBanner />
      {hasRightsOf(user, "support") && <NewContactsCount user={user} />}
      <StepUp user={user} />
      <SignInAgain user={user} />
      <LeaveGuard />
      <div className="lg:grid lg:grid-cols-[16rem_minmax(0,1fr)] print:block">
        <aside className="border-line sticky top-13 hidden h-[calc(100dvh-3.25rem)] border-r lg:block print:hidden">
          <Sidebar user={user} />
        </aside>
        <main id="content" tabIndex={-1} className="min-w-0 outline-none">
          <Outlet />
        </main>
      </div>
    </>
  );
}

/** Opens the security screen when the server requires staff to set up a second factor. */
function useEnrollmentRedirect(): void {
  const navigate = useNavigate();
  useEffect(() => onEnrollmentRequired(() => void navigate(panelPaths.security)), [navigate]);
}

type Answer = (leaves: boolean) => void;

/** Asks before unsaved changes are lost. The panel has one guard for all forms, because the router allows only one blocker. */
export function LeaveGuard() {
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    const isOtherScreen = currentLocation.pathname !== nextLocation.pathname;
    return (isOtherScreen || closesForm(currentLocation, nextLocation)) && hasUnsavedChanges();
  });
  const [answer, setAnswer] = useState<Answer | null>(null);
  useEffect(() => onLeaving(() => new Promise<boolean>((resolve) => setAnswer(() => resolve))), []);
  const isBlocked = blocker.state === "blocked";
  const isAskedByDialog = isBlocked && hasOwnQuestion();
  useEffect(() => {
    if (isAskedByDialog) blocker.reset();
  }, [isAskedByDialog, blocker]);
  if (isAskedByDialog) return null;
  if (!isBlocked && !answer) return null;
  const close = (leaves: boolean) => {
    if (leaves) discardChanges();
    answer?.(leaves);
    setAnswer(null);
    if (!isBlocked) return;
    if (leaves) blocker.proceed();
    else blocker.reset();
  };
  return (
    <ConfirmDialog
      question="Sair sem salvar?"
      action="Sair sem salvar"
      dismiss="Continuar editando"
      onConfirm={() => close(true)}
      onClose={() => close(false)}
    >
      Há alterações nesta tela que ainda não foram salvas. Se você sair agora, elas se perdem.
    </ConfirmDialog>
  );
}

function TopBar({ user }: { user: User }) {
  const brand = useBrand();
  return (
    <header className="border-line bg-paper writing:hidden sticky top-0 z-30 flex h-13 items-center gap-3 border-b px-3 sm:px-4 print:hidden">
      <MenuButton user={user} />
      <p className="min-w-0 grow truncate text-sm font-semibold tracking-tight lg:pl-2">
        {brand}
        <span className="max-sm:sr-only"> - Painel Admin</span>
      </p>
      <Commands user={user} />
      <Button asChild variant="ghost" size="sm">
        <a href={paths.home}>
          <ExternalLink aria-hidden />
          Voltar ao Site
        </a>
      </Button>
    </header>
  );
}

function MenuButton({ user }: { user: User }) {
  const { opened, open, close } = useDialog<true>("panel-menu", { hasForm: false });
  return (
    <>
      <Button
        variant="ghost"
        size="icon"
        className="lg:hidden"
        aria-label="Abrir menu"
        aria-haspopup="dialog"
        aria-expanded={opened === true}
        data-menu-button
        onClick={() => open(true)}
      >
        <Menu aria-hidden />
      </Button>
      {opened && (
        <Modal
          className="bg-paper inset-y-0 left-0 w-[min(18rem,calc(100vw-3rem))]"
          onClose={close}
          onClosed={() => {
            // If a screen was opened, it has taken the focus.
            if (document.activeElement !== document.body) return;
            document.querySelector<HTMLElement>("[data-menu-button]")?.focus();
          }}
        >
          <div className="border-line flex h-13 items-center justify-between border-b pr-3 pl-6">
            <ModalTitle className="text-sm font-semibold">Menu</ModalTitle>
            <ModalClose />
          </div>
          <div className="min-h-0 grow">
            <Sidebar user={user} isDialog />
          </div>
        </Modal>
      )}
    </>
  );
}
