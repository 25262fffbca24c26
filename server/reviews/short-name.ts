/**
 * A name as it is shown with a review, at most 60 characters: the first name and the initial of the last one, `Asha R.`
 */
export function shortName(name: string): string {
  const [first = '', ...others] = name.trim().split(/\s+/);
  const initial = [...(others.at(-1) ?? '')][0];
  return (initial ? `${first} ${initial.toUpperCase()}.` : first).slice(0, 60);
}
