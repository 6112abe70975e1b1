/** Buttons that choose the screen on which a preview shows a page. */
import { Monitor, Smartphone } from "lucide-react";

import { Button } from "@/panel/controls/button";

export type Device = "desktop" | "phone";

const DEVICES = [
  { value: "desktop", label: "Computador", Icon: Monitor },
  { value: "phone", label: "Celular", Icon: Smartphone },
] as const;

interface DeviceChoiceProps {
  device: Device;
  /** Shows icons without labels. */
  isCompact?: boolean;
  onChoose: (device: Device) => void;
}

export function DeviceChoice({ device, isCompact = false, onChoose }: DeviceChoiceProps) {
  return (
    <div className="flex gap-1" role="group" aria-label="Tamanho da tela">
      {DEVICES.map(({ value, label, Icon }) => (
        <Button
          key={value}
          variant="ghost"
          size={isCompact ? "icon" : "sm"}
          className="aria-pressed:bg-accent-soft aria-pressed:text-accent-strong"
          aria-label={label}
          aria-pressed={value === device}
          onClick={() => onChoose(value)}
        >
          <Icon aria-hidden />
          {!isCompact && label}
        </Button>
      ))}
    </div>
  );
}
