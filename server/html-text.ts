import { Parser } from 'htmlparser2';

/**
 * Converts HTML to plain text: blocks, items of lists and rows of tables become lines, and what a browser does not show
 * is left out. Line breaks outside of tables stay, because shops write texts without blocks too. The time is linear in
 * the length for any input.
 */
export function textOf(html: string): string {
  const lines = createLines();
  const open: string[] = [];
  let hiddenBy: string | undefined;
  const parser = new BlockParser({
    onopentagname(name) {
      if (isBlock(name) && !hiddenBy) lines.open(name, open.includes('tr'));
      if (!isTracked(name)) return;
      open.push(name);
      if (hidden.has(name)) hiddenBy ??= name;
      if (open.length > maxDepth) throw tooDeep;
    },
    onclosetag(name) {
      if (isBlock(name) && !hiddenBy) lines.close(name, open.includes('tr'));
      if (!isTracked(name)) return;
      open.pop();
      if (hiddenBy && !open.includes(hiddenBy)) hiddenBy = undefined;
    },
    ontext(text) {
      if (!hiddenBy) lines.write(text, open);
    },
  });
  try {
    // A tag that does not end is text. WooCommerce exports line breaks as \n.
    const end = html.lastIndexOf('>') + 1;
    const text = html.slice(0, end) + html.slice(end).replace(/<(?!!--)/g, '&lt;');
    parser.end(text.replaceAll('\\n', '\n'));
  } catch (error) {
    if (error !== tooDeep) throw error;
  }
  return lines.text();
}

/** More than any text needs; what is nested more deeply, and what follows it, is left out. */
const maxDepth = 100;
const tooDeep = new Error('nested too deeply');

const blocks = new Set(
  (
    'address article aside blockquote caption center dd details div dl dt fieldset figcaption figure footer form ' +
    'h1 h2 h3 h4 h5 h6 header hgroup li main nav ol p pre section summary table tbody td tfoot th thead tr ul'
  ).split(' '),
);
const isBlock = (name: string) => blocks.has(name) || name === 'br' || name === 'hr';
/** Elements whose text a browser does not show, with those of Word. */
const hidden = new Set(
  (
    'audio canvas datalist head iframe math noembed noframes noscript object script select style svg template ' +
    'textarea title video xml w:worddocument w:latentstyles o:documentproperties o:officedocumentsettings'
  ).split(' '),
);
const isTracked = (name: string) => blocks.has(name) || hidden.has(name);

/** A parser that does not track the elements within a line, since each costs time in proportion to the depth. */
class BlockParser extends Parser {
  protected override isVoidElement(name: string): boolean {
    return !isTracked(name);
  }
}

/** Collects the text of a page line by line. */
function createLines() {
  const bullet = '• ';
  const done: string[] = [];
  let line: string[] = [];
  let endsWithSpace = true;
  let isEmpty = true;
  /** The kind of the last cell of a table in this line. */
  let lastCell = '';
  const end = () => {
    if (!isEmpty) done.push(line.join('').trimEnd());
    else if (line[0] === bullet) return;
    [line, endsWithSpace, isEmpty] = [[], true, true];
  };
  const add = (text: string) => {
    const words = text.replace(/\s+/g, ' ');
    const added = endsWithSpace ? words.trimStart() : words;
    if (added === '') return;
    line.push(added);
    endsWithSpace = added.endsWith(' ');
    isEmpty &&= added === ' ';
  };
  const startCell = (separator: string) => {
    line.push((line.pop() ?? '').trimEnd(), separator);
    endsWithSpace = true;
  };
  const isCell = (name: string) => name === 'td' || name === 'th';
  return {
    open(name: string, isInRow: boolean) {
      if (name === 'tr') lastCell = '';
      if (isCell(name)) {
        if (lastCell && line.length > 0) startCell(lastCell === 'th' && name === 'td' ? ': ' : ' | ');
        lastCell = name;
      } else if (isInRow && name !== 'li' && name !== 'br') add(' ');
      else end();
      if (name === 'li') [line, endsWithSpace] = [[bullet], true];
    },
    close(name: string, isInRow: boolean) {
      if (isCell(name)) return;
      if (isInRow && name !== 'tr' && name !== 'li') add(' ');
      else end();
    },
    /** `open`: the blocks around the text. Within blocks, line breaks without words between them are no empty lines. */
    write(text: string, open: string[]) {
      const [first = '', ...others] = open.includes('table') ? [text] : text.split('\n');
      add(first);
      for (const next of others) {
        if (!isEmpty) end();
        else if (open.length === 0 || open.includes('pre')) done.push('');
        add(next);
      }
    },
    text() {
      end();
      return done
        .join('\n')
        .replace(/\n{3,}/g, '\n\n')
        .trim();
    },
  };
}
