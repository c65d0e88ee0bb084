import { isUtf8 } from 'node:buffer';
import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { addJsonFaults } from '../../contract/faults.ts';
import type { RequestBody } from '../../use-cases/index.ts';
import { refuse, Refusal, type FaultList } from '../../shared/errors.ts';
import { parseJson } from '../../shared/json/json.ts';

/**
 * Reads the body of a request. Returns 413 if the body is too large, and 400 if the connection
 * breaks.
 */
export async function readBytes(
  incoming: IncomingMessage,
  maxBytes: number,
): Promise<Buffer | Refusal> {
  const announced = Number(incoming.headers['content-length'] ?? 0);
  if (announced > maxBytes) return tooLarge(maxBytes);
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const stop = (outcome: Buffer | Refusal): void => {
      incoming.off('data', take).off('end', finish).off('close', breakOff).off('error', breakOff);
      resolve(outcome);
    };
    const take = (chunk: Buffer): void => {
      bytes += chunk.length;
      if (bytes > maxBytes) stop(tooLarge(maxBytes));
      else chunks.push(chunk);
    };
    const finish = (): void => {
      const [only] = chunks;
      stop(chunks.length === 1 && only !== undefined ? only : Buffer.concat(chunks));
    };
    const breakOff = (): void => {
      stop(
        refuse(400, 'invalidFormat', 'The connection was closed before the end of the request.'),
      );
    };
    incoming.on('data', take).on('end', finish).on('close', breakOff).on('error', breakOff);
  });
}

/**
 * Parses a JSON body strictly. If there are faults, adds them to the list and returns undefined as
 * the value.
 */
export function readJson(bytes: Buffer, faults: FaultList): RequestBody {
  if (!isUtf8(bytes)) {
    faults.add('invalidFormat', 'The body is not valid UTF-8.');
    return { text: '', value: undefined };
  }
  const text = bytes.toString('utf8');
  const parsed = parseJson(text);
  if ('syntax' in parsed) {
    const { message, offset } = parsed.syntax;
    faults.add('invalidFormat', `The body is not JSON: ${message} (character ${String(offset)}).`);
    return { text, value: undefined };
  }
  addJsonFaults(faults, parsed);
  return { text, value: parsed.value };
}

/**
 * Returns the SHA-256 hash of a body in hex. It is used to compare two requests with the same
 * idempotency key.
 */
export function hashBytes(bytes: Buffer): string {
  return hash('sha256', bytes, 'hex');
}

function tooLarge(maxBytes: number): Refusal {
  return refuse(413, 'invalidFormat', `The body is larger than ${String(maxBytes)} bytes.`);
}
