import { useQuery } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, OctagonAlert } from 'lucide-react';
import type { ShopCheck } from '../../../shared/contract/settings.ts';
import { read } from '../parts/data.ts';

const icons: Record<ShopCheck['level'], [icon: typeof CircleCheck, colour: string]> = {
  ok: [CircleCheck, 'text-leaf'],
  warning: [CircleAlert, 'text-turmeric-ink'],
  error: [OctagonAlert, 'text-madder'],
};

/** Whether a service works now, as the shop has just tried; nothing while it is being tried. */
export function Checks({ name }: { name: ShopCheck['key'] }) {
  const checks = useQuery({ ...read('GET /settings/checks'), staleTime: 30_000 }).data ?? [];
  const found = checks.filter(({ key }) => key === name);
  if (found.length === 0) return null;
  return (
    <ul className="grid gap-1.5">
      {found.map(({ level, text }) => {
        const [Icon, colour] = icons[level];
        return (
          <li key={text} className="flex gap-2">
            <Icon className={`mt-0.5 size-4 shrink-0 ${colour}`} />
            <span className="min-w-0 wrap-anywhere">{text}</span>
          </li>
        );
      })}
    </ul>
  );
}
