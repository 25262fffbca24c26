import { expect, test } from 'vitest';
import { rupeeWords } from './rupee-words.ts';

test.each([
  [12_990_050, 'One Lakh Twenty-Nine Thousand Nine Hundred Rupees and Fifty Paise Only'],
  [100, 'One Rupee Only'],
  [10_001, 'One Hundred Rupees and One Paisa Only'],
  [1, 'Zero Rupees and One Paisa Only'],
  [10_099, 'One Hundred Rupees and Ninety-Nine Paise Only'],
  [2_000_00, 'Two Thousand Rupees Only'],
  [5_00_000_00, 'Five Lakh Rupees Only'],
  [1_10_015_00, 'One Lakh Ten Thousand Fifteen Rupees Only'],
  [
    12_34_56_789_12,
    'Twelve Crore Thirty-Four Lakh Fifty-Six Thousand Seven Hundred Eighty-Nine Rupees and Twelve Paise Only',
  ],
  [100_00_00_000_00, 'One Hundred Crore Rupees Only'],
])('%i paise', (paise, words) => {
  expect(rupeeWords(paise)).toBe(words);
});
