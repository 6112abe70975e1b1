import { Kbd } from "./controls/kbd";
import { useShortcutsSwitch } from "./shortcuts";

/** Shown where there is likely to be a keyboard. */
export function ShortcutsHint() {
  const [on, setOn] = useShortcutsSwitch();
  return (
    <div className="text-muted hidden items-center gap-x-4 gap-y-1 text-xs lg:flex">
      {on && (
        <ul className="flex flex-wrap gap-x-4 gap-y-1">
          <Hint keys={["/"]}>buscar</Hint>
          <Hint keys={["j", "k"]}>mover</Hint>
          <Hint keys={["Enter"]}>abrir</Hint>
          <Hint keys={["Esc"]}>fechar</Hint>
        </ul>
      )}
      <button
        type="button"
        className="decoration-line hover:text-ink min-h-6 rounded-sm underline underline-offset-4"
        onClick={() => setOn(!on)}
      >
        {on ? "Desativar atalhos" : "Ativar atalhos de teclado"}
      </button>
    </div>
  );
}

function Hint({ keys, children }: { keys: string[]; children: string }) {
  return (
    <li className="flex items-center gap-1">
      {keys.map((key) => (
        <Kbd key={key}>{key}</Kbd>
      ))}
      {children}
    </li>
  );
}
