import { randomUUID } from 'node:crypto';
import type { Dice } from '../../crash/random.ts';
import {
  HEADER_NAMES,
  METHODS,
  ODD_HEADERS,
  ODD_MEMBERS,
  ODD_NAMES,
  ODD_PATHS,
  ODD_PIECES,
} from './odd-values.ts';
import type { ValidRequest } from './valid-requests.ts';

/** A request in the form in which it is written to a connection. */
export interface RawRequest {
  readonly method: string;
  readonly head: string;
  readonly body: Buffer;
}

type Holder = Record<string | number, unknown>;

/** Maximum number of changes in one body or one text. */
const MAX_CHANGES = 3;
/** Maximum size of a JSON value that is copied to another place, in characters. */
const MAX_COPY_CHARACTERS = 50_000;

/** Mutates a valid request: changes its body, headers, path or method. */
export function mutate(request: ValidRequest, dice: Dice): RawRequest {
  const what = dice.roll();
  const hasBody = request.body !== '';
  const body = hasBody && what < 0.62 ? mutateBody(request.body, dice) : Buffer.from(request.body);
  const isKeyed = request.method === 'POST' && !request.path.startsWith('/sandbox');
  const key: [string, string][] = isKeyed ? [['x-idempotency-key', randomUUID()]] : [];
  const line = { ...request, headers: [...Object.entries(request.headers), ...key] };
  const changed = what > 0.5 ? mutateLine(line, dice) : line;
  return { method: changed.method, head: headOf(changed, body, dice), body };
}

interface Line {
  readonly method: string;
  readonly path: string;
  readonly headers: readonly [string, string][];
}

function headOf({ method, path, headers }: Line, body: Buffer, dice: Dice): string {
  // In some requests, Content-Length is one less than the body's length.
  const announced = dice.chance(0.97) ? body.length : Math.max(0, body.length - 1);
  const hasLength = body.length > 0 || method === 'POST';
  const length: [string, string][] = hasLength ? [['content-length', String(announced)]] : [];
  const lines = [...headers, ...length].map(
    ([name, value]) => `${name}: ${value.replace(/[\r\n]/g, '')}\r\n`,
  );
  const target = path.replace(/[\s\u0080-\uffff]/g, '');
  return `${method} ${target} HTTP/1.1\r\n${lines.join('')}\r\n`;
}

function mutateLine(line: Line, dice: Dice): Line {
  const how = dice.roll();
  const { method, path } = line;
  const headers = [...line.headers];
  const index = dice.between(0, headers.length - 1);
  const [name, value] = headers[index] ?? ['', ''];
  if (how < 0.55) {
    const odd = dice.pick(ODD_HEADERS);
    headers[index] = [name, dice.chance(0.8) ? odd : value + odd];
  } else if (how < 0.7) headers.splice(index, 1);
  else if (how < 0.85) headers.push([dice.pick(HEADER_NAMES), dice.pick(ODD_HEADERS)]);
  else if (how < 0.95) {
    const odd = dice.pick(ODD_PATHS);
    return { ...line, path: dice.chance(0.5) ? path + odd : path.replace(/[^/]*$/, odd) };
  } else return { ...line, method: dice.pick(METHODS) };
  return { method, path, headers };
}

function mutateBody(body: string, dice: Dice): Buffer {
  const how = dice.roll();
  if (how < 0.55) return Buffer.from(mutateJson(body, dice));
  if (how < 0.8) return Buffer.from(mutateText(body, dice));
  return mutateBytes(Buffer.from(body), dice);
}

function mutateBytes(bytes: Buffer, dice: Dice): Buffer {
  for (let changes = dice.between(1, MAX_CHANGES); changes > 0; changes -= 1) {
    bytes[dice.between(0, bytes.length - 1)] = dice.between(0, 255);
  }
  return dice.chance(0.2) ? bytes.subarray(0, dice.between(0, bytes.length - 1)) : bytes;
}

function mutateText(text: string, dice: Dice): string {
  const at = dice.between(0, text.length);
  return text.slice(0, at) + dice.pick(ODD_PIECES) + text.slice(at + dice.between(0, 3));
}

/** Changes fields of a JSON body. If the body is not JSON, changes it as a text. */
function mutateJson(text: string, dice: Dice): string {
  let root: unknown;
  try {
    root = JSON.parse(text);
  } catch {
    return mutateText(text, dice);
  }
  for (let changes = dice.between(1, MAX_CHANGES); changes > 0; changes -= 1) {
    const [first, ...others] = membersOf(root);
    if (first !== undefined) mutateMember([first, ...others], dice);
  }
  return JSON.stringify(root);
}

type Member = readonly [holder: Holder | unknown[], name: string | number];

/** Returns all fields and list elements of a JSON value, at any depth. */
function membersOf(value: unknown): Member[] {
  if (Array.isArray(value)) {
    return value.flatMap((one, at): Member[] => [[value, at], ...membersOf(one)]);
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, one]): Member[] => [
    [value as Holder, name],
    ...membersOf(one),
  ]);
}

/**
 * Returns a copy of a random invalid value. It must be a copy, because a later mutation may change
 * it.
 */
function oddMember(dice: Dice): unknown {
  return structuredClone<unknown>(dice.pick(ODD_MEMBERS));
}

function mutateMember(members: readonly [Member, ...Member[]], dice: Dice): void {
  const [list, name] = dice.pick(members);
  const holder = list as Holder;
  const value = holder[name];
  switch (dice.between(0, 6)) {
    case 0:
      if (Array.isArray(list)) list.splice(Number(name), 1);
      else Reflect.deleteProperty(holder, name);
      return;
    case 1:
      holder[name] = oddMember(dice);
      return;
    case 2:
      holder[`${String(name)}x`] = value;
      return;
    case 3:
      holder[name] = [value, value];
      return;
    case 4:
      holder[name] = { [dice.pick(ODD_NAMES)]: value };
      return;
    case 5: {
      const [other, otherName] = dice.pick(members);
      const copied = JSON.stringify((other as Holder)[otherName] ?? null);
      holder[name] = copied.length > MAX_COPY_CHARACTERS ? 'x' : (JSON.parse(copied) as unknown);
      return;
    }
    default:
      holder[name] = typeof value === 'string' ? mutateText(value, dice) : oddMember(dice);
  }
}
