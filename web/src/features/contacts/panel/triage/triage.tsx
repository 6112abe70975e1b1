/** The single keys that act on contacts, and what they start: composers, archiving, assigning. */
import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { useMatch, useNavigate } from "react-router";

import { useCancelReply } from "@/features/contacts/panel/composer/use-reply";
import type { ContactFilter, Layout } from "@/features/contacts/panel/record";
import { panelPaths } from "@/lib/paths";
import { neighborRow } from "@/panel/list/focus-row";
import { currentRow } from "@/panel/list/row-keys";
import type { ListState } from "@/panel/list/use-list-state";
import { useShortcuts } from "@/panel/shortcuts";
import { AssigneeDialog } from "./assignee-dialog";
import { useBulkChange } from "./bulk";
import { type ComposerRequest, type Selection, type Triage, TriageContext } from "./triage-state";

interface TriageProviderProps {
  list: ListState<ContactFilter>;
  layout: Layout;
  /** Opens the dialog that records a contact. */
  onNew: () => void;
  children: ReactNode;
}

export function TriageProvider({ list, layout, onNew, children }: TriageProviderProps) {
  const openId = useMatch(panelPaths.contact(":id"))?.params["id"];
  const navigate = useNavigate();
  const [request, setRequest] = useState<ComposerRequest | null>(null);
  const [assigning, setAssigning] = useState<readonly string[] | null>(null);
  const selection = useRef<Selection | null>(null);
  const change = useBulkChange();

  // An offer to undo runs after later renders, or on another screen, where it is null.
  const latest = useRef<{ openId: string | undefined; list: typeof list } | null>(null);
  useEffect(() => {
    latest.current = { openId, list };
    return () => void (latest.current = null);
  });
  const compose = (request: ComposerRequest) => {
    setRequest(request);
    const path = panelPaths.contact(request.id);
    if (!latest.current) return void navigate(path);
    if (request.id === latest.current.openId) return;
    const { to, ...options } = latest.current.list.linkTo(path);
    void navigate(to, options);
  };
  const archive = (ids: readonly string[]) => {
    if (ids.length === 0) return;
    change.mutate({ action: "status", status: "archived", ids: [...ids] });
    selection.current?.clear();
    if (openId === undefined || !ids.includes(openId)) return;
    const next = neighborRow(ids);
    list.close();
    if (next) focusLater(next);
  };
  const assign = (assigned_to: string | null) => {
    change.mutate({ action: "assign", assigned_to, ids: [...(assigning ?? [])] });
    setAssigning(null);
    selection.current?.clear();
  };
  const { mutate: cancelReply } = useCancelReply(compose);

  const target = () => currentRow()?.dataset["record"] ?? openId;
  const targets = () => selection.current?.ids ?? [target()].filter((id) => id !== undefined);
  const composeAt = (mode: ComposerRequest["mode"]) => () => {
    const id = target();
    if (id !== undefined) compose({ id, mode });
  };
  const isInDialog = layout !== "conversa" && openId !== undefined;
  useShortcuts(
    {
      r: composeAt("email"),
      n: composeAt("note"),
      w: composeAt("whatsapp"),
      e: () => archive(targets()),
      a: () => targets().length > 0 && setAssigning(targets()),
    },
    { dialogs: isInDialog ? 1 : 0, isEnabled: list.filter.view !== "trash" },
  );
  useShortcuts({ c: onNew });

  const triage: Triage = {
    layout,
    request,
    onRequestTaken: () => setRequest(null),
    compose,
    archive,
    askAssignee: setAssigning,
    cancelReply,
    setSelection: useMemo(() => (next) => void (selection.current = next), []),
  };
  return (
    <TriageContext value={triage}>
      {children}
      {assigning && <AssigneeDialog onChoose={assign} onClose={() => setAssigning(null)} />}
    </TriageContext>
  );
}

/** Focuses the row of a contact after the open one was closed. */
function focusLater(id: string): void {
  requestAnimationFrame(() =>
    document.querySelector<HTMLElement>(`[data-record="${CSS.escape(id)}"]`)?.focus(),
  );
}
