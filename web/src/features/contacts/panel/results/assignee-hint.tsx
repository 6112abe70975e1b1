/** Tells administrators why contacts that were answered may have no assignee, unless a rule makes who answers the assignee. */
import { useQuery } from "@tanstack/react-query";

import { hasRightsOf } from "@/api/rights";
import { readSession } from "@/api/session";
import { assignmentRules } from "@/features/contacts/panel/assignment/record";
import { panelPaths } from "@/lib/paths";
import { TextLink } from "@/panel/controls/text-link";

export function AssigneeHint() {
  // Only administrators can read and change the rules.
  const isAdmin = hasRightsOf(readSession()?.user, "admin");
  const { data: rules } = useQuery({ ...assignmentRules, enabled: isAdmin });
  if (!rules || rules.value.answerer) return null;
  return (
    <p className="text-muted mt-3 text-xs">
      Responder a um contato não define o responsável. Para que defina, ligue “Quem responde primeiro vira
      responsável” em <TextLink to={panelPaths.assignment}>Distribuição</TextLink>.
    </p>
  );
}
