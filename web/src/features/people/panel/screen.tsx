/** The screen that finds a person by email, name or phone, and shows, exports and erases their data. For administrators. */
import { useQuery } from "@tanstack/react-query";
import { ArrowRight, UserSearch } from "lucide-react";
import { Link, useNavigate, useSearchParams } from "react-router";

import { messageOf } from "@/api/api-error";
import type { FoundPerson } from "@/api/types";
import { panelPaths } from "@/lib/paths";
import { Badge } from "@/panel/controls/badge";
import { EmptyState } from "@/panel/feedback/empty-state";
import { LoadingFailed } from "@/panel/feedback/loading-failed";
import { Skeleton } from "@/panel/feedback/skeleton";
import { SearchField } from "@/panel/list/search-field";
import { PeopleFrame } from "./frame";
import { PersonDetails } from "./person";
import { peopleFound } from "./queries";

const EMAIL = /^\S+@\S+\.\S+$/;

export function PeopleScreen() {
  const [parameters, setParameters] = useSearchParams();
  const email = parameters.get("email") ?? "";
  const search = parameters.get("search") ?? "";
  const show = (text: string) => setParameters(text ? { search: text } : {}, { replace: true });
  const navigate = useNavigate();
  const open = (text: string) => {
    if (EMAIL.test(text)) void navigate(panelPaths.person(text.toLowerCase()));
    else show(text);
  };
  return (
    <PeopleFrame path={panelPaths.people}>
      {email ? (
        <PersonDetails key={email} email={email} />
      ) : (
        <div className="grid grid-cols-1 gap-4">
          <SearchField
            search={search}
            onSearch={show}
            onSubmit={open}
            label="Buscar pessoa"
            placeholder="E-mail, nome ou telefone…"
          />
          {search ? <FoundPeople search={search} /> : <NoSearch />}
        </div>
      )}
    </PeopleFrame>
  );
}

function NoSearch() {
  return (
    <EmptyState icon={UserSearch} title="Tudo o que o sistema guarda sobre alguém">
      Busque por e-mail, nome ou telefone para ver, exportar ou apagar os dados de uma pessoa, como a LGPD
      garante a ela.
    </EmptyState>
  );
}

function FoundPeople({ search }: { search: string }) {
  const { data: people, error, isFetching, refetch } = useQuery(peopleFound(search));
  if (error) {
    const retry = () => void refetch();
    return (
      <LoadingFailed title="Erro ao buscar" reason={messageOf(error)} busy={isFetching} onRetry={retry} />
    );
  }
  if (!people) return <Skeleton className="h-24" />;
  const isListed = people.some((person) => person.email === search.toLowerCase());
  const unlistedEmail = EMAIL.test(search) && !isListed ? search.toLowerCase() : null;
  if (people.length === 0 && !unlistedEmail) {
    return (
      <EmptyState icon={UserSearch} title="Ninguém encontrado">
        Nenhum contato, conta ou inscrição combina com a busca. Com o e-mail completo, a busca olha também
        e-mails enviados e a auditoria.
      </EmptyState>
    );
  }
  return (
    <ul className="border-line bg-surface divide-line divide-y rounded-lg border">
      {people.map((person) => (
        <PersonRow key={person.email} person={person} />
      ))}
      {unlistedEmail && (
        <li>
          <Link
            to={panelPaths.person(unlistedEmail)}
            className="hover:bg-sunken flex items-center justify-between gap-3 px-4 py-3 text-sm"
          >
            <span className="min-w-0 wrap-anywhere underline underline-offset-4">
              Procurar em tudo por <strong className="font-medium">{unlistedEmail}</strong>
            </span>
            <ArrowRight className="size-4 shrink-0" aria-hidden />
          </Link>
        </li>
      )}
    </ul>
  );
}

function PersonRow({ person }: { person: FoundPerson }) {
  return (
    <li>
      <Link
        to={panelPaths.person(person.email)}
        className="hover:bg-sunken flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-3 text-sm"
      >
        <span className="min-w-0 grow">
          <strong className="block truncate font-medium">{person.name || person.email}</strong>
          {person.name && <span className="text-muted block truncate">{person.email}</span>}
        </span>
        {person.has_contacts && <Badge tone="info">Contato</Badge>}
        {person.has_account && <Badge>Conta</Badge>}
        {person.has_subscription && <Badge>Newsletter</Badge>}
      </Link>
    </li>
  );
}
