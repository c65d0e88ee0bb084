import { readFile } from 'node:fs/promises';
import { linksAt } from '../api/events.ts';
import type { Callbacks } from '../domain/ports/callbacks.ts';
import type { MessageSignatures } from '../domain/ports/signatures.ts';
import { createCallbacks } from '../connections/callback-client.ts';
import type { Interval } from '../shared/interval.ts';
import { startPushing } from '../use-cases/events/push-events.ts';
import type { Core } from './core.ts';

type Parts = Pick<Core, 'store' | 'clock' | 'machineClock' | 'observe' | 'tasks'>;

interface PushContext {
  readonly signatures: MessageSignatures;
  /** Identifier of the bank in security event tokens. */
  readonly issuer: string;
  readonly callbacks: Callbacks;
  readonly apiUrl: string;
}

/**
 * Opens the client of the callback addresses of TPPs. Their servers may have a certificate of a
 * public authority, or of an authority of the TPPs' client certificates.
 */
export async function openCallbacks(
  { allowsLocalCallbacks: allowsLoopback }: Core['profile'],
  clientCaFile: string | null,
): Promise<Callbacks> {
  const authorities = clientCaFile === null ? [] : [await readFile(clientCaFile, 'utf8')];
  return createCallbacks({ authorities, allowsLoopback });
}

/** Starts pushing events to TPPs. */
export function startEventPush(core: Parts, context: PushContext): Pick<Interval, 'stop'> {
  const { store, clock, machineClock, observe, tasks } = core;
  const { signatures, issuer, callbacks, apiUrl } = context;
  return startPushing({
    store,
    callbacks,
    observe,
    clock: clock.now,
    linksOf: linksAt(apiUrl),
    signing: { signatures, issuer, machineClock },
    isOurs: () => tasks.holds('events'),
  });
}
