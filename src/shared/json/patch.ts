import { parseExactly } from './exact.ts';
import { defineMember } from './json-fault.ts';
import { MAX_JSON_DEPTH } from './json.ts';
import { canonicalDecimal } from '../money.ts';
import { shorten } from '../text.ts';

/** An operation of a JSON Patch (RFC 6902). */
export interface PatchOperation {
  readonly op: 'add' | 'remove' | 'replace' | 'move' | 'copy' | 'test';
  readonly path: string;
  readonly from?: string | undefined;
  readonly value?: unknown;
}

/** The reason why an operation cannot be applied, with its index. */
export interface PatchFault {
  readonly index: number;
  readonly message: string;
}

/** Names and array indexes that lead to a value (RFC 6901). */
type Pointer = readonly string[];

type Container = Record<string, unknown> | unknown[];

/** Ends a patch with the reason why an operation cannot be applied. */
class PatchStop extends Error {}

/**
 * Applies a JSON Patch to a JSON text and returns the changed text. All operations are applied or
 * none.
 *
 * @param patch values as `parseExactly` returns them
 * @param maxLength maximum length of the text after a copy, because copies can grow exponentially
 */
export function applyPatch(
  text: string,
  patch: readonly PatchOperation[],
  maxLength: number,
): string | PatchFault {
  let document = parseExactly(text);
  for (const [index, operation] of patch.entries()) {
    try {
      document = apply(document, operation);
      const isTooLong = operation.op === 'copy' && JSON.stringify(document).length > maxLength;
      if (isTooLong) throw new PatchStop('The copies are too long.');
    } catch (error) {
      if (error instanceof PatchStop) return { index, message: error.message };
      throw error;
    }
  }
  return JSON.stringify(document);
}

function apply(document: unknown, { op, path, from = '', value }: PatchOperation): unknown {
  const target = pointerOf(path);
  switch (op) {
    case 'add':
      return add(document, target, value);
    case 'remove':
      return remove(document, target);
    case 'replace':
      return target.length === 0 ? value : add(remove(document, target), target, value);
    case 'move': {
      if (path.startsWith(`${from}/`)) throw new PatchStop(`${shorten(from)} contains the path.`);
      const moved = valueOf(document, pointerOf(from));
      return path === from ? document : add(remove(document, pointerOf(from)), target, moved);
    }
    case 'copy':
      return add(document, target, copyOf(valueOf(document, pointerOf(from))));
    case 'test': {
      if (isEqual(valueOf(document, target), value)) return document;
      throw new PatchStop(`${shorten(path)} has another value.`);
    }
  }
}

function pointerOf(path: string): Pointer {
  const isPointer = path === '' || (path.startsWith('/') && !/~(?![01])/.test(path));
  if (!isPointer) throw new PatchStop(`${shorten(path)} is not a JSON Pointer (RFC 6901).`);
  const names = path.split('/').slice(1);
  if (names.length > MAX_JSON_DEPTH) throw new PatchStop(`${shorten(path)} has too many parts.`);
  return names.map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function valueOf(document: unknown, pointer: Pointer): unknown {
  return pointer.reduce((at, name) => {
    if (isContainer(at) && Object.hasOwn(at, nameIn(at, name))) return Reflect.get(at, name);
    throw new PatchStop(`There is no ${shorten(name)} at /${shorten(pointer.join('/'))}.`);
  }, document);
}

/** Returns the object or array that contains a member, and the member's name. */
function parentOf(document: unknown, pointer: Pointer): readonly [Container, string] {
  const parent = valueOf(document, pointer.slice(0, -1));
  const name = pointer.at(-1);
  if (!isContainer(parent) || name === undefined) {
    throw new PatchStop(`/${shorten(pointer.join('/'))} is not in an object or a list.`);
  }
  return [parent, nameIn(parent, name)];
}

function add(document: unknown, pointer: Pointer, value: unknown): unknown {
  if (pointer.length === 0) return value;
  const [parent, name] = parentOf(document, pointer);
  if (!Array.isArray(parent)) defineMember(parent, name, value);
  else if (name === '-') parent.push(value);
  else if (Number(name) <= parent.length) parent.splice(Number(name), 0, value);
  else throw new PatchStop(`The list has only ${String(parent.length)} elements.`);
  return document;
}

function remove(document: unknown, pointer: Pointer): unknown {
  valueOf(document, pointer);
  const [parent, name] = parentOf(document, pointer);
  if (Array.isArray(parent)) parent.splice(Number(name), 1);
  else Reflect.deleteProperty(parent, name);
  return document;
}

/** Returns the name of a member. The name of an element of a list must be an index or `-`. */
function nameIn(parent: Container, name: string): string {
  if (!Array.isArray(parent) || /^(?:0|[1-9]\d{0,8}|-)$/.test(name)) return name;
  throw new PatchStop(`${shorten(name)} is not an index of a list.`);
}

/** Returns true if two JSON values are equal (RFC 6902, 4.6). */
function isEqual(left: unknown, right: unknown): boolean {
  if (JSON.isRawJSON(left) && JSON.isRawJSON(right)) {
    return canonicalDecimal(JSON.stringify(left)) === canonicalDecimal(JSON.stringify(right));
  }
  if (!isContainer(left) || !isContainer(right)) return left === right;
  const names = Object.keys(left);
  if (Array.isArray(left) !== Array.isArray(right) || names.length !== Object.keys(right).length) {
    return false;
  }
  return names.every(
    (name) =>
      Object.hasOwn(right, name) && isEqual(Reflect.get(left, name), Reflect.get(right, name)),
  );
}

function copyOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copyOf);
  if (!isContainer(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, copyOf(member)]));
}

function isContainer(value: unknown): value is Container {
  return typeof value === 'object' && value !== null && !JSON.isRawJSON(value);
}
