/** The screen 'Distribuição': who becomes the assignee of new contacts. */
import { zodResolver } from "@hookform/resolvers/zod";
import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useId, useRef, useState } from "react";
import { type UseFormReturn, useWatch } from "react-hook-form";

import { messageOf } from "@/api/api-error";
import type { Assignee } from "@/api/types";
import type { Versioned } from "@/api/versioned";
import { Card } from "@/panel/controls/card";
import { IN_FORM, Select } from "@/panel/controls/select";
import { Switch } from "@/panel/controls/switch";
import { RecordForm } from "@/panel/edit/record-form";
import { LoadingFailed } from "@/panel/feedback/loading-failed";
import { Skeletons } from "@/panel/feedback/skeleton";
import { focusBesideLine } from "@/panel/form/focus-line";
import { ReorderList } from "@/panel/list/reorder-list";
import { RowAction } from "@/panel/list/row-actions";
import { Screen } from "@/panel/screen";
import { assigneeNameOf, DELETED_ACCOUNT } from "../assignee";
import { assignees } from "../queries";
import {
  type AssignmentFields,
  assignmentKind,
  type AssignmentRecord,
  assignmentRules,
  assignmentSchema,
  formServices,
  MODES,
  peopleOf,
  useSaveAssignment,
  withPerson,
} from "./record";

type Form = UseFormReturn<AssignmentFields>;

export function AssignmentScreen() {
  const rules = useQuery(assignmentRules);
  const people = useQuery(assignees);
  const services = useQuery(formServices);
  const failed = [rules, people, services].find(({ error, data }) => error && !data);
  return (
    <Screen title="Distribuição">
      <div className="max-w-3xl">
        {rules.data && people.data && services.data ? (
          <Rules opened={rules.data} people={people.data} services={services.data} />
        ) : failed ? (
          <LoadingFailed
            title="Erro ao carregar a distribuição"
            reason={messageOf(failed.error)}
            busy={failed.isFetching}
            onRetry={() => void failed.refetch()}
          />
        ) : (
          <Skeletons label="Carregando…" parts={["h-80"]} />
        )}
      </div>
    </Screen>
  );
}

interface RulesProps {
  opened: Versioned<AssignmentRecord>;
  people: readonly Assignee[];
  services: readonly string[];
}

function Rules({ opened, people: listed, services }: RulesProps) {
  const { without_access } = opened.value;
  const people = peopleOf(listed, without_access);
  const kind = assignmentKind(people);
  const save = useSaveAssignment(kind);
  return (
    <Card title="Contatos novos">
      {without_access.length > 0 && (
        <p role="status" className="bg-warning-soft text-warning mb-4 rounded-lg px-4 py-3 text-sm">
          Não recebem contatos, porque não podem entrar ou não atendem mais:{" "}
          {without_access.map(({ name }) => name ?? DELETED_ACCOUNT).join(", ")}. As regras pulam essas
          pessoas.
        </p>
      )}
      <RecordForm
        layout="inline"
        kind={kind}
        opened={opened}
        resolver={zodResolver(assignmentSchema)}
        send={save.mutateAsync}
      >
        {(form) => <Fields form={form} people={people} services={services} />}
      </RecordForm>
    </Card>
  );
}

interface FieldsProps {
  form: Form;
  people: readonly Assignee[];
  services: readonly string[];
}

function Fields({ form, people, services }: FieldsProps) {
  const mode = useWatch({ control: form.control, name: "mode" });
  return (
    <>
      <fieldset className="grid gap-2">
        <legend className="mb-2 text-sm font-medium">Quem fica responsável por um contato novo?</legend>
        {MODES.map(({ value, label }) => (
          <label key={value} className="flex min-h-8 items-center gap-2.5 text-sm">
            <input type="radio" value={value} className="accent-accent size-4" {...form.register("mode")} />
            {label}
          </label>
        ))}
      </fieldset>
      {mode === "by_service" && <Services form={form} people={people} services={services} />}
      {mode === "round_robin" && <Turns form={form} people={people} />}
      <Switch
        label="Quem responde primeiro vira responsável"
        hint="Só nos contatos que ainda não têm responsável. Vale quando a resposta sai, ou quando alguém marca “Respondido”."
        {...form.register("answerer")}
      />
    </>
  );
}

const SET = { shouldDirty: true, shouldValidate: true } as const;

/** One select for each service of the form, and for other services that still have a person. */
function Services({ form, people, services }: FieldsProps) {
  const id = useId();
  const chosen = useWatch({ control: form.control, name: "services" });
  const others = chosen.map((of) => of.service).filter((service) => !services.includes(service));
  const error = form.formState.errors.services?.message;
  return (
    <fieldset>
      <legend className="text-sm font-medium">Pessoa de cada serviço</legend>
      <p className="text-muted mt-1 text-xs">Em “Ninguém”, o contato fica sem responsável.</p>
      <div className="mt-3 grid gap-x-4 gap-y-3 sm:grid-cols-2">
        {[...services, ...others].map((service, index) => {
          const person = chosen.find((of) => of.service === service)?.user_id ?? "";
          return (
            <div key={service} className="grid gap-1">
              <label htmlFor={`${id}-${index}`} className="text-sm">
                {services.includes(service) ? service : `${service} (fora do formulário)`}
              </label>
              <Select
                id={`${id}-${index}`}
                className={IN_FORM}
                value={person}
                onChange={({ target }) =>
                  form.setValue(
                    "services",
                    withPerson(form.getValues("services"), service, target.value),
                    SET,
                  )
                }
              >
                <option value="">Ninguém</option>
                <People people={people} chosen={person} />
              </Select>
            </div>
          );
        })}
      </div>
      {error && <p className="text-danger mt-2 text-sm">{error}</p>}
    </fieldset>
  );
}

/** The options of people with access, and of one without who is chosen. */
function People({ people, chosen }: { people: readonly Assignee[]; chosen: string }) {
  const isListed = people.some(({ id, has_access }) => has_access && id === chosen);
  return (
    <>
      {people
        .filter(({ has_access }) => has_access)
        .map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      {chosen !== "" && !isListed && <option value={chosen}>{assigneeNameOf(people, chosen)}</option>}
    </>
  );
}

/** The people who take turns, in their order, and a select that adds one. */
function Turns({ form, people }: Omit<FieldsProps, "services">) {
  const id = useId();
  const box = useRef<HTMLFieldSetElement>(null);
  const [said, say] = useState("");
  const turns = useWatch({ control: form.control, name: "turns" });
  const error = form.formState.errors.turns?.message;
  const nameOf = (person: string) => assigneeNameOf(people, person);
  const set = (next: string[]) => form.setValue("turns", next, SET);
  const add = (person: string) => {
    set([...turns, person]);
    say(`${nameOf(person)} entrou no rodízio.`);
  };
  const remove = (person: string) => {
    if (turns.length > 1) focusBesideLine(box.current, turns.indexOf(person), "[data-remove] button");
    else box.current?.querySelector("select")?.focus();
    set(turns.filter((other) => other !== person));
    say(`${nameOf(person)} saiu do rodízio.`);
  };
  const left = people.filter(({ id, has_access }) => has_access && !turns.includes(id));
  return (
    <fieldset ref={box} className="min-w-0">
      <legend className="text-sm font-medium">Rodízio</legend>
      <p className="text-muted mt-1 text-xs">Cada contato novo vai para a próxima pessoa da lista.</p>
      <ReorderList
        label="Pessoas do rodízio, na ordem"
        items={turns}
        keyOf={(person) => person}
        nameOf={nameOf}
        onReorder={set}
        className="border-line divide-line mt-3 divide-y rounded-md border empty:hidden"
        rowClassName="flex min-h-10 items-center gap-1 rounded-md px-2 py-1 text-sm"
      >
        {(person, controls) => (
          <>
            {controls?.handle}
            <span className="text-muted w-5 shrink-0 text-end tabular-nums">
              {turns.indexOf(person) + 1}.
            </span>
            <span className="ml-1 line-clamp-2 min-w-0 grow wrap-anywhere">{nameOf(person)}</span>
            {controls?.buttons}
            <span data-remove>
              <RowAction
                icon={X}
                label="Tirar"
                name={`Tirar ${nameOf(person)} do rodízio`}
                onClick={() => remove(person)}
              />
            </span>
          </>
        )}
      </ReorderList>
      <div className="mt-3 grid gap-1 sm:max-w-xs">
        <label htmlFor={id} className="text-sm">
          Adicionar ao rodízio
        </label>
        <Select
          id={id}
          className={IN_FORM}
          value=""
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          onChange={({ target }) => add(target.value)}
        >
          <option value="">{left.length === 0 ? "Todas já estão na lista" : "Escolha uma pessoa"}</option>
          {left.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
        {error && (
          <p id={`${id}-error`} className="text-danger text-sm">
            {error}
          </p>
        )}
      </div>
      <p role="status" className="sr-only">
        {said}
      </p>
    </fieldset>
  );
}
