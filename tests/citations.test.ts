import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

/** Citations of documents in code, tests and documents: CONTRIBUTING.md says how they are written. */
const folders = 'server shared web sandbox postgres tests scripts bench demo migrations docs'.split(' ');
const isText = /\.(tsx?|mjs|js|css|html|sql|md)$/;
const lines = [...readdirSync('.'), ...folders.flatMap(filesIn)].filter(isText.test, isText).flatMap(linesOf);

const number = /\d+(?:\.\d+)*/.source;
const sections = RegExp(`(?:\\b([a-z]+) )?§${number}(?:(?:-|, §| and §)${number})*`, 'g');

test('a cited section exists', () => {
  const wrong = lines.flatMap(({ place, file, text }) =>
    [...text.matchAll(sections)].flatMap(([citation, word = '']) => {
      const own = file.endsWith('.md') ? file : undefined;
      const cited = existsSync(`docs/${word}.md`) ? `docs/${word}.md` : own;
      const known = cited ? headingsOf(cited) : new Set<string>();
      const unknown = citation.match(RegExp(number, 'g'))?.filter((text) => !known.has(text)) ?? [];
      return unknown.map((text) => `${place} ${citation}: no section ${text} in ${cited ?? 'any document'}`);
    }),
  );
  expect(wrong).toEqual([]);
});

test('a cited threat is in docs/threats.md, once, and its tests name it', () => {
  const threat = /\bT-[A-Z]{3,4}-\d{2}\b/g;
  const rows = readFileSync('docs/threats.md', 'utf8').match(/^\| T-.*$/gm) ?? [];
  const ids = rows.map((row) => row.match(threat)?.[0]);
  const known = new Set(ids);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  expect(citing(threat, (cited) => known.has(cited))).toEqual([]);
  const wrong = rows.filter((row) => {
    const [id = ''] = row.match(threat) ?? [];
    const tests = row.match(/[\w/.-]+\.test\.tsx?/g) ?? [];
    return tests.length > 0
      ? !tests.every((file) => existsSync(file) && readFileSync(file, 'utf8').includes(id))
      : !row.includes('No automated test');
  });
  expect(wrong).toEqual([]);
});

test('a cited decision exists, under its number', () => {
  const files = readdirSync('docs/decisions');
  const known = new Set(files.map((file) => String(Number.parseInt(file, 10))));
  expect(
    files.filter((file) => !headingsOf(`docs/decisions/${file}`).has(String(Number.parseInt(file, 10)))),
  ).toEqual([]);
  expect(
    citing(/\bdecisions? \d+(?:(?:, | and )\d+)*/gi, (cited) =>
      (cited.match(/\d+/g) ?? []).every((text) => known.has(text)),
    ),
  ).toEqual([]);
});

test('the code uses each identifier of the glossary', () => {
  const rows = readFileSync('docs/glossary.md', 'utf8').match(/^\| .*$/gm) ?? [];
  const identifiers = rows.flatMap((row) => row.split('|')[3]?.match(/(?<=`)[\w./-]+(?=`)/g) ?? []);
  const code = lines.filter(({ file }) => !file.endsWith('.md')).map(({ text }) => text);
  const words = new Set(code.flatMap((text) => text.match(/[\w-]+/g) ?? []));
  const isUsed = (pairs: string) =>
    words.has(pairs) || existsSync(pairs) || lines.some(({ file }) => file.endsWith(`/${pairs}`));
  expect(identifiers.length).toBeGreaterThan(60);
  expect(identifiers.filter((identifier) => !isUsed(identifier))).toEqual([]);
});

test('paths and links in documents lead to files', () => {
  const written =
    /\b(?:server|shared|web|sandbox|postgres|tests|scripts|bench|demo|migrations|docs)\/[\w/.-]+\.(?:tsx?|m?js|sql|css|md|webp)\b/g;
  const documents = lines.filter(({ file }) => file.endsWith('.md'));
  expect(citing(written, existsSync, documents)).toEqual([]);
  expect(citing(/\bdocs\/[\w/.-]+\.md\b/g, existsSync)).toEqual([]);
  const links = documents.flatMap(({ place, file, text }) =>
    [...text.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, target = '']) => ({
      place,
      target: path.join(path.dirname(file), target),
    })),
  );
  expect(links.filter(({ target }) => !existsSync(target))).toEqual([]);
});

/** The places whose text matches the pattern with something that is not known. */
function citing(pattern: RegExp, isKnown: (cited: string) => boolean, where = lines): string[] {
  return where.flatMap(({ place, text }) =>
    (text.match(pattern) ?? []).filter((cited) => !isKnown(cited)).map((cited) => `${place} ${cited}`),
  );
}

/** The numbers of a document's headings: `2` of `## 2. Orders`, `2.1` of `### 2.1 Prices`. */
function headingsOf(file: string): Set<string> {
  const headings = readFileSync(file, 'utf8').matchAll(RegExp(`^#+ (${number})\\.? `, 'gm'));
  return new Set([...headings].map(([, heading = '']) => heading));
}

function linesOf(file: string) {
  const all = readFileSync(file, 'utf8').split('\n');
  return all.map((text, index) => ({ file, text, place: `${file}:${index + 1}` }));
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
}
