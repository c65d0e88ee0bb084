import { getHeapStatistics, type HeapInfo } from 'node:v8';
import { isMainThread } from 'node:worker_threads';

/*
 * A module that is loaded into the service with `--import`. It answers each message with the number
 * of bytes that the main thread has allocated on V8's heap since the start.
 */

/** Statistics of the heap. Node.js 26 has this field, but its types do not describe it yet. */
type Statistics = HeapInfo & { readonly total_allocated_bytes: number };

if (isMainThread) {
  process.on('message', () => {
    process.send?.((getHeapStatistics() as Statistics).total_allocated_bytes);
  });
}
