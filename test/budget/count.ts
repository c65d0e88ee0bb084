import crypto from 'node:crypto';
import { readFileSync } from 'node:fs';
import { registerHooks, syncBuiltinESMExports } from 'node:module';
import {
  getEnvironmentData,
  isMainThread,
  MessagePort,
  setEnvironmentData,
  Worker,
} from 'node:worker_threads';
import { ASK, COUNTED, SHARED, type Counted, type Counts } from './counts.ts';
import { watchStatements } from './statements.ts';
import { watch, watchBefore } from './watch.ts';

/**
 * A module that is loaded into each thread of the service before its own modules, with `--import`.
 * It counts operations whose number does not depend on the machine. It needs no change in the
 * service's code.
 */

const BYTES = COUNTED.length * BigInt64Array.BYTES_PER_ELEMENT;

/** A change to the source code of a module, which is made while the module is loaded. */
interface Patch {
  readonly module: string;
  readonly pattern: RegExp;
  readonly replace: (matched: string) => string;
}

const PATCHES: readonly Patch[] = [
  {
    // Counts the calls of the strict JSON parser.
    module: '/dist/shared/json/json.js',
    pattern: /export function parseJson\(.*\) \{/,
    replace: (beginning) => `${beginning} globalThis[Symbol.for('${SHARED}')]();`,
  },
  {
    // Gives each command its own transaction. Otherwise, commands that run at the same time share
    // one, and the number of transactions depends on the machine's load.
    module: '/dist/store/sqlite/database/group-commit.js',
    pattern: /MAX_GROUP_COMMANDS = \d+;/,
    replace: () => 'MAX_GROUP_COMMANDS = 1;',
  },
  {
    // Turns the search index off, because it reads files again at a time that depends on the load.
    module: '/dist/app/operations.js',
    pattern: /FIRST_INDEX_MS = [^;]+;/,
    replace: () => 'FIRST_INDEX_MS = 86_400_000;',
  },
];

if (isMainThread) setEnvironmentData(SHARED, new SharedArrayBuffer(BYTES));
const cells = new BigInt64Array(getEnvironmentData(SHARED) as SharedArrayBuffer);

function count(what: Counted, amount = 1): void {
  Atomics.add(cells, COUNTED.indexOf(what), BigInt(amount));
}

function prototypeOf({ prototype }: { readonly prototype: object }): object {
  return prototype;
}

/** Counts the calls of some methods of an object. */
function countCalls(owner: object, names: readonly string[], what: Counted): void {
  for (const name of names) {
    watch(owner, name, () => {
      count(what);
    });
  }
}

countCalls(JSON, ['parse'], 'JSON.parse');
countCalls(crypto, ['createHash', 'hash'], 'SHA-256');
countCalls(crypto.subtle, ['digest'], 'SHA-256');
for (const port of [MessagePort, Worker]) {
  watchBefore(prototypeOf(port), 'postMessage', () => {
    count('worker messages');
  });
}
watch(prototypeOf(Buffer), 'copy', (copied) => {
  count('bytes copied', copied as number);
});
watch(Buffer, 'concat', (whole) => {
  count('bytes copied', (whole as Buffer).length);
});
watch(Object.getPrototypeOf(Uint8Array.prototype) as object, 'set', (_, [source]) => {
  count('bytes copied', (source as ArrayLike<number>).length);
});
syncBuiltinESMExports();

Reflect.set(globalThis, Symbol.for(SHARED), () => {
  count('strict parses');
});
registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    const patch = PATCHES.find(({ module }) => url.endsWith(module));
    if (patch === undefined) return loaded;
    const { module, pattern, replace } = patch;
    const source = readFileSync(new URL(url), 'utf8');
    if (!pattern.test(source))
      throw new Error(`${module} has no text that matches ${String(pattern)}.`);
    return { ...loaded, source: source.replace(pattern, replace) };
  },
});

if (isMainThread) {
  // Turn periodic work off, because it does not belong to any request.
  Reflect.set(globalThis, 'setInterval', () => setTimeout(() => undefined, 0).unref());
  const statements = await watchStatements(count);
  process.on('message', (request) => {
    if (request !== ASK) return;
    const entries = COUNTED.map((what, index) => [
      what,
      Number(Atomics.exchange(cells, index, 0n)),
    ]);
    const counts = Object.fromEntries(entries) as Counts;
    process.send?.({ counts, statements: statements.splice(0) });
  });
}
