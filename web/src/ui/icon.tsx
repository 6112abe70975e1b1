import {
  Clock,
  Eye,
  FileCheck,
  Handshake,
  Headset,
  type LucideIcon,
  Mail,
  MapPin,
  Phone,
  Scale,
  ShieldCheck,
  Target,
  Timer,
  Users,
  Workflow,
} from "lucide-react";

const ICONS = {
  "shield-check": ShieldCheck,
  workflow: Workflow,
  headset: Headset,
  timer: Timer,
  users: Users,
  scale: Scale,
  "file-check": FileCheck,
  phone: Phone,
  mail: Mail,
  "map-pin": MapPin,
  clock: Clock,
  target: Target,
  eye: Eye,
  handshake: Handshake,
} satisfies Record<string, LucideIcon>;

type IconName = keyof typeof ICONS;

/** An icon that content selects by name. Decorative: the text beside it has the meaning. */
export function Icon({ name, className }: { name: IconName; className?: string }) {
  const Drawn = ICONS[name];
  return <Drawn aria-hidden className={className} strokeWidth={1.5} />;
}
