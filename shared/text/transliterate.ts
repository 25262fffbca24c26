import { asciiDigits } from './digits.ts';

/**
 * Letters of Indian scripts in Latin ones. A consonant stands alone and has the vowel a unless something follows; `=`
 * precedes a vowel, `+` the sign of a vowel after a consonant, `!` a letter without a vowel, `~` is a nasal, `-` removes
 * the vowel, and `_` has no sound.
 */
const listOf = (letters: string) => letters.trim().split(/\s+/);

/** Unicode has nine scripts, from Devanagari to Malayalam, in blocks of 128 characters with the same places. */
const shared = listOf(`
  _ ~ ~ !h =a =a =a =i =i =u =u =ri =li =e =e =e
  =ai =o =o =o =au k kh g gh n ch chh j jh n t
  th d dh n t th d dh n n p ph b bh m y
  r r l l zh v sh sh s h +o +o _ _ +a +i
  +i +u +u +ri +ri +e +e +e +ai +o +o +o +au - _ +o
  =om _ _ _ _ +e +u +u k kh g z r rh f y
  =ri =li +li +li`);
const meetei = listOf(`
  k s l m p n ch t kh ng th w y h =u =i
  ph =a g jh r b j d gh dh bh !k !l !m !p !n
  !t !ng !i +o +i +a +e +au +u +ei !ng _ _ -`);
const olChiki = listOf(
  '!o !t !g !ng !l !a !k !j !m !w !i !s !h !ny !r !u !ch !d !n !y !e !p !d !n !r !o !t !b !v !h',
);
/** In pairs: letters that one script has at its place or writes with a dot, and those of Urdu and Sindhi. */
const others = listOf(`
  क़ q ज़ z ड़ r ढ़ rh फ़ f ॲ =a য j য় y ড় r ঢ় rh ৎ !t ৰ r ৱ v ਸ਼ sh ਜ਼ z ਫ਼ f ੰ ~ ੱ _ જ઼ z ફ઼ f ୱ v
  ൺ !n ൻ !n ർ !r ൽ !l ൾ !l ൿ !k
  ا !a آ !a أ !a إ !i ٱ !a ب !b پ !p ت !t ٹ !t ث !s ج !j چ !ch ح !h خ !kh د !d ڈ !d ذ !z ر !r ڑ !r ز !z ژ !zh
  س !s ش !sh ص !s ض !z ط !t ظ !z ع !a غ !gh ف !f ق !q ک !k ك !k گ !g ل !l م !m ن !n ں !n و !o ؤ !o ہ !h ه !h
  ھ !h ۂ !h ة !a ۃ !t ی !i ي !i ى !a ئ !i ے !e ۓ !e ٻ !b ڀ !bh ٺ !th ٽ !t ٿ !th ڄ !j ڃ !n ڇ !chh ڏ !d ڌ !dh
  ڍ !dh ڙ !r ڦ !ph ڪ !k ڳ !g ڱ !ng ڻ !n`).map((text) => text.normalize('NFC'));
const otherLetters = new Map(
  others.flatMap((letter, i) => (i % 2 ? [] : [[letter, others[i + 1] ?? ''] as const])),
);

/** A consonant or none, the vowel after it, and whether the vowel is the a that is not written. */
type Syllable = { onset: string; vowel: string; isImplied: boolean };

/**
 * A text whose letters and digits of Indian scripts are Latin ones, as names in Indian shops are written: `पीतल का दीया`
 * becomes `pital ka diya`. Other characters stay, and so does the number of words.
 */
export const transliterate = (text: string): string =>
  asciiDigits(text)
    .normalize('NFC')
    .replace(/[\u200c\u200d]/g, '')
    .replace(
      /[\u0900-\u0963\u0966-\u0d7f]+|[\u0620-\u0669\u066e-\u06d3]+|[\uabc0-\uabed]+|[\u1c5a-\u1c77]+/g,
      latinWord,
    );

function latinWord(word: string): string {
  const syllables: Syllable[] = [];
  const isNorthern = /^[\u0900-\u0aff]/.test(word);
  for (let i = 0; i < word.length; i++) {
    const withDot = otherLetters.get(word.slice(i, i + 2));
    const offset = i + 1 < word.length ? word.charCodeAt(i + 1) & 127 : undefined;
    const isBeforeM = offset === undefined ? !isNorthern : offset >= 0x2a && offset <= 0x2e;
    addLetter(syllables, withDot ?? letterAt(word, i), isBeforeM ? 'm' : 'n');
    if (withDot) i++;
  }
  if (isNorthern) dropSilentVowels(syllables);
  const latin = syllables.map(({ onset, vowel }) => onset + vowel).join('');
  return isNorthern ? latin.replace(/ay$/, 'ai') : latin;
}

function letterAt(word: string, index: number): string {
  const code = word.charCodeAt(index);
  const [letters, offset] =
    code >= 0xabc0
      ? [meetei, code - 0xabc0]
      : code >= 0x1c5a
        ? [olChiki, code - 0x1c5a]
        : [shared, code & 127];
  return otherLetters.get(word.charAt(index)) ?? (code < 0x900 ? '_' : (letters[offset] ?? '_'));
}

/** Adds a letter to the syllables. `nasal` is m before a labial, and at the end of a word of a southern script. */
function addLetter(syllables: Syllable[], letter: string, nasal: string): void {
  const last = syllables.at(-1);
  const [kind, sound] = [letter.charAt(0), letter.slice(1)];
  if (kind === '_') return;
  if ((kind === '+' || kind === '-') && last) Object.assign(last, { vowel: sound, isImplied: false });
  else if (kind === '~' && last) {
    last.vowel += nasal;
    last.isImplied = false;
  } else if (/[a-z]/.test(kind)) syllables.push({ onset: letter, vowel: 'a', isImplied: true });
  else
    syllables.push({ onset: kind === '!' ? sound : '', vowel: kind === '!' ? '' : sound, isImplied: false });
}

/**
 * Hindi, Bengali, Punjabi and Gujarati do not speak the unwritten a at the end of a word, except after two consonants
 * that need it (`mitra`), nor between two syllables with vowels (`lakdi`), from the end of the word on.
 */
function dropSilentVowels(syllables: Syllable[]): void {
  for (let i = syllables.length - 1; i > 0; i--) {
    const [before, here, after] = [syllables[i - 1], syllables[i], syllables[i + 1]];
    if (!before || !here?.isImplied) continue;
    const isSilent = after
      ? before.vowel && !/[nm]$/.test(before.vowel) && after.onset && after.vowel
      : before.vowel || !/^[rynvm]$/.test(here.onset);
    if (isSilent) here.vowel = '';
  }
}
