import { useState } from "react";

import { Button } from "../../ui/panel/button";
import { Field } from "../../ui/panel/field";

/** Sets a featured image on another site by its https URL. */
export function CoverAddress({ onChoose }: { onChoose: (url: string) => void }) {
  const [url, setUrl] = useState("");
  const [error, setError] = useState("");
  const choose = () => {
    const address = url.trim();
    if (!address.startsWith("https://")) {
      setError("Use um endereço que comece com https://.");
      return;
    }
    setError("");
    setUrl("");
    onChoose(address);
  };
  return (
    <div className="grid gap-2">
      <Field
        type="url"
        label="Endereço em outro site"
        hint="Uma imagem que já está na internet, com https://."
        value={url}
        error={error}
        onChange={(event) => setUrl(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          event.preventDefault();
          choose();
        }}
      />
      <Button size="sm" className="justify-self-start" onClick={choose}>
        Usar este endereço
      </Button>
    </div>
  );
}
