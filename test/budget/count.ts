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

/*
 * Loaded into each thread of the service by `--import`, before anything of its own: counts what
 * does not depend on the machine. The service knows nothing of it.
 */

const BYTES = COUNTED.length * BigInt64Array.BYTES_PER_ELEMENT;

/** Where the reader of JSON lies that takes nothing that is in doubt, and how it begins. */
const STRICT = '/dist/kernel/json.js';
const BEGINNING = /export function parseJson\(.*\) \{/;

if (isMainThread) setEnvironmentData(SHARED, new SharedArrayBuffer(BYTES));
const cells = new BigInt64Array(getEnvironmentData(SHARED) as SharedArrayBuffer);

function count(what: Counted, amount = 1): void {
  Atomics.add(cells, COUNTED.indexOf(what), BigInt(amount));
}

function prototypeOf({ prototype }: { readonly prototype: object }): object {
  return prototype;
}

/** Counts calls of these methods. */
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
    if (!url.endsWith(STRICT)) return loaded;
    const source = readFileSync(new URL(url), 'utf8');
    const [beginning] = BEGINNING.exec(source) ?? [];
    if (beginning === undefined) throw new Error(`${STRICT} does not begin parseJson as it did.`);
    const counting = `${beginning} globalThis[Symbol.for('${SHARED}')]();`;
    return { ...loaded, source: source.replace(beginning, counting) };
  },
});

if (isMainThread) {
  // What is done every so often is not done for a request.
  Reflect.set(globalThis, 'setInterval', () => setTimeout(() => undefined, 0).unref());
  const statements = await watchStatements(count);
  process.on('message', (asked) => {
    if (asked !== ASK) return;
    const entries = COUNTED.map((what, place) => [
      what,
      Number(Atomics.exchange(cells, place, 0n)),
    ]);
    const counts = Object.fromEntries(entries) as Counts;
    process.send?.({ counts, statements: statements.splice(0) });
  });
}
