/** Minutes after which an unpaid order is asked about again: banks answer late, for up to five days. */
const unpaid = [2, 5, 10, 15, 17, 30, 60, 120, 360, 720, 1440, 2880, 4320, 7200];
/** A paid one is looked at a few times more: for a second payment, or a refund made elsewhere, whose news was lost. */
const paid = [60, 1440, 7200];

/** When to ask the provider next about an order placed then, or null once nothing can come any more. */
export function nextCheck(placedAt: Date, now: Date, isPaid = false): Date | null {
  const minutes = isPaid ? paid : unpaid;
  const due = minutes.map((m) => placedAt.getTime() + m * 60_000).find((at) => at > now.getTime());
  return due === undefined ? null : new Date(due);
}
