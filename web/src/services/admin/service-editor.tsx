/** A service that is edited in its own place in the list. */
import { useQuery } from "@tanstack/react-query";
import { useEffect, useId, useRef, useState } from "react";

import { messageOf } from "../../api/api-error";
import type { Service } from "../../api/types";
import { Button } from "../../ui/panel/button";
import { type Choices, ConflictDialog } from "../../ui/panel/conflict-dialog";
import { showFieldErrors } from "../../ui/panel/form-errors";
import { formatTime } from "../../ui/panel/format";
import { Skeleton } from "../../ui/panel/skeleton";
import { useUnsavedChanges } from "../../ui/panel/unsaved-changes";
import { focusService } from "./focus-service";
import type { Conflict } from "./save-service";
import { useSaveService } from "./service-changes";
import { ServiceFieldset, useServiceForm } from "./service-form";
import { changedFields, FIELD_LABELS, fieldText, pick } from "./service-merge";
import { serviceRecord, type ServiceRecord } from "./service-queries";
import { editedFields, type ServiceValues, valuesOf } from "./service-values";
import type { ServiceList } from "./use-service-list";

interface ServiceEditorProps {
  service: Service;
  list: ServiceList;
}

export function ServiceEditor({ service, list }: ServiceEditorProps) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const { data, error } = useQuery(serviceRecord(service.id));
  useEffect(() => {
    heading.current?.focus();
    heading.current?.scrollIntoView({ block: "nearest" });
  }, []);
  return (
    <section aria-labelledby={id} className="outline-accent p-4 outline-2 -outline-offset-2 sm:p-5">
      <h3
        id={id}
        ref={heading}
        tabIndex={-1}
        className="mb-4 scroll-mt-20 text-base font-semibold outline-none"
      >
        Editar: {service.title}
      </h3>
      {data ? (
        <Opened record={data} list={list} />
      ) : error ? (
        <div className="grid justify-items-start gap-4">
          <p className="text-muted text-sm">{messageOf(error, "Tente novamente mais tarde.")}</p>
          <Button onClick={list.close}>Voltar para a lista</Button>
        </div>
      ) : (
        <Placeholder />
      )}
    </section>
  );
}

function Opened({ record, list }: { record: ServiceRecord; list: ServiceList }) {
  const save = useSaveService();
  const [base, setBase] = useState(record);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const form = useServiceForm(valuesOf(record.service));
  const unsaved = useUnsavedChanges(form.formState.isDirty);

  function close(): void {
    list.close();
    requestAnimationFrame(() => focusService(record.service.id));
  }

  function send(from: ServiceRecord, values: ServiceValues): void {
    const mine = editedFields(from.service, values);
    save.mutate(
      { base: from, mine },
      {
        onSuccess: (outcome) => {
          if (outcome.status === "conflict") {
            setConflict(outcome);
            return;
          }
          unsaved.forget();
          close();
        },
        onError: (error) => showFieldErrors(error, form),
      },
    );
  }

  /** Goes on from their version, with mine where it was chosen. */
  function resolve({ theirs, fields }: Conflict, choices: Choices): void {
    const given = fields.filter((name) => choices[name] === "theirs");
    const typed = editedFields(base.service, form.getValues());
    const kept = changedFields(base.service, typed).filter((name) => !given.includes(name));
    const values = valuesOf({ ...theirs.service, ...pick(typed, kept) });
    form.reset(valuesOf(theirs.service));
    for (const name of kept) form.setValue(name, values[name], { shouldDirty: true });
    setBase(theirs);
    setConflict(null);
    send(theirs, values);
  }

  return (
    <>
      <ServiceFieldset
        form={form}
        isNew={false}
        busy={save.isPending}
        onSubmit={(values) => send(base, values)}
        onCancel={close}
      />
      {conflict && (
        <ConflictDialog
          fields={conflict.fields.map((name) => ({
            name,
            label: FIELD_LABELS[name],
            mine: fieldText(editedFields(base.service, form.getValues()), name),
            theirs: fieldText(conflict.theirs.service, name),
          }))}
          savedBy={`outra pessoa às ${formatTime(conflict.theirs.service.updated_at)}`}
          busy={save.isPending}
          onResolve={(choices) => resolve(conflict, choices)}
          onClose={() => setConflict(null)}
        />
      )}
    </>
  );
}

function Placeholder() {
  return (
    <div className="grid gap-4 lg:grid-cols-2" role="status" aria-label="Carregando serviço…">
      {["a", "b", "c", "d"].map((key) => (
        <Skeleton key={key} className="h-10" />
      ))}
    </div>
  );
}
