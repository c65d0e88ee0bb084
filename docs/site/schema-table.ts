/** Shows a JSON Schema of the API reference as a Markdown table with one row for each member. */

/** The keywords of JSON Schema that the API descriptions use. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly title?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
}

type LinkTo = (name: string) => string;

interface Row {
  readonly path: string;
  readonly isRequired: boolean;
  readonly schema: Schema;
}

const REFERENCE = '#/components/schemas/';

/** Returns the names of all schemas to which a part of a description refers. */
export function namesOfReferences(part: unknown): readonly string[] {
  const names = new Set<string>();
  JSON.stringify(part, (key, value: unknown) => {
    if (key === '$ref' && typeof value === 'string') names.add(nameOf(value));
    return value;
  });
  return [...names];
}

/**
 * Returns the table of a schema. The path of a member is relative to the schema, and `[]` stands
 * for each element of an array.
 *
 * @param linkTo returns the link to a named schema
 */
export function schemaTable(schema: Schema, linkTo: LinkTo): string {
  const rows = rowsOf(schema, '').map(
    ({ path, isRequired, schema: one }) =>
      `| \`${path}\` | ${typeOf(one, linkTo)} | ${isRequired ? 'yes' : 'no'} | ${rulesOf(one)} |`,
  );
  if (rows.length === 0) return `${typeOf(schema, linkTo)} ${rulesOf(schema)}`.trim();
  return `| member | type | required | rules |\n| - | - | - | - |\n${rows.join('\n')}`;
}

function rowsOf({ properties = {}, required = [] }: Schema, prefix: string): readonly Row[] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const path = `${prefix}${name}`;
    return [{ path, isRequired: required.includes(name), schema }, ...innerRows(schema, path)];
  });
}

function innerRows(schema: Schema, path: string): readonly Row[] {
  if (schema.items !== undefined) {
    const { items } = schema;
    return items.properties === undefined
      ? innerRows(items, `${path}[]`)
      : rowsOf(items, `${path}[].`);
  }
  const alternatives = choicesOf(schema).flatMap((one) => innerRows(one, path));
  return [...rowsOf(schema, `${path}.`), ...alternatives];
}

function choicesOf({ anyOf = [], oneOf = [] }: Schema): readonly Schema[] {
  return [...anyOf, ...oneOf];
}

function typeOf(schema: Schema, linkTo: LinkTo): string {
  const { $ref, type, items, format } = schema;
  if ($ref !== undefined) return `[${nameOf($ref)}](${linkTo(nameOf($ref))})`;
  if (items !== undefined) return `array of ${typeOf(items, linkTo)}`;
  const choices = choicesOf(schema);
  if (choices.length > 0)
    return [...new Set(choices.map((one) => typeOf(one, linkTo)))].join(' or ');
  return format ?? type ?? 'any';
}

function rulesOf(schema: Schema): string {
  const { minLength, maxLength, minItems, maxItems, minimum, maximum, exclusiveMinimum } = schema;
  const values = schema.const === undefined ? (schema.enum ?? []) : [schema.const];
  const rules = [
    schema.description ?? '',
    values.map((value) => code(String(value))).join(', '),
    rangeOf(minLength, maxLength, 'characters'),
    rangeOf(minItems, maxItems, 'elements'),
    rangeOf(minimum, maximum === Number.MAX_SAFE_INTEGER ? undefined : maximum, ''),
    exclusiveMinimum === undefined ? '' : `more than ${String(exclusiveMinimum)}`,
    schema.pattern === undefined ? '' : `pattern ${code(schema.pattern)}`,
    ...choicesOf(schema).map(rulesOf),
    schema.items === undefined ? '' : rulesOf(schema.items),
  ];
  return [...new Set(rules)].filter((rule) => rule !== '').join('; ');
}

function rangeOf(least: number | undefined, most: number | undefined, unit: string): string {
  if (least === undefined && most === undefined) return '';
  const range =
    least === undefined
      ? `at most ${String(most)}`
      : most === undefined
        ? `at least ${String(least)}`
        : least === most
          ? String(least)
          : `${String(least)} to ${String(most)}`;
  return `${range} ${unit}`.trim();
}

function code(text: string): string {
  return `\`${text.replaceAll('|', '\\|')}\``;
}

function nameOf(reference: string): string {
  return reference.slice(REFERENCE.length);
}
