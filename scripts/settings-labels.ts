import { type Plugin, parseSync } from 'vite';

/** A label of a form, and the title of the card or section that it is in, if the source says so. */
type SourceLabel = { label: string; section?: string };

/**
 * `import labels from './form.tsx?labels'`: the labels in the source of a form, by which the search of Settings finds
 * its fields. Read from the source, they are not written twice, and those that a form shows only sometimes are found too.
 */
export const settingsLabels: Plugin = {
  name: 'settings-labels',
  enforce: 'pre',
  transform: {
    filter: { id: /\.tsx\?labels$/ },
    handler: (code, id) => ({ code: `export default ${JSON.stringify(labelsIn(code, id))}`, map: null }),
  },
};

type Node = Record<string, unknown> & { type: string };

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

const nodesIn = (value: unknown): Node[] => (Array.isArray(value) ? value.filter(isNode) : []);

function labelsIn(code: string, id: string): SourceLabel[] {
  const found = new Map<string, SourceLabel>();
  collect(parseSync(id.replace('?labels', ''), code, { lang: 'tsx' }).program, undefined);
  return [...found.values()];

  function collect(value: unknown, section: string | undefined): void {
    if (Array.isArray(value)) for (const item of value) collect(item, section);
    if (!isNode(value)) return;
    const title = titleOf(value);
    for (const label of [...labelsOf(value), title]) {
      if (label) found.set(`${section}\n${label}`, { label, section: label === title ? undefined : section });
    }
    for (const part of Object.values(value)) collect(part, title ?? section);
  }
}

/** Elements whose label is no field's. */
const notFields = ['IconButton', 'Tabs', 'Choice', 'LoadingArea', 'Spinner', 'CopyText'];
/** Fields that have a label unless they get another one. */
const usualLabels: Record<string, string> = {
  EmailField: 'Email',
  MobileField: 'Mobile',
  NameField: 'Full Name',
  NewPasswordField: 'New Password',
  CurrentPasswordField: 'Current Password',
};

function labelsOf(node: Node): (string | undefined)[] {
  // A text field: its path, its label and its length; or a checkbox: its name and its label.
  if (node.type === 'ArrayExpression') {
    const [path, label] = nodesIn(node.elements).map(textOf);
    return path && label && /^[a-z][\w.]*$/.test(path) && /^[A-Z]/.test(label) ? [label] : [];
  }
  if (node.type !== 'JSXElement') return [];
  const name = nameOf(node);
  if (name === 'Check' || name === 'legend' || name === 'summary') return [textIn(node)];
  if (notFields.includes(name)) return [];
  return [attributeOf(node, 'label') ?? usualLabels[name], attributeOf(node, 'legend')];
}

/** The title of a card, or of a section that is written as an object with an id. */
function titleOf(node: Node): string | undefined {
  if (node.type === 'JSXElement') {
    const name = nameOf(node);
    if (name === 'h2' || name === 'h3') return textIn(node);
    return name === 'Card' ? attributeOf(node, 'title') : undefined;
  }
  if (node.type !== 'ObjectExpression') return undefined;
  const properties = nodesIn(node.properties);
  const stringIn = (key: string) =>
    textOf(properties.find((property) => isNode(property.key) && property.key.name === key)?.value);
  return stringIn('id') && stringIn('title');
}

function nameOf({ openingElement }: Node): string {
  const name = isNode(openingElement) && openingElement.name;
  return isNode(name) && typeof name.name === 'string' ? name.name : '';
}

function attributeOf({ openingElement }: Node, wanted: string): string | undefined {
  const attributes = isNode(openingElement) ? nodesIn(openingElement.attributes) : [];
  const found = attributes.find(({ name }) => isNode(name) && name.name === wanted);
  return textOf(found?.value);
}

/** A text, or the part of one that does not vary: of `Paragraph ${i}` the word `Paragraph`. */
function textOf(value: unknown): string | undefined {
  if (!isNode(value)) return undefined;
  if (value.type === 'JSXExpressionContainer') return textOf(value.expression);
  if (typeof value.value === 'string') return tidy(value.value);
  if (value.type !== 'TemplateLiteral') return undefined;
  const parts = nodesIn(value.quasis).map(({ value: part }) =>
    typeof part === 'object' && part !== null && 'cooked' in part ? String(part.cooked) : '',
  );
  return tidy(parts.join(' '));
}

/** The text inside an element, without what varies. */
const textIn = ({ children }: Node) =>
  tidy(
    nodesIn(children)
      .filter(({ type }) => type === 'JSXText')
      .map(({ value }) => String(value))
      .join(' '),
  );

const tidy = (text: string) => text.replace(/\s+/g, ' ').trim() || undefined;
