const properties = new Map(
  Object.entries({
    color: 'color',
    colour: 'color',
    size: 'size',
    material: 'material',
    pattern: 'pattern',
  } as const),
);

/** What schema.org and product feeds call an option with this name, such as `Colours`; undefined for other options. */
export const optionProperty = (name: string) => properties.get(name.trim().toLowerCase().replace(/s$/, ''));

/** The values of a variant by what schema.org and product feeds call their options. */
export const optionProperties = (options: { name: string }[], values: string[]): [string, string][] =>
  options.flatMap(({ name }, index) => {
    const property = optionProperty(name);
    const value = values[index];
    return property && value ? [[property, value]] : [];
  });
