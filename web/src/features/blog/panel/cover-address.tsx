import { Button } from "@/panel/controls/button";
import { Field } from "@/panel/form/field";
import { COVER_ADDRESS } from "./typed-cover";
import type { PostEditor } from "./use-post-editor";

/** Sets a featured image on another site by its https URL, at the latest when the field loses the focus. */
export function CoverAddress({ editor: { cover, takeCover } }: { editor: PostEditor }) {
  return (
    <div className="grid gap-2">
      <Field
        id={COVER_ADDRESS}
        type="url"
        label="Endereço em outro site"
        hint="Uma imagem que já está na internet, com https://. O outro site recebe o endereço IP de quem vê o artigo."
        autoComplete="off"
        value={cover.text}
        error={cover.error}
        onChange={(event) => cover.type(event.target.value)}
        onBlur={(event) => {
          // It keeps the focus when only the window loses it: the rest may be copied from another one.
          if (document.activeElement !== event.currentTarget) takeCover();
        }}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          event.preventDefault();
          takeCover();
        }}
      />
      <Button size="sm" className="justify-self-start" onClick={takeCover}>
        Usar este endereço
      </Button>
    </div>
  );
}
