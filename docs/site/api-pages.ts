/**
 * The API reference of the documentation site as Markdown, from the descriptions that the service
 * serves at `/openapi.json` and `/openapi-v4.0.json`.
 */
import { TPP_ADDRESSES, TPP_SCHEMAS } from '../../src/api/openapi/tpp-addresses.ts';
import { describeApi } from '../../src/api/openapi/document.ts';
import { SANDBOX_ADDRESSES } from '../../src/sandbox/description.ts';
import { VERSIONS } from '../../src/versions/index.ts';
import { anchorOf } from './anchors.ts';
import { namesOfReferences, schemaTable, type Schema } from './schema-table.ts';

/** A page of the API reference. */
export interface ApiPage {
  /** Name of the page, which is also the last part of its path. */
  readonly name: string;
  /** The page in Markdown. */
  readonly text: string;
}

type Contents = Readonly<Record<string, { readonly schema: Schema }>>;

interface Operation {
  readonly summary: string;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly security?: readonly unknown[];
  readonly parameters: readonly {
    readonly name: string;
    readonly in: string;
    readonly required: boolean;
    readonly description?: string;
    readonly schema: Schema;
  }[];
  readonly requestBody?: { readonly content: Contents };
  readonly responses: Readonly<
    Record<string, { readonly description: string; readonly content?: Contents }>
  >;
}

/** The part of an OpenAPI document that the reference shows. */
export interface Description {
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly components: {
    readonly securitySchemes: { readonly bearer: { readonly description: string } };
    readonly schemas: Readonly<Record<string, Schema>>;
  };
}

interface Described extends Operation {
  readonly tag: string;
  readonly method: string;
  readonly urls: readonly string[];
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

/** Statuses of refused requests start here. */
const FIRST_REFUSAL = 400;

/** Returns the descriptions of the sandbox's API by the names of the versions. */
export function apiDescriptions(): ReadonlyMap<string, Description> {
  const others = [...TPP_ADDRESSES, ...SANDBOX_ADDRESSES];
  return new Map(
    VERSIONS.map((version) => [
      version.name,
      describeApi({ version, others, named: TPP_SCHEMAS }) as unknown as Description,
    ]),
  );
}

/**
 * Returns the pages of all versions: an index, a page for each group of operations, and a page of
 * the schemas that several groups use.
 */
export function apiPages(): readonly ApiPage[] {
  return [...apiDescriptions()].flatMap(([version, description]) => pagesOf(version, description));
}

function pagesOf(version: string, description: Description): readonly ApiPage[] {
  const operations = operationsOf(description);
  const tags = [...new Set(operations.map(({ tag }) => tag))];
  const pageOfSchema = placeSchemas(version, description, operations);
  const linkTo = (name: string): string => `./${pageOfSchema.get(name) ?? ''}.md#${anchorOf(name)}`;
  const schemasOn = (page: string): string =>
    [...pageOfSchema]
      .filter(([, place]) => place === page)
      .map(([name]) => {
        const schema = description.components.schemas[name] ?? {};
        return `### ${name}\n\n${schemaTable(schema, linkTo)}`;
      })
      .join('\n\n');
  const schemas = `${version}-schemas`;
  return [
    { name: version, text: indexPage(version, description, operations) },
    ...tags.map((tag) => {
      const name = `${version}-${tag}`;
      const own = operations.filter((operation) => operation.tag === tag);
      const parts = [`# ${tag}, ${version}`, ...own.map((one) => operationText(one, linkTo))];
      const ofPage = schemasOn(name);
      if (ofPage !== '') parts.push('## Schemas', ofPage);
      return { name, text: parts.join('\n\n') };
    }),
    {
      name: schemas,
      text: `# Shared schemas, ${version}\n\nSeveral groups of operations use these schemas.\n\n${schemasOn(schemas)}`,
    },
  ];
}

function operationsOf({ paths, servers }: Description): readonly Described[] {
  return Object.entries(paths).flatMap(([path, item]) => {
    const bases = (item['servers'] ?? servers) as Description['servers'];
    const urls = bases.map(({ url }) => `${url === '/' ? '' : url}${path}`);
    return METHODS.filter((method) => method in item).map((method) => {
      const operation = item[method] as Operation;
      return {
        ...operation,
        tag: operation.tags[0] ?? 'other',
        method: method.toUpperCase(),
        urls,
      };
    });
  });
}

/** Returns the page of each schema: the page of the only group that uses it, or the shared page. */
function placeSchemas(
  version: string,
  { components: { schemas } }: Description,
  operations: readonly Described[],
): ReadonlyMap<string, string> {
  const users = new Map<string, Set<string>>();
  const use = (name: string, tag: string): void => {
    const known = users.get(name) ?? new Set();
    if (known.has(tag)) return;
    users.set(name, known.add(tag));
    for (const inner of namesOfReferences(schemas[name] ?? {})) use(inner, tag);
  };
  for (const operation of operations) {
    for (const name of namesOfReferences(operation)) use(name, operation.tag);
  }
  return new Map(
    [...users].map(([name, tags]) => {
      const [only = ''] = tags;
      return [name, `${version}-${tags.size === 1 ? only : 'schemas'}`];
    }),
  );
}

function indexPage(
  version: string,
  { components }: Description,
  operations: readonly Described[],
): string {
  const tags = new Set(operations.map(({ tag }) => tag));
  const lists = [...tags].map((tag) => {
    const own = operations.filter((operation) => operation.tag === tag);
    const items = own.map(
      (one) =>
        `- [\`${one.method} ${one.urls[0] ?? ''}\`](./${version}-${tag}.md#${idOf(one)}): ${one.summary}`,
    );
    return `## ${tag}\n\n${items.join('\n')}`;
  });
  return `# API reference ${version}

This page lists the operations of the sandbox's API with version ${version} of the standard, for developers
of TPPs. It is generated from the [OpenAPI document](/files/openapi-${version}.json) that the service serves.
A bank's service has the same operations without the group \`sandbox\`.

**Token**: ${components.securitySchemes.bearer.description}

${lists.join('\n\n')}
`;
}

function operationText(operation: Described, linkTo: (name: string) => string): string {
  const { method, urls, summary, description, parameters, requestBody, responses } = operation;
  const parts = [
    `## ${summary} {#${idOf(operation)}}`,
    urls.map((url) => `\`${method} ${url}\``).join(' or '),
  ];
  if (description !== undefined) parts.push(description);
  if (operation.security?.length === 0) parts.push('The request needs no token.');
  if (parameters.length > 0) {
    const rows = parameters.map(
      (one) =>
        `| \`${one.name}\` | ${one.in} | ${one.required ? 'yes' : 'no'} | ${cell(one.description ?? '')} |`,
    );
    parts.push(
      `| parameter | in | required | description |\n| - | - | - | - |\n${rows.join('\n')}`,
    );
  }
  if (requestBody !== undefined)
    parts.push(`**Request:** ${contentText(requestBody.content, linkTo)}`);
  const rows = Object.entries(responses).map(
    ([status, { description: meaning, content = {} }]) =>
      `| ${status} | ${cell(meaning)} | ${Number(status) < FIRST_REFUSAL || status === '400' ? contentText(content, linkTo) : ''} |`,
  );
  parts.push(`| status | meaning | body |\n| - | - | - |\n${rows.join('\n')}`);
  // A schema without a name is shown at its operation.
  for (const schema of Object.values(requestBody?.content ?? {}).map((one) => one.schema)) {
    if (schema.properties !== undefined) parts.push(schemaTable(schema, linkTo));
  }
  return parts.join('\n\n');
}

/** Describes a body by its media types and the names of its schemas. */
function contentText(content: Contents, linkTo: (name: string) => string): string {
  return Object.entries(content)
    .map(([type, { schema }]) => {
      const links = namesOfReferences(schema).map((name) => `[${name}](${linkTo(name)})`);
      const meaning = links.length > 0 ? links.join(' or ') : cell(schema.description ?? '');
      return `\`${type}\`${meaning === '' ? '' : ` ${meaning}`}`;
    })
    .join(', ');
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}

function idOf({ method, urls }: Described): string {
  return anchorOf(`${method} ${urls[0] ?? ''}`);
}
