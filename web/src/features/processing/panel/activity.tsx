/** One activity of the record of processing, with its note and its buttons. */
import { NotebookPen, Pencil, Trash2 } from "lucide-react";

import type { ProcessingActivity } from "@/api/types";
import { Badge } from "@/panel/controls/badge";
import { Button } from "@/panel/controls/button";
import { Card } from "@/panel/controls/card";
import type { OpenDialog } from "./dialogs";
import { FIELDS } from "./record";

interface ActivityProps {
  activity: ProcessingActivity;
  onOpen: (dialog: OpenDialog) => void;
}

export function Activity({ activity, onOpen }: ActivityProps) {
  return (
    <Card title={activity.name} action={<Actions activity={activity} onOpen={onOpen} />}>
      <dl className="grid gap-x-8 gap-y-3 text-sm md:grid-cols-2">
        {FIELDS.filter(({ name }) => activity[name] !== "").map(({ name, label }) => (
          <div key={name} className="min-w-0">
            <dt className="text-muted text-xs font-medium">{label}</dt>
            <dd className="text-pretty wrap-break-word whitespace-pre-line">{activity[name]}</dd>
          </div>
        ))}
      </dl>
      {activity.note && (
        <p className="bg-sunken mt-4 rounded-lg px-4 py-3 text-sm wrap-break-word whitespace-pre-line">
          {activity.note}
        </p>
      )}
    </Card>
  );
}

/** The company can change its own activities. To activities of the program it can only add a note. */
function Actions({ activity, onOpen }: ActivityProps) {
  const isOfProgram = activity.key !== null;
  if (isOfProgram) {
    const label = activity.note ? "Editar anotação" : "Anotar";
    return (
      <Button
        size="sm"
        variant="ghost"
        aria-label={`${label}: ${activity.name}`}
        onClick={() => onOpen({ kind: "note", activity })}
      >
        <NotebookPen aria-hidden />
        {label}
      </Button>
    );
  }
  return (
    <div className="flex items-center gap-1">
      <Badge>Da empresa</Badge>
      <Button
        size="sm"
        variant="ghost"
        aria-label={`Editar: ${activity.name}`}
        onClick={() => onOpen({ kind: "activity", activity })}
      >
        <Pencil aria-hidden />
        Editar
      </Button>
      <Button
        size="sm"
        variant="ghost"
        aria-label={`Remover: ${activity.name}`}
        onClick={() => onOpen({ kind: "delete", activity })}
      >
        <Trash2 aria-hidden />
        Remover
      </Button>
    </div>
  );
}
