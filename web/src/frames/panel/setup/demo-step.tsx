import type { StepProps } from "./step-props";

const CHOICES = [
  {
    value: "keep",
    label: "Manter os exemplos",
    text: "Serviços, artigos, clientes e depoimentos fictícios ficam no site até você trocá-los.",
  },
  {
    value: "remove",
    label: "Começar sem eles",
    text: "Saem os serviços e artigos de exemplo, os clientes, os depoimentos, os números, a história e a equipe. As seções vazias não aparecem, e os textos de apresentação ficam para você revisar.",
  },
] as const;

export function DemoStep({ form }: StepProps) {
  return (
    <fieldset className="grid gap-3">
      <legend className="sr-only">Conteúdo de demonstração</legend>
      {CHOICES.map(({ value, label, text }) => (
        <label
          key={value}
          className="border-control bg-surface has-checked:border-accent has-checked:bg-accent-soft flex cursor-pointer gap-3 rounded-md border p-4"
        >
          <input
            type="radio"
            value={value}
            className="accent-accent mt-0.5 size-4 shrink-0"
            {...form.register("demo")}
          />
          <span className="grid gap-1">
            <span className="text-sm font-medium">{label}</span>
            <span className="text-muted text-sm">{text}</span>
          </span>
        </label>
      ))}
      <p className="text-muted text-xs">
        Os exemplos também podem ser removidos depois, em Configurações Gerais. O que você tiver mudado fica.
      </p>
    </fieldset>
  );
}
