import { PackageCheck, ShieldCheck, Sparkles, Users } from 'lucide-react';
import type { SiteInfo } from '../../../shared/contract/content.ts';

/** The shop's promises, without those left empty in Settings. */
export function TrustBadges({ claims }: { claims: SiteInfo['claims'] }) {
  const shown = [
    { Icon: ShieldCheck, ...claims.guarantee },
    { Icon: PackageCheck, ...claims.shipping },
    { Icon: Users, ...claims.customers },
    { Icon: Sparkles, ...claims.products },
  ].filter(({ title }) => title);
  if (shown.length === 0) return null;
  return (
    <section aria-label="Our promises" className="shell mt-12 lg:mt-16">
      <ul className="grid gap-x-8 gap-y-6 border-y border-line py-7 min-[420px]:grid-cols-2 lg:grid-cols-4">
        {shown.map(({ Icon, title, detail }) => (
          <li key={title} className="flex gap-3.5">
            <Icon className="mt-0.5 shrink-0 stroke-[1.5] text-madder" />
            <div>
              <p className="font-semibold">{title}</p>
              {detail && <p className="text-sm text-ink-soft">{detail}</p>}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
