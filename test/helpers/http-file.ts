import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expectDefined } from '../../src/shared/assert.ts';
import { DAY_MS, formatInstant, type Instant } from '../../src/shared/time.ts';

/** A request in a `.http` file, before its variables are replaced. */
export interface FileRequest {
  readonly title: string;
  /**
   * The name by which later requests refer to this request's response. Undefined if it has no name.
   */
  readonly name: string | undefined;
  /** The expected status, and texts that must occur in the response body. */
  readonly announced: { readonly status: number; readonly words: readonly string[] };
  readonly method: string;
  readonly address: string;
  readonly headers: readonly string[];
  readonly body: string;
}

/**
 * A parsed `.http` file. The parser supports only the syntax of VS Code's REST Client that our
 * files use.
 */
export interface HttpFile {
  readonly variables: ReadonlyMap<string, string>;
  readonly requests: readonly FileRequest[];
}

export interface Answer {
  readonly status: number;
  readonly text: string;
}

const SEPARATOR = /^###/m;
const COMMENT = /^\s*(?:#|\/\/)/;
const VARIABLE = /^@(\w+) = (.+)$/;
const NAME = /^# @name (\w+)$/;
const ANNOUNCEMENT = /^# → (\d{3})((?: \S+)*)$/;
const UPLOAD = /^< (\S+)$/;

/**
 * Parses a `.http` file. Throws an Error if a request has no expected status, and names that
 * request.
 */
export function parseHttpFile(text: string): HttpFile {
  const [preface = '', ...blocks] = text.split(SEPARATOR);
  return {
    variables: new Map([preface, ...blocks].flatMap(variablesOf)),
    requests: blocks.map(parseRequest),
  };
}

function variablesOf(block: string): [string, string][] {
  return block.split('\n').flatMap((line) => {
    const [, name, value] = VARIABLE.exec(line) ?? [];
    return name === undefined || value === undefined ? [] : [[name, value]];
  });
}

function parseRequest(block: string): FileRequest {
  const [title = '', ...lines] = block.split('\n');
  const announcement = firstMatch(lines, ANNOUNCEMENT);
  if (announcement === undefined) throw new Error(`"${title.trim()}" announces no status.`);
  const [, status, words = ''] = announcement;
  const written = lines.filter((line) => !COMMENT.test(line) && !VARIABLE.test(line));
  const [head = '', ...paragraphs] = written.join('\n').trim().split('\n\n');
  const [requestLine = '', ...headers] = head.split('\n');
  const [method = '', address = ''] = requestLine.split(' ');
  return {
    title: title.trim(),
    name: firstMatch(lines, NAME)?.[1],
    announced: { status: Number(status), words: words.split(' ').filter((word) => word !== '') },
    method,
    address,
    headers,
    body: paragraphs.join('\n\n'),
  };
}

function firstMatch(lines: readonly string[], pattern: RegExp): RegExpExecArray | undefined {
  return lines.map((line) => pattern.exec(line)).find((match) => match !== null) ?? undefined;
}

/** Sends the requests of a `.http` file in order, and stores the responses of named requests. */
export class Walker {
  readonly requests: readonly FileRequest[];
  readonly #folder: string;
  readonly #variables: ReadonlyMap<string, string>;
  readonly #now: Instant;
  readonly #answers = new Map<string, string>();

  /**
   * Reads the file at `path`. Requests go to `host` instead of the host in the file. `now` is the
   * service's time.
   */
  constructor(path: string, { host, now }: { readonly host: string; readonly now: Instant }) {
    const file = parseHttpFile(readFileSync(path, 'utf8'));
    this.requests = file.requests;
    this.#folder = dirname(path);
    this.#variables = new Map([...file.variables, ['host', host]]);
    this.#now = now;
  }

  async send({ name, method, address, headers, body }: FileRequest): Promise<Answer> {
    const [, upload] = UPLOAD.exec(body) ?? [];
    const bytes =
      upload === undefined ? this.#fillIn(body) : readFileSync(join(this.#folder, upload));
    const response = await fetch(this.#fillIn(address), {
      method,
      headers: headers.map((header): [string, string] => {
        const [field = '', value = ''] = this.#fillIn(header).split(': ');
        return [field, value];
      }),
      ...(body === '' ? {} : { body: bytes }),
    });
    const text = await response.text();
    if (name !== undefined) this.#answers.set(name, text);
    return { status: response.status, text };
  }

  #fillIn(text: string): string {
    return text.replaceAll(/\{\{(.+?)\}\}/g, (_, expression: string) => this.#valueOf(expression));
  }

  /**
   * Returns the value of an expression in braces. Throws for an expression that REST Client would
   * send unchanged.
   */
  #valueOf(expression: string): string {
    if (expression === '$guid') return randomUUID();
    const [, days] = /^\$datetime iso8601 (-?\d+) d$/.exec(expression) ?? [];
    if (days !== undefined) return formatInstant(this.#now + Number(days) * DAY_MS);
    const [, name, path] = /^(\w+)\.response\.body\.\$\.([\w.]+)$/.exec(expression) ?? [];
    if (name !== undefined && path !== undefined) return this.#memberOf(name, path);
    return this.#fillIn(expectDefined(this.#variables.get(expression), `{{${expression}}}`));
  }

  /**
   * Returns a field of a stored response. A text is returned unchanged, any other value as JSON.
   */
  #memberOf(name: string, path: string): string {
    const answer: unknown = JSON.parse(
      expectDefined(this.#answers.get(name), `the answer to ${name}`),
    );
    const value = path.split('.').reduce(member, answer);
    if (value === undefined) throw new Error(`The answer to ${name} has no ${path}.`);
    return typeof value === 'string' ? value : JSON.stringify(value);
  }
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? (value as Record<string, unknown>)[name]
    : undefined;
}
