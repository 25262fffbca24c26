/**
 * The number of typing mistakes between two words: letters that are missing, added, replaced, or swapped with the next
 * one. Both words are short, because the time is the product of their lengths.
 */
export function editDistance(a: string, b: string): number {
  return distances(a, b)[b.length] ?? 0;
}

/** The number of typing mistakes between an unfinished word and `word` as far as it was typed. */
export function editDistanceToBeginning(unfinished: string, word: string): number {
  return Math.min(...distances(unfinished, word).slice(Math.min(unfinished.length, word.length)));
}

/** The edit distances between `a` and the first 0, 1, 2, … letters of `b`. */
function distances(a: string, b: string): number[] {
  let last: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      const valueAt = (list: number[], index: number) => list[index] ?? 0;
      let least = Math.min(valueAt(row, j) + 1, valueAt(next, j - 1) + 1, valueAt(row, j - 1) + same);
      if (a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] && i > 1 && j > 1)
        least = Math.min(least, valueAt(last, j - 2) + 1);
      next.push(least);
    }
    last = row;
    row = next;
  }
  return row;
}
