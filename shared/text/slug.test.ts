import { expect, it } from 'vitest';
import { slugify } from './slug.ts';

it.each([
  ['Indigo Buti Cushion Cover', 'indigo-buti-cushion-cover'],
  ['  Café — “Chai” Mug!  ', 'cafe-chai-mug'],
  ['Potter’s Wheel #2', 'potters-wheel-2'],
  ['茶 🍵', ''],
  ['---', ''],
])('%s becomes %s', (name, slug) => expect(slugify(name)).toBe(slug));

it.each([
  ['Hindi', 'पीतल का दीया', 'pital-ka-diya'],
  ['Hindi without unspoken vowels', 'लकड़ी का फूलदान, अजरख', 'lakri-ka-phuldan-ajrakh'],
  ['Hindi with two consonants at the end', 'मित्र चंपा हूं', 'mitra-champa-hun'],
  ['Hindi and English', 'दीया Set of १२ । नया', 'diya-set-of-12-naya'],
  ['Bengali', 'প্রদীপ শাড়ি যমুনা', 'pradip-shari-jamuna'],
  ['Punjabi', 'ਪਿੱਤਲ ਦਾ ਦੀਵਾ', 'pital-da-diva'],
  ['Gujarati', 'પિત્તળનો દીવો', 'pittalno-divo'],
  ['Odia', 'ପିତଳ ଦୀପ', 'pitala-dipa'],
  ['Tamil', 'பித்தளை விளக்கு', 'pittalai-vilakku'],
  ['Telugu', 'ఇత్తడి దీపం', 'ittadi-dipam'],
  ['Kannada', 'ಹಿತ್ತಾಳೆ ದೀಪ', 'hittale-dipa'],
  ['Malayalam', 'കളിമൺ പാത്രം', 'kaliman-patram'],
  ['Urdu', 'چراغ ۱۲', 'chragh-12'],
  ['Manipuri', 'ꯃꯩꯇꯩ ꯂꯣꯟ', 'meitei-lon'],
  ['Santali', 'ᱥᱟᱱᱛᱟᱲᱤ', 'santari'],
])('%s: %s becomes %s', (_, name, slug) => expect(slugify(name)).toBe(slug));

it('is the same for composed, decomposed and invisible characters', () => {
  expect(slugify('क़लम')).toBe(slugify('क़लम'.normalize('NFC')));
  expect(slugify('தொட்டில்'.normalize('NFD'))).toBe('tottil');
  expect(slugify('क\u200dलश')).toBe('kalash');
});

it('has at most 100 characters and ends with a letter', () => {
  expect(slugify(`${'a'.repeat(99)} b`)).toBe('a'.repeat(99));
});
