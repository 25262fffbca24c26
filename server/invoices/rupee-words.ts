const small = [
  'Zero',
  'One',
  'Two',
  'Three',
  'Four',
  'Five',
  'Six',
  'Seven',
  'Eight',
  'Nine',
  'Ten',
  'Eleven',
  'Twelve',
  'Thirteen',
  'Fourteen',
  'Fifteen',
  'Sixteen',
  'Seventeen',
  'Eighteen',
  'Nineteen',
];
const tens = ['', '', 'Twenty', 'Thirty', 'Forty', 'Fifty', 'Sixty', 'Seventy', 'Eighty', 'Ninety'];
const scales: [number, string][] = [
  [10_000_000, 'Crore'],
  [100_000, 'Lakh'],
  [1_000, 'Thousand'],
  [100, 'Hundred'],
];

/** Spells out an amount in paise for an invoice: 'One Lakh Two Hundred Rupees and Fifty Paise Only'. */
export function rupeeWords(amountPaise: number): string {
  const paise = amountPaise % 100;
  const whole = (amountPaise - paise) / 100;
  const rupees = `${numberWords(whole)} ${whole === 1 ? 'Rupee' : 'Rupees'}`;
  if (paise === 0) return `${rupees} Only`;
  return `${rupees} and ${numberWords(paise)} ${paise === 1 ? 'Paisa' : 'Paise'} Only`;
}

function numberWords(n: number): string {
  if (n < 20) return small[n] ?? '';
  if (n < 100) return `${tens[Math.floor(n / 10)]}${n % 10 === 0 ? '' : `-${small[n % 10]}`}`;
  const [size, name] = scales.find(([scale]) => n >= scale) ?? [100, 'Hundred'];
  const rest = n % size;
  return `${numberWords(Math.floor(n / size))} ${name}${rest === 0 ? '' : ` ${numberWords(rest)}`}`;
}
