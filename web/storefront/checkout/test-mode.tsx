/** A notice for shops in test mode. */
export function TestMode() {
  return (
    <p className="mb-4 rounded-md bg-turmeric-tint px-4 py-2 text-sm font-medium text-turmeric-ink">
      Test mode: no real payment is taken
    </p>
  );
}
