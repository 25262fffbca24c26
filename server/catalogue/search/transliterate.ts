import { asciiDigits } from '../../../shared/digits.ts';

const consonants: Record<string, string> = {
  ...{
    क: 'k',
    ख: 'kh',
    ग: 'g',
    घ: 'gh',
    ङ: 'n',
    च: 'ch',
    छ: 'chh',
    ज: 'j',
    झ: 'jh',
    ञ: 'n',
    ट: 't',
    ठ: 'th',
  },
  ...{ ड: 'd', ढ: 'dh', ण: 'n', त: 't', थ: 'th', द: 'd', ध: 'dh', न: 'n', प: 'p', फ: 'ph', ब: 'b', भ: 'bh' },
  ...{ म: 'm', य: 'y', र: 'r', ल: 'l', ळ: 'l', व: 'v', श: 'sh', ष: 'sh', स: 's', ह: 'h' },
};
/** Consonants with a dot below (nukta). */
const dotted: Record<string, string> = { क: 'q', ख: 'kh', ग: 'g', ज: 'z', ड: 'r', ढ: 'rh', फ: 'f', य: 'y' };
const vowels: Record<string, string> = {
  ...{
    अ: 'a',
    आ: 'a',
    इ: 'i',
    ई: 'i',
    उ: 'u',
    ऊ: 'u',
    ऋ: 'ri',
    ए: 'e',
    ऐ: 'ai',
    ऑ: 'o',
    ओ: 'o',
    औ: 'au',
    ॐ: 'om',
  },
};
const vowelSigns: Record<string, string> = {
  ...{
    'ा': 'a',
    'ि': 'i',
    'ी': 'i',
    'ु': 'u',
    'ू': 'u',
    'ृ': 'ri',
    'े': 'e',
    'ै': 'ai',
    'ॉ': 'o',
    'ो': 'o',
    'ौ': 'au',
  },
};
const nukta = '\u093c';
const noVowel = '\u094d';

type Sound = { consonant: string; vowel: string; isInherent: boolean };

/**
 * A text with its words in Devanagari written in Latin letters, as names in Indian shops are, and with 0 to 9 for the
 * digits of any script: झुमका becomes jhumka. The number of words stays the same.
 */
export function transliterate(text: string): string {
  return asciiDigits(text)
    .normalize('NFD')
    .replace(/[\u0900-\u0963\u0970-\u097f\u200c\u200d]+/g, latinOf);
}

function latinOf(word: string): string {
  const sounds: Sound[] = [];
  const letters = [...word];
  for (const [index, letter] of letters.entries()) {
    const last = sounds.at(-1);
    const consonant = letters[index + 1] === nukta ? dotted[letter] : consonants[letter];
    if (consonant) sounds.push({ consonant, vowel: 'a', isInherent: true });
    else if (vowels[letter]) sounds.push({ consonant: '', vowel: vowels[letter], isInherent: false });
    else if (last && vowelSigns[letter])
      Object.assign(last, { vowel: vowelSigns[letter], isInherent: false });
    else if (last && letter === noVowel) Object.assign(last, { vowel: '', isInherent: false });
    else if (letter === '\u0901' || letter === '\u0902')
      sounds.push({ consonant: 'n', vowel: '', isInherent: false });
  }
  dropSchwas(sounds);
  const latin = sounds.map(({ consonant, vowel }) => consonant + vowel).join('');
  // Before p and b, n is written m.
  return latin.replace(/ay$/, 'ai').replace(/n(?=[pb])/g, 'm');
}

/**
 * Removes the inherent vowels that Hindi does not pronounce: at the end of a word, and between a vowel and a consonant
 * with a vowel.
 */
function dropSchwas(sounds: Sound[]): void {
  for (let i = sounds.length - 1; i > 0; i--) {
    const [before, sound, next] = sounds.slice(i - 1, i + 2);
    if (!sound?.isInherent) continue;
    if (!next || (before?.vowel && next.consonant && next.vowel)) sound.vowel = '';
  }
}
