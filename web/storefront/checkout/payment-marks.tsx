import { CreditCard, ShieldCheck, Smartphone } from 'lucide-react';

const marks = [
  ['UPI', Smartphone],
  ['RuPay', CreditCard],
  ['Cards', CreditCard],
  ['Razorpay', ShieldCheck],
] as const;

/** The ways to pay online, with neutral drawings: the logos are trademarks. */
export function PaymentMarks() {
  return (
    <>
      <ul aria-label="Ways to pay online" className="mt-4 flex flex-wrap gap-2">
        {marks.map(([name, Icon]) => (
          <li
            key={name}
            className="inline-flex h-7 items-center gap-1.5 rounded-sm bg-card px-2 text-xs font-semibold ring-1 ring-line"
          >
            <Icon className="size-3.5 text-ink-soft" />
            {name}
          </li>
        ))}
      </ul>
      <p className="mt-2 text-sm text-ink-soft">
        Online payments go through Razorpay. We never see the number of your card.
      </p>
    </>
  );
}
