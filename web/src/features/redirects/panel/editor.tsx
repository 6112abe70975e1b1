/** The dialog that creates or edits a redirect. */
import { zodResolver } from "@hookform/resolvers/zod";

import type { Redirect } from "@/api/types";
import { Switch } from "@/panel/controls/switch";
import { FormField } from "@/panel/form/field";
import { RecordEditor } from "@/panel/record/record-editor";
import { REDIRECT, redirectSchema } from "./record";

interface RedirectEditorProps {
  /** The redirect to edit; null to create one. */
  redirect: Redirect | null;
  /** Path of the missing page for which a redirect is created; empty for none. */
  path: string;
  onClose: () => void;
}

export function RedirectEditor({ redirect, path, onClose }: RedirectEditorProps) {
  return (
    <RecordEditor
      kind={REDIRECT}
      title={redirect ? "Editar redirecionamento" : "Novo redirecionamento"}
      size="small"
      value={redirect}
      draftName={`${REDIRECT.key}:new:${path}`}
      blank={{ from_path: path, to_url: "", is_permanent: true }}
      resolver={zodResolver(redirectSchema)}
      onClose={onClose}
    >
      {(form) => (
        <>
          <FormField
            form={form}
            name="from_path"
            label={REDIRECT.labels.from_path}
            hint="Um caminho deste site, como /pagina-antiga. Os parâmetros depois de ? seguem para o destino, a não ser que ele já tenha os seus."
            data-autofocus={path === "" || undefined}
          />
          <FormField
            form={form}
            name="to_url"
            label={REDIRECT.labels.to_url}
            hint="Um caminho deste site, como /contato, ou um endereço https://"
            data-autofocus={path !== "" || undefined}
          />
          <Switch
            label={REDIRECT.labels.is_permanent}
            hint="Buscadores trocam o endereço antigo pelo novo. Desligue se for só por um tempo."
            {...form.register("is_permanent")}
          />
        </>
      )}
    </RecordEditor>
  );
}
