import { expect, test } from 'vitest';
import { rupeeWords } from './rupee-words.ts';

test.each([
  [12_990_050, 'Rupees One Lakh Twenty-Nine Thousand Nine Hundred and Fifty Paise Only'],
  [100, 'Rupees One Only'],
  [1, 'Rupees Zero and One Paisa Only'],
  [10_099, 'Rupees One Hundred and Ninety-Nine Paise Only'],
  [2_000_00, 'Rupees Two Thousand Only'],
  [5_00_000_00, 'Rupees Five Lakh Only'],
  [1_10_015_00, 'Rupees One Lakh Ten Thousand Fifteen Only'],
  [
    12_34_56_789_12,
    'Rupees Twelve Crore Thirty-Four Lakh Fifty-Six Thousand Seven Hundred Eighty-Nine and Twelve Paise Only',
  ],
  [100_00_00_000_00, 'Rupees One Hundred Crore Only'],
])('%i paise', (paise, words) => {
  expect(rupeeWords(paise)).toBe(words);
});
