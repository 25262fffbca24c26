/** Words of yes and no in the languages of spreadsheets and of the former shops. */
const words = {
  yes: new Set('yes y true t 1 1.0 on x ✓ ✔ ja j oui o si sí s sim wahr vrai haan ha हाँ हां सही'.split(' ')),
  no: new Set('no n false f 0 0.0 off - – ✗ nein non não nahin nahi na नहीं falsch faux'.split(' ')),
};

/** Whether a cell says yes; an empty one says no. Undefined if it says neither. */
export function readYesNo(cell: string): boolean | undefined {
  const word = cell.normalize('NFKC').trim().toLowerCase();
  if (words.yes.has(word)) return true;
  return word === '' || words.no.has(word) ? false : undefined;
}
